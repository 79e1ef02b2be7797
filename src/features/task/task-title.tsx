import { Textarea } from '@mantine/core';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import type { Task } from '../../../model/entities/task.ts';
import { mayEditTask } from '../../../model/permissions/task.ts';
import { codePoints, NAME_LIMIT, TASK_NAME_TOO_LONG } from '../../../model/shared/text.ts';
import { useDraft } from '../../data/drafts.ts';
import { useTaskEdits } from '../../data/task-edits.ts';
import { moveFocus } from '../../ui/focus/move-focus.ts';
import { useRename } from '../../ui/forms/use-rename.ts';
import classes from './task-panel.module.css';
import { usePermissionMessage } from './use-permission-message.ts';

/** Name of a task, edited by a click: Enter or leaving the field saves, Escape keeps the old name. */
export function TaskTitle({ task }: { readonly task: Task }) {
  const draft = useDraft(`task-name:${task.id}`, { name: task.name });
  const [isEditing, setEditing] = useState(draft.isDirty);
  const [isLeft, setLeft] = useState(false);
  const permission = usePermissionMessage(task)(mayEditTask);
  if (!permission.offered) return <>{task.name}</>;
  if (isEditing) {
    const done = (isByKey: boolean) => {
      setEditing(false);
      setLeft(isByKey);
    };
    return <TitleField task={task} draft={draft} onDone={done} />;
  }
  return (
    <button
      type="button"
      ref={isLeft ? moveFocus : undefined}
      className={classes.titleButton}
      onClick={permission.blocked ?? (() => setEditing(true))}
    >
      {task.name}
    </button>
  );
}

interface FieldProps {
  readonly task: Task;
  readonly draft: {
    readonly values: { name: string };
    readonly set: (change: { name?: string }) => void;
    readonly clear: () => void;
  };
  /** `isByKey`: the field still has the focus. */
  readonly onDone: (isByKey: boolean) => void;
}

function TitleField({ task, draft, onDone }: FieldProps) {
  const edits = useTaskEdits();
  const input = useRef<HTMLTextAreaElement>(null);
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
  const { field, canSave, save } = useRename<HTMLTextAreaElement>({
    name: task.name,
    store: draft,
    canSave: (name) => name !== '' && !isTooLong,
    save: async (name) => await edits.rename(task.id, name),
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
    <Textarea
      ref={input}
      data-own-escape
      autosize
      maxRows={6}
      size="sm"
      className={classes.titleField}
      aria-label="Task name"
      error={isTooLong ? TASK_NAME_TOO_LONG : undefined}
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
