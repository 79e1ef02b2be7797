import { useCallback, useMemo } from 'react';
import type { Card } from '../../model/entities/card.ts';
import type { Task } from '../../model/entities/task.ts';
import type { Prepared } from '../../model/mutations/define-mutation.ts';
import { taskArchive } from '../../model/mutations/task/task-archive.ts';
import { taskAssign } from '../../model/mutations/task/task-assign.ts';
import { taskMove } from '../../model/mutations/task/task-move.ts';
import { taskSetFlag } from '../../model/mutations/task/task-set-flag.ts';
import { compareRanked, rankBetween, ranksAfter } from '../../model/shared/rank.ts';
import { type Account, findCard, columnEnds, tasksByIds } from '../../sync/client/index.ts';
import { reasonsOf, useAccount, useChangesInFlight, useLive, useShowRefusal } from './client.tsx';
import { type AppliedFilter, fitsFilter } from './task-filter.ts';

/** Result of a change of several tasks. */
export interface BulkResult {
  /** Tasks that were changed, with their values before the change. */
  readonly done: readonly Task[];
  /** Number of tasks that were left out. */
  readonly left: number;
  /** Reasons for leaving tasks out, without duplicates; a reason already shown to the person is not repeated. */
  readonly reasons: readonly string[];
  /**
   * Reverts the change for the changed tasks; resolves to the reasons for those that could not be reverted,
   * as in `reasons`.
   */
  readonly undo: () => Promise<readonly string[]>;
}

/** Tasks of this set that the board does not show; undefined while they are read. */
export function useHiddenTasks(
  ids: readonly string[],
  cards: readonly Card[],
  filter: AppliedFilter | undefined,
): readonly string[] | undefined {
  return useLive(
    async (db) => hiddenOf(ids, await tasksByIds(db, ids), cards, filter),
    [ids, cards, filter],
  );
}

/**
 * Applies one change to many tasks. Each task is checked and sent as a mutation of its own, all written in
 * one local transaction. Tasks that the person may not change are left out and reported.
 */
export function useBulkTasks() {
  const account = useAccount();
  const changes = useChangesInFlight();
  const run = useCallback(
    async (ids: readonly string[], plan: (tasks: readonly Task[]) => Promise<Plan>) => {
      if (account === undefined) return NOTHING;
      return await changes.run(async () =>
        writePlan(account, await plan(active(await tasksByIds(account.db, ids)))),
      );
    },
    [account, changes],
  );
  return useMemo(
    () => ({
      /** To the end of the column, in their current order. */
      move: async (ids: readonly string[], cardId: string) =>
        await run(ids, async (tasks) => await movePlan(account, tasks, cardId)),
      /** Between two other tasks of the column, in their current order. */
      place: async (ids: readonly string[], cardId: string, place: Between) =>
        await run(ids, async (tasks) => await placePlan(account, tasks, cardId, place)),
      /** Assigns a task to this person; adds the person to a multi-user task. */
      assign: async (ids: readonly string[], person: string) =>
        await run(ids, async (tasks) => assignPlan(tasks, person)),
      flag: async (ids: readonly string[], flag: string) =>
        await run(ids, async (tasks) => flagPlan(tasks, flag)),
      archive: async (ids: readonly string[]) =>
        await run(ids, async (tasks) => archivePlan(tasks)),
    }),
    [account, run],
  );
}

/** Reverts a change of several tasks and shows the reason if that is refused. */
export function useUndoBulk(): (result: BulkResult) => Promise<void> {
  const showRefusal = useShowRefusal();
  const changes = useChangesInFlight();
  return useCallback(
    async ({ undo }) => {
      const reasons = await changes.run(undo);
      if (reasons.length > 0) await showRefusal(reasons.join('\n'));
    },
    [showRefusal, changes],
  );
}

/** Ids of the neighbours, which are not among the moved tasks; undefined at an end. */
export interface Between {
  readonly before: string | undefined;
  readonly after: string | undefined;
}

/** Ids without an active task in one of the columns that passes the filter. */
export function hiddenOf(
  ids: readonly string[],
  tasks: readonly Task[],
  cards: readonly { readonly id: string }[],
  filter: AppliedFilter | undefined,
): readonly string[] {
  const shown = tasks.filter(
    (task) =>
      task.status &&
      cards.some(({ id }) => id === task.card) &&
      (filter === undefined || fitsFilter(task, filter)),
  );
  const seen = new Set(shown.map(({ id }) => id));
  return ids.filter((id) => !seen.has(id));
}

/** Mutation for each task with its inverse; a task that has the value already is omitted. */
type Plan = readonly {
  readonly task: Task;
  readonly change: Prepared;
  /** Undefined when the previous state cannot be written again. */
  readonly back: Prepared | undefined;
}[];

export function assignPlan(tasks: readonly Task[], person: string): Plan {
  return tasks
    .filter((task) => task.assigned_to !== person && !task.assigned_users.includes(person))
    .map((task) => {
      const people = task.assigned_users;
      const assigned = people.length > 0 ? [...people, person] : [];
      return {
        task,
        change: assignment(task, assigned.length > 0 ? null : person, assigned),
        back: assignment(task, task.assigned_to, people, true),
      };
    });
}

export function flagPlan(tasks: readonly Task[], flag: string): Plan {
  return tasks
    .filter((task) => task.flag !== flag)
    .map((task) => ({
      task,
      change: taskSetFlag.prepare({ id: task.id, flag }),
      back: task.flag === null ? undefined : taskSetFlag.prepare({ id: task.id, flag: task.flag }),
    }));
}

export function archivePlan(tasks: readonly Task[]): Plan {
  return tasks.map((task) => ({
    task,
    change: taskArchive.prepare({ id: task.id, status: false }),
    back: taskArchive.prepare({ id: task.id, status: true }),
  }));
}

async function movePlan(
  account: Account | undefined,
  tasks: readonly Task[],
  cardId: string,
): Promise<Plan> {
  const card = account === undefined ? undefined : await findCard(account.db, cardId);
  if (account === undefined || card === undefined) return [];
  const elsewhere = tasks.filter((task) => task.card !== cardId);
  const { last } = await columnEnds(account.db, cardId);
  const ranks = ranksAfter(last?.rank, elsewhere.length);
  return elsewhere.map((task, index) => ({
    task,
    change: place({ ...task, project: card.project, card: cardId, rank: ranks[index] ?? 'V' }),
    back: place(task),
  }));
}

async function placePlan(
  account: Account | undefined,
  tasks: readonly Task[],
  cardId: string,
  { before, after }: Between,
): Promise<Plan> {
  const card = account === undefined ? undefined : await findCard(account.db, cardId);
  if (account === undefined || card === undefined) return [];
  const ends = [before, after].filter((id) => id !== undefined);
  const rankOf = new Map((await tasksByIds(account.db, ends)).map(({ id, rank }) => [id, rank]));
  const last = after === undefined ? undefined : rankOf.get(after);
  let rank = before === undefined ? undefined : rankOf.get(before);
  return tasks.map((task) => {
    rank = rankBetween(rank, last);
    return {
      task,
      change: place({ ...task, project: card.project, card: cardId, rank }),
      back: place(task),
    };
  });
}

function place({ id, project, card, rank }: Task): Prepared {
  return taskMove.prepare({ id, project, card, rank });
}

function assignment(
  { id, project }: Task,
  assigned_to: string | null,
  assigned_users: readonly string[],
  isUndone = false,
): Prepared {
  const assigned = { id, project, assigned_to, assigned_users: [...assigned_users] };
  return taskAssign.prepare({ ...assigned, ...(isUndone && { taken_back: true }) });
}

const NOTHING: BulkResult = { done: [], left: 0, reasons: [], undo: async () => [] };

/** Writes a plan in one transaction. */
export async function writePlan(
  account: Pick<Account, 'mutateAll'>,
  plan: Plan,
): Promise<BulkResult> {
  if (plan.length === 0) return NOTHING;
  const refusals = await account.mutateAll(plan.map(({ change }) => change));
  const done = plan.filter((_, index) => refusals[index] === undefined);
  const back = done.flatMap((step) => (step.back === undefined ? [] : [step.back]));
  return {
    done: done.map(({ task }) => task),
    left: plan.length - done.length,
    reasons: reasonsOf(refusals),
    undo: async () => reasonsOf(await account.mutateAll(back)),
  };
}

function active(tasks: readonly Task[]): readonly Task[] {
  return tasks.filter((task) => task.status).toSorted(compareRanked);
}
