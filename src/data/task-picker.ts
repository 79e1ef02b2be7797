import { createContext, useContext, useEffect } from 'react';

/** Property of a task that a picker changes. */
export type PickerKind =
  | 'assignee'
  | 'further-assignee'
  | 'collaborators'
  | 'priority'
  | 'due'
  | 'start'
  | 'label'
  | 'stage'
  | 'name'
  /** What the task asks for with "done", and the tick. */
  | 'done';

export interface PickerRequest {
  readonly kind: PickerKind;
  /** Ids of tasks of one project. */
  readonly tasks: readonly string[];
  /** Changes the assignee or a date of this subtask of the one task. */
  readonly subtask?: string;
}

export interface TaskPicker {
  /** Opens the picker; shows the permission message when the person may not change the task. */
  readonly open: (request: PickerRequest) => void;
  /** Tasks that a key changes as long as they are selected; undefined: the focused or the open one. */
  readonly select: (tasks: readonly string[] | undefined) => void;
}

export const TaskPickerContext = createContext<TaskPicker | undefined>(undefined);

export function useTaskPicker(): TaskPicker {
  const picker = useContext(TaskPickerContext);
  if (picker === undefined) throw new Error('A picker needs TaskPickerContext');
  return picker;
}

/** Directs the keys of the pickers at these tasks, if there are any, while the component is mounted. */
export function usePickerTargets(tasks: ReadonlySet<string>): void {
  const { select } = useTaskPicker();
  useEffect(() => {
    if (tasks.size > 0) select([...tasks]);
    return () => select(undefined);
  }, [select, tasks]);
}
