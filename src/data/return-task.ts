import { useCallback } from 'react';
import type { Task } from '../../model/entities/task.ts';
import { taskArchive } from '../../model/mutations/task/task-archive.ts';
import { taskDelete } from '../../model/mutations/task/task-delete.ts';
import type { Actor } from '../../model/permissions/actor.ts';
import { mayDeleteTask, mayDirectTask } from '../../model/permissions/task.ts';
import type { Refusal } from '../../model/shared/errors.ts';
import { type AccountDb, findTask } from '../../sync/client/index.ts';
import { i18n, message, type Message } from '../i18n/i18n.ts';
import { withReasons } from './bulk-messages.ts';
import { type BulkResult, writePlan } from './bulk-tasks.ts';
import {
  type ClientValue,
  useActor,
  useClientValue,
  useShowRefusal,
  useTryMutate,
  wasReported,
} from './client.tsx';
import { CARD_ARCHIVED, returnMoves } from './return-plan.ts';
import {
  type ShowSuccess,
  type SuccessOptions,
  type UndoOutcome,
  useShowSuccess,
} from './success.tsx';
import type { Plan } from './task-plans.ts';

/** What makes a task visible again, with its inverse, its rule and its message where the task moves as well. */
interface Return {
  readonly step: Plan[number];
  readonly rule: (actor: Actor, task: Task) => Refusal | undefined;
  readonly message: (card: string) => Message;
}

/** Refusal; undefined when the change is committed on this device, or the reasons were shown. */
type Outcome = Refusal | undefined;

/**
 * Unarchives a task, or takes its deletion back. A task whose card is archived moves to the first active card of its
 * project, since the board does not show it otherwise. A refusal is shown and returned.
 */
export function useReturnTask() {
  const tryMutate = useTryMutate();
  const returnElsewhere = useReturnElsewhere();
  const showRefusal = useShowRefusal();
  const shown = useCallback(
    async (outcome: Outcome) => {
      if (outcome !== undefined && !wasReported(outcome)) await showRefusal(outcome.message);
      return outcome;
    },
    [showRefusal],
  );
  const unarchive = useCallback(
    async (task: Task, success?: SuccessOptions): Promise<Outcome> => {
      const moved = await returnElsewhere(task, unarchived(task));
      if (moved !== 'card is shown') return await shown(moved);
      return await shown(await tryMutate(taskArchive, { id: task.id, status: true }, { success }));
    },
    [tryMutate, returnElsewhere, shown],
  );
  const restore = useCallback(
    async (task: Task): Promise<Outcome> => {
      const moved = await returnElsewhere(task, restored(task));
      if (moved !== 'card is shown') return await shown(moved);
      const args = { id: task.id, deleted: false, status: true };
      return await shown(await tryMutate(taskDelete, args, { success: {} }));
    },
    [tryMutate, returnElsewhere, shown],
  );
  return { unarchive, restore };
}

interface ReturnDeps extends Pick<ClientValue, 'account' | 'changes' | 'showRefusal'> {
  readonly actor: Actor | undefined;
  readonly showSuccess: ShowSuccess;
}

function useReturnElsewhere() {
  const value = useClientValue();
  const actor = useActor();
  const showSuccess = useShowSuccess();
  return useCallback(
    (task: Task, to: Return) => returnElsewhere({ ...value, actor, showSuccess }, task, to),
    [value, actor, showSuccess],
  );
}

async function returnElsewhere(
  { account, actor, changes, showSuccess, showRefusal }: ReturnDeps,
  task: Task,
  to: Return,
): Promise<Outcome | 'card is shown'> {
  if (account === undefined || actor === undefined) return 'card is shown';
  const found = await returnPlan(account.db, task, to.step);
  if (found === undefined) return 'card is shown';
  // Asked before: who may not unarchive the task may be allowed to move it.
  const refusal = to.rule(actor, task);
  if (refusal !== undefined) return refusal;
  if (found === 'no card') return CARD_ARCHIVED;
  const result = await changes.run(() => writePlan(account, found.plan));
  if (result.done.length === 0) {
    if (result.reasons.length > 0) await showRefusal(result.reasons.join('\n'));
    return undefined;
  }
  const { undo } = result;
  showSuccess({
    message: withReasons(i18n.t(to.message(found.card)), result),
    ...(undo && { undo: () => reverted(() => changes.run(undo), showRefusal) }),
  });
  return undefined;
}

/**
 * The undo of an archiving, or of a deletion, where the card of the task has been archived since: as `useReturnTask`.
 * Undefined when nothing was done, because the card is shown; false when a message says what was done or refused.
 */
export async function undoElsewhere(
  deps: ReturnDeps,
  id: string,
  undone: 'archiving' | 'deletion',
): Promise<false | undefined> {
  const task = deps.account && (await findTask(deps.account.db, id));
  if (task === undefined) return undefined;
  const to = undone === 'archiving' ? unarchived(task) : restored(task);
  const moved = await returnElsewhere(deps, task, to);
  if (moved === 'card is shown') return undefined;
  if (moved !== undefined && !wasReported(moved)) await deps.showRefusal(moved.message);
  return false;
}

/**
 * The step and a move to the end of the first active card, whose name is `card`; undefined where the task's own card is
 * active.
 */
export async function returnPlan(
  db: AccountDb,
  task: Task,
  step: Plan[number],
): Promise<{ readonly plan: Plan; readonly card: string } | 'no card' | undefined> {
  const { moves, hidden } = await returnMoves(db, [task]);
  if (hidden.length > 0) return 'no card';
  const [move] = moves;
  if (move === undefined) return undefined;
  // Where the step itself is not reverted, the move is not either.
  const back = step.back === undefined ? undefined : move.back;
  return { plan: [step, { ...move, back }], card: move.card };
}

function unarchived(task: Task): Return {
  const { id } = task;
  return {
    step: {
      task,
      change: taskArchive.prepare({ id, status: true }),
      back: taskArchive.prepare({ id, status: false }),
    },
    rule: mayDirectTask,
    message: (card) =>
      message('Task unarchived in “{card}”, because its own card is archived', { card }),
  };
}

function restored(task: Task): Return {
  const change = taskDelete.prepare({ id: task.id, deleted: false, status: true });
  return {
    step: { task, change, back: undefined },
    rule: mayDeleteTask,
    message: (card) =>
      message('Task restored in “{card}”, because its own card is archived', { card }),
  };
}

async function reverted(
  undo: NonNullable<BulkResult['undo']>,
  showRefusal: (reason: string) => Promise<void>,
): Promise<UndoOutcome> {
  const { isChanged, done, reasons } = await undo();
  if (isChanged) return 'changed';
  if (done.length > 0) return 'undone';
  if (reasons.length > 0) await showRefusal(reasons.join('\n'));
  return 'refused';
}
