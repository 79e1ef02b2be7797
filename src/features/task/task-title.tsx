import { Textarea } from '@mantine/core';
import { useState } from 'react';
import type { Task } from '../../../model/entities/task.ts';
import { mayEditTask } from '../../../model/permissions/task.ts';
import { codePoints, NAME_LIMIT, TASK_NAME_TOO_LONG } from '../../../model/shared/text.ts';
import { useDraft } from '../../data/drafts.ts';
import { useTaskEdits } from '../../data/task-edits.ts';
import { i18n, translated } from '../../i18n/i18n.ts';
import { moveFocus } from '../../ui/focus/move-focus.ts';
import { useNameField } from '../../ui/forms/use-name-field.ts';
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
  const field = useNameField<HTMLTextAreaElement>({
    name: task.name,
    draft,
    check: (name) => (codePoints(name) >= NAME_LIMIT ? translated(TASK_NAME_TOO_LONG) : undefined),
    save: async (name) => await edits.rename(task.id, name),
    onDone,
  });
  return (
    <Textarea
      data-own-escape
      autosize
      maxRows={6}
      size="sm"
      className={classes.titleField}
      aria-label={i18n.t('Task name')}
      {...field}
    />
  );
}
