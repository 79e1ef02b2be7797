import { ActionIcon, TextInput, Tooltip } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import type { Todo } from '../../../model/entities/todo.ts';
import { useDraft } from '../../data/drafts.ts';
import { i18n } from '../../i18n/i18n.ts';
import { SMALL_ICON } from '../../ui/marks/icon.ts';
import { useRename } from '../../ui/forms/use-rename.ts';
import { BLUR_SAVE } from './todo-format.ts';
import styles from './todo.module.css';
import { useTodoActions } from './use-todo-actions.ts';

/** Key of a name draft on this device. */
export function renameDraft(id: string): string {
  return `todo-rename:${id}`;
}

interface TodoNameProps {
  readonly todo: Todo;
  readonly onDone: () => void;
}

/**
 * Renaming in place: Enter, the tick, or 200 ms without the focus saves; an unchanged name cancels, an empty
 * one is ignored (board spec, 4).
 */
export function TodoName({ todo, onDone }: TodoNameProps) {
  const draft = useDraft(renameDraft(todo.id), { name: todo.name });
  const actions = useTodoActions();
  const field = useRef<HTMLInputElement>(null);
  const blurred = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => {
    field.current?.focus();
    field.current?.select();
    return () => clearTimeout(blurred.current);
  }, []);
  const close = () => {
    clearTimeout(blurred.current);
    draft.clear();
    onDone();
  };
  const {
    field: nameField,
    canSave,
    save,
  } = useRename({
    name: todo.name,
    store: draft,
    save: (name) => actions.rename(todo, name),
    onDone: close,
  });
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') {
      // An unchanged name gives the focus back at once, to a button that Enter would press.
      event.preventDefault();
      save();
    }
    if (event.key === 'Escape') close();
  };
  return (
    <div
      className={styles['naming']}
      data-own-escape
      onFocus={() => clearTimeout(blurred.current)}
      onBlur={() => {
        blurred.current = setTimeout(() => {
          if (canSave) save();
          else close();
        }, BLUR_SAVE);
      }}
    >
      <TextInput
        ref={field}
        className={styles['grow']}
        size="xs"
        aria-label={i18n.t('Name of {name}', { name: todo.name })}
        maxLength={200}
        {...nameField}
        onKeyDown={onKeyDown}
      />
      <Tooltip label={i18n.t('Save')}>
        <ActionIcon
          variant="light"
          color="brand"
          aria-label={i18n.t('Save name of {name}', { name: todo.name })}
          onClick={() => save()}
        >
          <IconCheck {...SMALL_ICON} />
        </ActionIcon>
      </Tooltip>
    </div>
  );
}
