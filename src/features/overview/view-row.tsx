import { ActionIcon, TextInput } from '@mantine/core';
import { IconCheck, IconPencil, IconTrash } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { VIEW_NAME_LIMIT } from '../../data/saved-views.ts';
import { i18n } from '../../i18n/i18n.ts';
import { moveFocus } from '../../ui/focus/move-focus.ts';
import { useRename } from '../../ui/forms/use-rename.ts';
import { SMALL_ICON } from '../../ui/marks/icon.ts';
import styles from './overview.module.css';
import type { SavedView } from './saved-views.ts';

interface ViewRowProps {
  readonly view: SavedView;
  /** True for the view that the table shows. */
  readonly isCurrent: boolean;
  /** True while its name is edited. */
  readonly isRenamed: boolean;
  /** True for a name that no other view has. */
  readonly isFree: (name: string) => boolean;
  readonly onApply: () => void;
  readonly onEdit: (isEdited: boolean) => void;
  /** True when the name is saved on this device. */
  readonly onRename: (name: string) => Promise<boolean>;
  readonly onDelete: () => void;
}

/** One saved view: applies it; renames and deletes it. */
export function ViewRow(props: ViewRowProps) {
  const { view, isCurrent, isRenamed, isFree, onApply, onEdit, onRename, onDelete } = props;
  const { name } = view;
  const pencil = useRef<HTMLButtonElement>(null);
  const wasRenamed = useRef(false);
  useEffect(() => {
    if (wasRenamed.current && !isRenamed) moveFocus(pencil.current);
    wasRenamed.current = isRenamed;
  }, [isRenamed]);
  if (isRenamed) {
    return (
      <li className={styles['view']}>
        <ViewName {...{ name, isFree, onRename }} onDone={() => onEdit(false)} />
      </li>
    );
  }
  return (
    <li className={styles['view']}>
      <button
        type="button"
        className={styles['apply']}
        aria-current={isCurrent || undefined}
        onClick={onApply}
      >
        <span className={styles['tick']}>{isCurrent ? <IconCheck {...SMALL_ICON} /> : null}</span>
        <span className={styles['viewName']}>{name}</span>
      </button>
      <ActionIcon
        ref={pencil}
        aria-label={i18n.t('Rename view {name}', { name })}
        onClick={() => onEdit(true)}
      >
        <IconPencil {...SMALL_ICON} />
      </ActionIcon>
      <ActionIcon aria-label={i18n.t('Delete view {name}', { name })} onClick={onDelete}>
        <IconTrash {...SMALL_ICON} />
      </ActionIcon>
    </li>
  );
}

interface ViewNameProps extends Pick<ViewRowProps, 'isFree' | 'onRename'> {
  readonly name: string;
  readonly onDone: () => void;
}

function ViewName({ name, isFree, onRename, onDone }: ViewNameProps) {
  const { field, canSave, save } = useRename({
    name,
    canSave: (next) => next !== '' && isFree(next),
    save: onRename,
    onDone,
  });
  const isTaken = !canSave && field.value.trim() !== '';
  return (
    <form className={styles['rename']} onSubmit={save}>
      <TextInput
        size="xs"
        aria-label={i18n.t('New name of view {name}', { name })}
        ref={moveFocus}
        maxLength={VIEW_NAME_LIMIT}
        error={isTaken ? i18n.t('Another view has this name') : undefined}
        {...field}
        onKeyDown={(event) => {
          if (event.key === 'Escape') onDone();
        }}
      />
    </form>
  );
}
