import { isDeepStrictEqual } from 'node:util';
import { type Task, tasks } from '../../../model/entities/task.ts';
import { type TaskStep, taskSteps } from '../../../model/entities/task-step.ts';
import type { CommittedChange } from '../../../server/writer/writer-types.ts';

/**
 * SIGN-1: a version that changes the ticks of a task writes exactly one step of it, unless it changes the assignees;
 * without such a change only a return writes one. A step is never changed, and removed only in the version that erases
 * its task (ERASE-1.2): only its project and scope follow its task. One watch per start of the server, because a restored backup has older rows.
 */
export function createStepsWatch() {
  const known = new Map<string, Task>();
  const kept = new Map<string, TaskStep>();
  const stepFault = (change: CommittedChange, erased: ReadonlySet<string>): string | undefined => {
    if (change.table !== taskSteps.table) return undefined;
    if (change.kind === 'del') {
      const task = kept.get(change.id)?.task;
      // A step from before the start of this server is not known; its task is erased with it, or nothing is.
      const isErased = task === undefined ? erased.size > 0 : erased.has(task);
      return isErased ? undefined : `step ${change.id} was removed`;
    }
    if (change.kind !== 'put') return undefined;
    const step = taskSteps.parse(change.row);
    const before = kept.get(step.id);
    kept.set(step.id, step);
    if (before === undefined || isDeepStrictEqual(fixed(before), fixed(step))) return undefined;
    return `step ${step.id} was changed`;
  };
  const tickFault = (task: Task, steps: readonly TaskStep[]): string | undefined => {
    const before = known.get(task.id);
    known.set(task.id, task);
    if (before === undefined || !isDeepStrictEqual(assigned(before), assigned(task))) {
      return undefined;
    }
    const isChanged = !isDeepStrictEqual(ticks(before), ticks(task));
    if (isChanged && steps.length !== 1) {
      return `the ticks of ${task.id} changed with ${String(steps.length)} steps`;
    }
    if (!isChanged && steps.some(({ kind }) => kind !== 'sent_back')) {
      return `${task.id} has a step without a change of its ticks`;
    }
    return undefined;
  };
  return (changes: readonly CommittedChange[]): readonly string[] => {
    const puts = changes.filter((change) => change.kind === 'put');
    const added = puts
      .filter(({ table }) => table === taskSteps.table)
      .map(({ row }) => taskSteps.parse(row))
      .filter(({ id }) => !kept.has(id));
    const erased = new Set(
      changes.flatMap((one) => (one.kind === 'del' && one.table === tasks.table ? [one.id] : [])),
    );
    const found = changes.map((change) => stepFault(change, erased));
    for (const { table, row } of puts) {
      if (table !== tasks.table) continue;
      const task = tasks.parse(row);
      const own = added.filter((step) => step.task === task.id);
      // The steps of a task that moves to another project arrive with it.
      const isMoved = known.get(task.id)?.project !== task.project;
      if (isMoved) known.set(task.id, task);
      else found.push(tickFault(task, own));
    }
    return found.filter((fault) => fault !== undefined);
  };
}

function fixed({ project: _project, scope: _scope, v: _version, ...rest }: TaskStep): object {
  return rest;
}

function assigned({ assigned_to, assigned_users }: Task): unknown {
  return [assigned_to, assigned_users];
}

function ticks(task: Task): unknown {
  const { is_completed_at, is_completed_emp_at } = task;
  return [
    task.ticks,
    task.is_completed,
    is_completed_at,
    task.is_completed_employee,
    is_completed_emp_at,
  ];
}
