import { TextInput } from '@mantine/core';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import type { Subtask } from '../../../model/entities/subtask.ts';
import { codePoints, NAME_LIMIT, SUBTASK_NAME_TOO_LONG } from '../../../model/shared/text.ts';
import { useDraft } from '../../data/drafts.ts';
import { useSubtaskEdits } from '../../data/subtask-edits.ts';
import { useRename } from '../../ui/forms/use-rename.ts';
import classes from './subtasks.module.css';

interface Props {
  readonly subtask: Subtask;
  /** `isByKey`: the field still has the focus. */
  readonly onDone: (isByKey: boolean) => void;
}

/** Key of the draft of a name. */
export function nameDraftOf({ id }: Subtask): string {
  return `subtask-name:${id}`;
}

/** Name of a subtask as a field: Enter or leaving it saves, Escape keeps the old name. */
export function SubtaskNameField({ subtask, onDone }: Props) {
  const draft = useDraft(nameDraftOf(subtask), { name: subtask.name });
  const edits = useSubtaskEdits();
  const input = useRef<HTMLInputElement>(null);
  const isClosed = useRef(false);
  useEffect(() => {
    input.current?.focus();
    input.current?.select();
  }, []);
  const close = () => {
    isClosed.current = true;
    draft.clear();
    onDone(document.activeElement === input.current);
  };
  const isTooLong = codePoints(draft.values.name.trim()) >= NAME_LIMIT;
  const { field, canSave, save } = useRename({
    name: subtask.name,
    store: draft,
    canSave: (name) => name !== '' && !isTooLong,
    save: async (name) => await edits.rename(subtask, name),
    onDone: close,
  });
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Escape') close();
    else if (event.key === 'Enter') save();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <TextInput
      ref={input}
      data-own-escape
      size="xs"
      className={classes.grow}
      aria-label="Subtask name"
      error={isTooLong ? SUBTASK_NAME_TOO_LONG : undefined}
      {...field}
      onKeyDown={onKeyDown}
      onBlur={() => {
        if (isClosed.current) return;
        if (canSave) save();
        else if (!isTooLong) close();
      }}
    />
  );
}
