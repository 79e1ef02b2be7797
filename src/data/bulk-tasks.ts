import { useCallback, useMemo } from 'react';
import type { Card } from '../../model/entities/card.ts';
import type { Task } from '../../model/entities/task.ts';
import type { Prepared } from '../../model/mutations/define-mutation.ts';
import { isoSeconds } from '../../model/shared/dates.ts';
import { compareRanked } from '../../model/shared/rank.ts';
import { type Account, type AccountDb, tasksByIds } from '../../sync/client/index.ts';
import { i18n } from '../i18n/i18n.ts';
import { reasonsOf, useAccount, useActor, useChangesInFlight, useLive } from './client.tsx';
import { duplicatePlan, missingSubtasks } from './duplicate-task.ts';
import { CARD_ARCHIVED, onlyAfter, returnMoves } from './return-plan.ts';
import { type AppliedFilter, fitsFilter } from './task-filter.ts';
import {
  addAssigneePlan,
  addCollaboratorPlan,
  archivePlan,
  assignPlan,
  type Between,
  completePlan,
  deletePlan,
  duePlan,
  flagPlan,
  labelPlan,
  movePlan,
  type Plan,
  placePlan,
  removeAssigneePlan,
  removeCollaboratorPlan,
  renamePlan,
  setAssigneePlan,
  startPlan,
} from './task-plans.ts';

/** Result of a change of several tasks. */
export interface BulkResult {
  /** Tasks that were changed, with their values before the change. */
  readonly done: readonly Task[];
  /** Number of tasks that were left out. */
  readonly left: number;
  /** Reasons for leaving tasks out, without duplicates; a reason already shown to the person is not repeated. */
  readonly reasons: readonly string[];
  /**
   * Reverts the change for the changed tasks, those left out that somebody has changed again. Undefined when the values
   * before the change cannot be written again.
   */
  readonly undo: (() => Promise<BulkUndo>) | undefined;
}

export interface BulkUndo extends Pick<BulkResult, 'left' | 'reasons'> {
  /** Tasks that were reverted. */
  readonly done: readonly Task[];
  /** Nothing was reverted, because somebody has changed all of the tasks again. */
  readonly isChanged: boolean;
  /** Texts about tasks that became active in another card, because their own is archived. */
  readonly elsewhere: readonly string[];
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
  const actor = useActor();
  const run = useCallback(
    async (ids: readonly string[], plan: PlanOf) => {
      if (account === undefined) return NOTHING;
      return await changes.run(async () => {
        const tasks = active(await tasksByIds(account.db, ids));
        const steps = await plan(tasks, account);
        const result = await writePlan(account, steps);
        // Of several tasks that a filter hides afterwards, the message with their number is enough.
        const [one, second] = result.done;
        const step = second === undefined && steps.find(({ task }) => task === one);
        if (step) changes.committed(() => step.change);
        return result;
      });
    },
    [account, changes],
  );
  return useMemo(
    () => ({
      /** To the end of the column, in their current order. */
      move: async (ids: readonly string[], cardId: string) =>
        await run(ids, async (tasks, { db }) => await movePlan(db, tasks, cardId)),
      /** Between two other tasks of the column, in their current order. */
      place: async (ids: readonly string[], cardId: string, place: Between) =>
        await run(ids, async (tasks, { db }) => await placePlan(db, tasks, cardId, place)),
      /** Assigns a task to this person; adds the person to a multi-user task. */
      assign: async (ids: readonly string[], person: string) =>
        await run(ids, (tasks) => assignPlan(tasks, person)),
      /** Makes this person the only assignee; null clears the assignees. */
      setAssignee: async (ids: readonly string[], person: string | null) =>
        await run(ids, (tasks) => setAssigneePlan(tasks, person)),
      /** Adds an assignee beside the present ones. */
      addAssignee: async (ids: readonly string[], person: string) =>
        await run(ids, (tasks) => addAssigneePlan(tasks, person)),
      removeAssignee: async (ids: readonly string[], person: string) =>
        await run(ids, (tasks) => removeAssigneePlan(tasks, person)),
      addCollaborator: async (ids: readonly string[], person: string) =>
        await run(ids, (tasks) => addCollaboratorPlan(tasks, person)),
      removeCollaborator: async (ids: readonly string[], person: string) =>
        await run(ids, (tasks) => removeCollaboratorPlan(tasks, person)),
      flag: async (ids: readonly string[], flag: string) =>
        await run(ids, (tasks) => flagPlan(tasks, flag)),
      label: async (ids: readonly string[], label: string | null) =>
        await run(ids, (tasks) => labelPlan(tasks, label)),
      /** `YYYY-MM-DD`; null removes the due date. */
      due: async (ids: readonly string[], date: string | null) =>
        await run(ids, (tasks) => duePlan(tasks, date)),
      start: async (ids: readonly string[], date: string | null) =>
        await run(ids, (tasks) => startPlan(tasks, date)),
      rename: async (id: string, name: string) =>
        await run([id], (tasks) => renamePlan(tasks, name)),
      /** Ticks the checkbox of this person: the creator's, else the assignee's. */
      complete: async (ids: readonly string[]) =>
        await run(ids, (tasks, { now, newId }) =>
          completePlan(tasks, { actor, at: isoSeconds(now()), newId }),
        ),
      archive: async (ids: readonly string[]) => await run(ids, archivePlan),
      remove: async (ids: readonly string[]) => await run(ids, deletePlan),
      /** Adds a copy below each task, with its subtasks. */
      duplicate: async (ids: readonly string[]) => {
        const missing = account && (await missingSubtasks(account, ids));
        if (missing !== undefined) return { ...NOTHING, left: ids.length, reasons: [missing] };
        return await run(ids, duplicatePlan);
      },
    }),
    [run, actor, account],
  );
}

type PlanOf = (tasks: readonly Task[], account: Account) => Plan | Promise<Plan>;

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

const NOTHING: BulkResult = {
  done: [],
  left: 0,
  reasons: [],
  undo: undefined,
};

type Writer = Pick<Account, 'db' | 'mutateAll' | 'stillApply'>;

/** Writes a plan in one transaction. */
export async function writePlan(account: Writer, plan: Plan): Promise<BulkResult> {
  if (plan.length === 0) return NOTHING;
  const refusals = await account.mutateAll(plan.map(({ change }) => change));
  const done = plan.filter((_, index) => refusals[index] === undefined);
  const changed = tasksOf(done);
  const steps = done.flatMap(({ back, ...step }) => (back === undefined ? [] : { ...step, back }));
  return {
    done: [...changed],
    left: tasksOf(plan).size - changed.size,
    reasons: [...new Set([...reasonsOf(refusals), ...done.flatMap(({ lacks = [] }) => lacks)])],
    undo: steps.length === 0 ? undefined : async () => await undoSteps(account, steps),
  };
}

type Step = Plan[number] & { readonly back: Prepared };

async function undoSteps(account: Writer, steps: readonly Step[]): Promise<BulkUndo> {
  const standing = await account.stillApply(steps.map(({ change }) => change));
  const back = steps.filter((_, index) => standing[index] === true);
  const changed = tasksOf(steps.filter((_, index) => standing[index] !== true));
  const kept = changedAgain(changed.size);
  if (back.length === 0) {
    return { done: [], left: changed.size, reasons: kept, isChanged: true, elsewhere: [] };
  }
  const { shown, moves, hidden } = await withMoves(account.db, back);
  const changes = [...shown.map((step) => step.back), ...moves.map(({ change }) => change)];
  const refusals = await account.mutateAll(changes);
  const done = tasksOf(shown.filter((_, index) => refusals[index] === undefined));
  return {
    done: [...done],
    left: tasksOf(steps).size - done.size,
    reasons: [...kept, ...reasonsOf([...refusals, ...hidden])],
    isChanged: false,
    elsewhere: movedTo(moves.filter((_, index) => refusals[shown.length + index] === undefined)),
  };
}

/**
 * Steps to revert, and the moves that show their tasks where a card has been archived since. `hidden`: refusals of those
 * that no card would show.
 */
async function withMoves(db: AccountDb, steps: readonly Step[]) {
  const backOf = new Map(
    steps.flatMap(({ task, returns, back }) => (returns === true ? [[task.id, back]] : [])),
  );
  // As they are now: a task may have been moved since.
  const found = await returnMoves(db, await tasksByIds(db, [...backOf.keys()]));
  const hidden = new Set(found.hidden.map(({ id }) => id));
  return {
    shown: steps.filter(({ task }) => !hidden.has(task.id)),
    moves: found.moves.map(({ card, task, change }) => {
      const back = backOf.get(task.id);
      return { card, change: back === undefined ? change : onlyAfter(back, change) };
    }),
    hidden: found.hidden.map(() => CARD_ARCHIVED),
  };
}

function movedTo(moves: readonly { readonly card: string }[]): readonly string[] {
  return [...new Set(moves.map(({ card }) => card))].map((card) =>
    i18n.t(
      '{count, plural, one {# of them is in “{card}” now, because its own card is archived} other {# of them are in “{card}” now, because their own card is archived}}',
      { count: moves.filter((move) => move.card === card).length, card },
    ),
  );
}

function tasksOf(steps: readonly Pick<Step, 'task'>[]): ReadonlySet<Task> {
  return new Set(steps.map(({ task }) => task));
}

function changedAgain(count: number): readonly string[] {
  if (count === 0) return [];
  return [
    i18n.t(
      '{count, plural, one {# task was changed again and is left as it is} other {# tasks were changed again and are left as they are}}',
      { count },
    ),
  ];
}

function active(tasks: readonly Task[]): readonly Task[] {
  return tasks.filter((task) => task.status).toSorted(compareRanked);
}
