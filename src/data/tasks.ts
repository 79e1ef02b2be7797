import { useCallback, useState } from 'react';
import { archivedLane } from '../../model/entities/card.ts';
import { assigneesOf, type Task } from '../../model/entities/task.ts';
import { taskMove } from '../../model/mutations/task-move.ts';
import { type Actor, isAdministrative } from '../../model/permissions/actor.ts';
import { rankBetween } from '../../model/shared/rank.ts';
import {
  type AccountDb,
  findCard,
  findTask,
  laneEnds,
  laneTaskIds,
  laneTasks,
  marksOf,
  type PendingMark,
  tasksByIds,
} from '../../sync/client/index.ts';
import { useAccount, useActor, useLive, useMutate } from './client.tsx';

/** One task; null when this device has no such row, undefined while it is read. */
export function useTask(id: string | undefined): Task | null | undefined {
  return useLive(
    async (db) => (id === undefined ? null : ((await findTask(db, id)) ?? null)),
    [id],
  );
}

/** Ids of a column in board order, all or only the own ones; undefined while they are read. */
export function useColumnTaskIds(
  cardId: string,
  own: Actor | undefined,
): readonly string[] | undefined {
  return useLive(
    async (db) =>
      own === undefined
        ? await laneTaskIds(db, cardId)
        : (await laneTasks(db, cardId)).filter((task) => isOwn(task, own)).map((task) => task.id),
    [cardId, own?.orgUserId],
  );
}

/**
 * In organisations with special roles, people other than levels 1 to 3 see first the tasks they are assignee or
 * collaborator of, and the whole project when there are none (board spec, 6; product.md, 7). Gives the person whose
 * tasks to show, or undefined for all.
 */
export function useOwnTasksOnly(cardIds: readonly string[]): Actor | undefined {
  const actor = useActor();
  const filtered = actor?.specialRole === true && !isAdministrative(actor);
  const any = useLive(
    async (db) => actor !== undefined && filtered && (await hasOwn(db, cardIds, actor)),
    [actor?.orgUserId, filtered, cardIds.join()],
  );
  return any === true ? actor : undefined;
}

/**
 * The rows of a window of a column by id. Rows that did not change stay the same objects, and rows that were read
 * before stay until the new window is there, so that scrolling shows no holes.
 */
export function useTaskRows(ids: readonly string[]): ReadonlyMap<string, Task> {
  const [known, setKnown] = useState<KnownRows>({ found: undefined, rows: new Map() });
  const found = useLive((db) => tasksByIds(db, ids), [ids.join()]);
  if (found === undefined || found === known.found) return known.rows;
  const rows = remembered(known.rows, found);
  setKnown({ found, rows });
  return rows;
}

/** Marks of unsent work by task, for the tiles on screen; tasks without any are left out. */
export function useTaskMarks(ids: readonly string[]): ReadonlyMap<string, PendingMark> | undefined {
  return useLive((db) => marksOf(db, 'tasks', ids), [ids.join()]);
}

/** The archived tasks of a project. */
export function useArchivedTasks(projectId: string): readonly Task[] | undefined {
  return useLive((db) => laneTasks(db, archivedLane(projectId)), [projectId]);
}

/** Where to put a task: between two others of the card (ids, rendered or not), or at an end of it. */
export type TaskPlace =
  | { readonly before: string | undefined; readonly after: string | undefined }
  | 'top'
  | 'bottom';

/** Moves a task by one write, with a rank between its real neighbours. True when it is committed. */
export function useMoveTask(): (task: Task, cardId: string, place: TaskPlace) => Promise<boolean> {
  const account = useAccount();
  const mutate = useMutate();
  return useCallback(
    async (task, cardId, place) => {
      if (account === undefined) return false;
      const card = await findCard(account.db, cardId);
      const rank = await rankFor(account.db, cardId, place);
      const project = card?.project ?? task.project;
      return await mutate(taskMove, { id: task.id, project, card: cardId, rank });
    },
    [account, mutate],
  );
}

/** Puts a task back exactly where it was: the undo of a move. */
export function useRestorePlace(): (task: Task) => Promise<boolean> {
  const mutate = useMutate();
  return useCallback(
    async ({ id, project, card, rank }) => await mutate(taskMove, { id, project, card, rank }),
    [mutate],
  );
}

/** A rank at that place of a card. */
export async function rankFor(db: AccountDb, cardId: string, place: TaskPlace): Promise<string> {
  if (place === 'top' || place === 'bottom') {
    const { first, last } = await laneEnds(db, cardId);
    return place === 'top'
      ? rankBetween(undefined, first?.rank)
      : rankBetween(last?.rank, undefined);
  }
  const rankOf = async (id: string | undefined) =>
    id === undefined ? undefined : (await findTask(db, id))?.rank;
  return rankBetween(await rankOf(place.before), await rankOf(place.after));
}

async function hasOwn(db: AccountDb, cardIds: readonly string[], actor: Actor): Promise<boolean> {
  for (const cardId of cardIds) {
    if ((await laneTasks(db, cardId)).some((task) => isOwn(task, actor))) return true;
  }
  return false;
}

function isOwn(task: Task, actor: Actor): boolean {
  return (
    assigneesOf(task).includes(actor.orgUserId) || task.collaborators.includes(actor.orgUserId)
  );
}

interface KnownRows {
  /** The answer these rows are of. */
  readonly found: readonly Task[] | undefined;
  readonly rows: ReadonlyMap<string, Task>;
}

/** How many rows outside the window are kept to bridge a jump. */
const REMEMBERED = 400;

function remembered(
  before: ReadonlyMap<string, Task>,
  found: readonly Task[],
): ReadonlyMap<string, Task> {
  const next = new Map(before);
  let changed = false;
  for (const task of found) {
    const old = before.get(task.id);
    if (old !== undefined && sameRow(old, task)) continue;
    next.set(task.id, task);
    changed = true;
  }
  if (!changed) return before;
  const surplus = next.size - REMEMBERED;
  const kept = new Set(found.map((task) => task.id));
  const old = [...next.keys()].filter((id) => !kept.has(id)).slice(0, Math.max(0, surplus));
  for (const id of old) next.delete(id);
  return next;
}

/** Equal field by field: a row read again is a new object, also when nothing happened to it. */
function sameRow(left: Task, right: Task): boolean {
  return Object.keys(right).every((field) => {
    const a = left[field];
    const b = right[field];
    return a === b || (typeof b === 'object' && JSON.stringify(a) === JSON.stringify(b));
  });
}
