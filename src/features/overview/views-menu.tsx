import { Button, Popover } from '@mantine/core';
import { IconBookmark } from '@tabler/icons-react';
import { useState } from 'react';
import { i18n } from '../../i18n/i18n.ts';
import { restoreLostFocus } from '../../ui/focus/move-focus.ts';
import { SMALL_ICON } from '../../ui/marks/icon.ts';
import styles from './overview.module.css';
import { isSameView, type View, viewNamed } from './saved-views.ts';
import { useViews } from './use-views.ts';
import { ViewNameForm } from './view-name-form.tsx';
import { ViewRow } from './view-row.tsx';

interface ViewsMenuProps {
  readonly view: View;
  readonly onApply: (view: View) => void;
}

/** What the dropdown shows: the list, with the name of one view in edit, or the form for a new one. */
type Mode = { readonly kind: 'list' | 'new' } | { readonly kind: 'rename'; readonly id: string };

const LIST: Mode = { kind: 'list' };

/** Saved views: filters, search, order and columns under a name, the same on all devices of the person. */
export function ViewsMenu({ view, onApply }: ViewsMenuProps) {
  const [isOpen, setOpen] = useState(false);
  const [mode, setMode] = useState(LIST);
  const { views, save, rename, remove } = useViews();
  const close = () => setOpen(false);
  return (
    <Popover
      opened={isOpen}
      onChange={setOpen}
      position="bottom-end"
      width={280}
      trapFocus
      returnFocus
      shadow="md"
      // Escape in the field of a name leaves the field.
      closeOnEscape={mode.kind === 'list'}
      onExitTransitionEnd={() => setMode(LIST)}
    >
      <Popover.Target>
        <Button
          variant="default"
          leftSection={<IconBookmark {...SMALL_ICON} />}
          aria-expanded={isOpen}
          aria-haspopup="dialog"
          onClick={() => setOpen(!isOpen)}
        >
          {i18n.t('Views')}
        </Button>
      </Popover.Target>
      <Popover.Dropdown data-own-escape className={styles['views']}>
        {views.length === 0 && mode.kind === 'list' ? (
          <p className={styles['noViews']}>
            {i18n.t('A view keeps filters, search, order and columns under a name.')}
          </p>
        ) : (
          <ul className={styles['viewList']}>
            {views.map((one) => (
              <ViewRow
                key={one.id}
                view={one}
                isCurrent={isSameView(one, view)}
                isRenamed={mode.kind === 'rename' && mode.id === one.id}
                isFree={(name) => [undefined, one.id].includes(viewNamed(views, name)?.id)}
                onApply={() => {
                  onApply(one);
                  close();
                }}
                onEdit={(isEdited) => setMode(isEdited ? { kind: 'rename', id: one.id } : LIST)}
                onRename={(name) => rename(one, name)}
                onDelete={() => remove(one)}
              />
            ))}
          </ul>
        )}
        {mode.kind === 'new' ? (
          <ViewNameForm
            isTaken={(name) => viewNamed(views, name) !== undefined}
            onSave={(name) => {
              save(view, name);
              close();
            }}
            onCancel={() => setMode(LIST)}
          />
        ) : (
          <Button
            ref={restoreLostFocus}
            key={views.length}
            fullWidth
            variant="light"
            onClick={() => setMode({ kind: 'new' })}
          >
            {i18n.t('Save this view…')}
          </Button>
        )}
      </Popover.Dropdown>
    </Popover>
  );
}
