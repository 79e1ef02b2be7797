import { useState } from 'react';
import type { Task } from '../../../model/entities/task.ts';
import { useHasDraft } from '../../data/stored-drafts.ts';
import { useSubtask } from '../../data/subtasks.ts';
import { SubtaskForm } from './subtask-form.tsx';

interface Props {
  readonly task: Task;
  /** Subtask that the address opens; `new` is the form of a new one. */
  readonly subtaskId: string;
  /** True when the form of the open subtask was asked for. */
  readonly isEditing: boolean;
  readonly onEdited: () => void;
  readonly onClose: () => void;
}

/** Create New Subtask and Update Subtask above the panel of the task (board spec, 2). */
export function SubtaskForms({ task, subtaskId, isEditing, onEdited, onClose }: Props) {
  const subtask = useSubtask(subtaskId === 'new' ? undefined : subtaskId);
  const [isResumed, setResumed] = useState(useHasDraft(`subtask-edit:${subtaskId}`));
  if (subtaskId === 'new') return <SubtaskForm task={task} onClose={onClose} />;
  if (subtask?.status !== true || !(isEditing || isResumed)) return null;
  const close = () => {
    setResumed(false);
    onEdited();
  };
  return <SubtaskForm task={task} subtask={subtask} onClose={close} />;
}
