import { useMemo } from 'react';
import { inOrder } from '../../model/entities/step-order.ts';
import type { TaskStep } from '../../model/entities/task-step.ts';
import type { Task } from '../../model/entities/task.ts';
import { localDay } from '../../model/shared/dates.ts';
import { stepsOfProject, tasksByIds } from '../../sync/client/index.ts';
import { useLive } from './client.tsx';

export interface ReportFilter {
  readonly project: string;
  /** Steps of this task alone. */
  readonly task: string | undefined;
  /** Steps of the tasks that are in this card now. */
  readonly card: string | undefined;
  /** First and last day by this device's time zone, `YYYY-MM-DD`; undefined: no limit. */
  readonly from: string | undefined;
  readonly to: string | undefined;
}

export interface ReportLine {
  readonly step: TaskStep;
  /** Undefined if the task is not on this device. */
  readonly task: Task | undefined;
}

/** Steps of a project by the time they were done, oldest first, from this device alone; undefined while they are read. */
export function useSignOffReport(filter: ReportFilter): readonly ReportLine[] | undefined {
  const { project, task, card, from, to } = filter;
  const read = useLive(
    async (db) => {
      const steps = await stepsOfProject(db, project);
      const tasks = await tasksByIds(db, [...new Set(steps.map((step) => step.task))]);
      return { steps, tasks };
    },
    [project],
  );
  return useMemo(() => {
    if (read === undefined) return undefined;
    const tasks = new Map(read.tasks.map((one) => [one.id, one]));
    return inOrder(read.steps)
      .filter((step) => isInReport(step, tasks.get(step.task), { task, card, from, to }))
      .toSorted((left, right) => Date.parse(left.done_at) - Date.parse(right.done_at))
      .map((step) => ({ step, task: tasks.get(step.task) }));
  }, [read, task, card, from, to]);
}

/** True for a step that the report lists: by the time it was done, on the viewer's day. */
export function isInReport(
  step: TaskStep,
  of: Pick<Task, 'card'> | undefined,
  { task, card, from, to }: Omit<ReportFilter, 'project'>,
): boolean {
  if (task !== undefined && step.task !== task) return false;
  if (card !== undefined && of?.card !== card) return false;
  const at = Date.parse(step.done_at);
  const day = localDay(at, new Date(at).getTimezoneOffset());
  return (from === undefined || day >= from) && (to === undefined || day <= to);
}
