import { Suspense } from 'react';
import type { Task } from '../../../model/entities/task.ts';
import { useSubtasks } from '../../data/subtasks.ts';
import { useTaskFiles } from '../../data/task-files.ts';
import { useTaskSteps } from '../../data/task-steps.ts';
import { prefetch } from '../../ui/prefetch.ts';
import { TaskFiles } from './files/task-files.tsx';
import { SubtaskList } from './subtask-list.tsx';
import { TaskStream } from './task-stream.tsx';

const signOff = prefetch(async () => (await import('./sign-off.tsx')).SignOff);
const { Component: SignOff } = signOff;
const { Component: NoteSeen } = prefetch(async () => (await import('./note-seen.tsx')).NoteSeen);

/** Loads the section "Sign-off" before it is needed. */
export const loadSignOff = signOff.load;

/** Target of a link inside a task. */
export interface TaskPoint {
  readonly comment?: string;
  readonly subtask?: string;
}

interface Props {
  readonly task: Task;
  /** Comment linked by the address. */
  readonly commentId: string | undefined;
  /** Subtask opened by the address; `new` for the form. */
  readonly subtaskId: string | undefined;
  readonly onSubtask: (subtaskId: string | undefined) => void;
  /** Opens the form of a subtask. */
  readonly onEditSubtask: (subtaskId: string) => void;
  readonly onCopyLink: (point: TaskPoint) => void;
}

/** Subtasks, files, sign-off and comments: shown together, so that none of them moves another as its rows are read. */
export function TaskSections({ task, commentId, subtaskId, onSubtask, ...rest }: Props) {
  const subtasks = useSubtasks(task.id);
  const files = useTaskFiles(task.id);
  const steps = useTaskSteps(task.id);
  if (subtasks === undefined || files === undefined || steps === undefined) return null;
  return (
    <>
      <SubtaskList
        task={task}
        subtasks={subtasks}
        open={subtaskId}
        onOpen={onSubtask}
        onEdit={rest.onEditSubtask}
        onCopyLink={(subtask) => rest.onCopyLink({ subtask })}
      />
      <TaskFiles task={task} files={files} />
      <Suspense>
        {steps.length > 0 && <SignOff task={task} steps={steps} />}
        <NoteSeen task={task} />
      </Suspense>
      <TaskStream
        task={task}
        highlighted={commentId}
        onCopyLink={(comment) => rest.onCopyLink({ comment })}
      />
    </>
  );
}
