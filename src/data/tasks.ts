import { useCallback, useMemo, useState, useSyncExternalStore } from 'react';
import type { Card } from '../../model/entities/card.ts';
import type { Task } from '../../model/entities/task.ts';
import { taskMove } from '../../model/mutations/task/task-move.ts';
import { isAdministrative } from '../../model/permissions/actor.ts';
import { rankBetween } from '../../model/shared/rank.ts';
import {
  type AccountDb,
  findCard,
  findTask,
  columnEnds,
  columnTaskIds,
  columnTasks,
  type PendingMark,
} from '../../sync/client/index.ts';
import { useAccount, useActor, useChangesInFlight, useLive, useMutate } from './client.tsx';
import type { ColumnSnapshot } from './board-snapshot.ts';
import type { SuccessOptions } from './success.tsx';
import { readTogether } from './read-together.ts';
import { usePendingMarks } from './sync-status.ts';
import { type AppliedFilter, concerns, fitsFilter } from './task-filter.ts';

/** Task by id; null when this device has no such row, undefined while it is read. */
export function useTask(id: string | undefined): Task | null | undefined {
  return useLive(
    async (db) => (id === undefined ? null : ((await findTask(db, id)) ?? null)),
    [id],
  );
}

/** Ids of a column's tasks in board order, filtered; until they are read, those of the board snapshot. */
export function useColumnTaskIds(
  cardId: string,
  filter: AppliedFilter | undefined,
  snapshot: ColumnSnapshot | undefined,
): readonly string[] | undefined {
  const live = useLive(
    (db) =>
      readTogether(db, async () =>
        filter === undefined
          ? await columnTaskIds(db, cardId)
          : (await columnTasks(db, cardId))
              .filter((task) => fitsFilter(task, filter))
              .map((task) => task.id),
      ),
    [cardId, filter],
  );
  return useSameIds(live ?? (filter === undefined ? snapshot?.ids : undefined));
}

/** Tasks of these columns that pass the filter, for lists over a whole board; undefined while they are read. */
export function useBoardTasks(
  cards: readonly Card[],
  filter: AppliedFilter | undefined,
): readonly Task[] | undefined {
  return useLive(
    async (db) => {
      const columns = await Promise.all(cards.map(({ id }) => columnTasks(db, id)));
      const all = columns.flat();
      return filter === undefined ? all : all.filter((task) => fitsFilter(task, filter));
    },
    [cards, filter],
  );
}

/** Same reference while the ids are equal: the store returns a new array with every query. */
function useSameIds(ids: readonly string[] | undefined): readonly string[] | undefined {
  const [known, setKnown] = useState(ids);
  if (known === ids) return known;
  const isSame =
    known?.length === ids?.length && known?.every((id, index) => id === ids?.[index]) === true;
  if (isSame) return known;
  setKnown(ids);
  return ids;
}

/** Own tasks of a person on a board, and the chosen display filter. */
export interface OwnTasks {
  /** Organisation user whose tasks alone are shown; undefined shows the whole project. */
  readonly only: string | undefined;
  /** False: no own tasks, so the whole project is shown. */
  readonly hasAny: boolean;
  readonly show: (what: 'own' | 'all') => void;
}

/**
 * In organisations with special roles, people other than levels 1 to 3 first see the tasks of which they are
 * assignee or collaborator, and the whole project when there are none (board spec, 6). A display filter: the
 * person can switch it, and this device remembers the choice (product.md, 7). Null for everybody else,
 * undefined while it is read.
 */
export function useOwnTasks(
  project: string,
  cardIds: readonly string[],
): OwnTasks | null | undefined {
  const actor = useActor();
  const account = useAccount();
  const concerned = actor?.specialRole === true && !isAdministrative(actor);
  const key = `cairn-own-tasks:${account?.key ?? ''}:${project}`;
  const [chosen, setChosen] = useState(() => localStorage.getItem(key));
  const person = concerned ? actor.orgUserId : undefined;
  // Stored with its person: while the result for another one is read, the previous one remains.
  const found = useLive(
    async (db) => ({
      of: person,
      any: person !== undefined && (await hasOwn(db, cardIds, person)),
    }),
    [person, cardIds.join()],
  );
  const hasAny = found?.of === person ? found?.any : undefined;
  const show = useCallback(
    (what: 'own' | 'all') => {
      localStorage.setItem(key, what);
      setChosen(what);
    },
    [key],
  );
  const isKnown = actor !== undefined;
  return useMemo(() => {
    if (isKnown && !concerned) return null;
    if (!isKnown || hasAny === undefined) return undefined;
    const only = hasAny && chosen !== 'all' ? person : undefined;
    return { only, hasAny, show };
  }, [isKnown, concerned, hasAny, chosen, person, show]);
}

/**
 * Rows of a range of a column by id. Unchanged rows keep their references, and previously read rows remain
 * until the new range is read, so that scrolling shows no gaps.
 */
export function useTaskRows(
  ids: readonly string[],
  snapshot: ColumnSnapshot | undefined,
): ReadonlyMap<string, Task> {
  const all = useAccount()?.taskRows;
  const window = useMemo(
    () => all?.of(ids, snapshot?.tasks),
    // eslint-disable-next-line react-hooks/exhaustive-deps -- ids are compared by value
    [all, ids.join(), snapshot],
  );
  return useSyncExternalStore(window?.subscribe ?? neverChanges, window?.current ?? noRows);
}

const NO_ROWS: ReadonlyMap<string, Task> = new Map();
const noRows = () => NO_ROWS;
const neverChanges = () => noRows;

/** Pending marks by task, for visible tiles; tasks without one are left out. */
export function useTaskMarks(ids: readonly string[]): ReadonlyMap<string, PendingMark> | undefined {
  return usePendingMarks('tasks', ids);
}

/** Target position of a task: between two others of the column (ids, rendered or not), or at an end. */
export type TaskPosition =
  | { readonly before: string | undefined; readonly after: string | undefined }
  | 'top'
  | 'bottom';

/**
 * Moves a task by one mutation, with a rank between its actual neighbours. True when it is committed on this
 * device.
 */
export function useMoveTask(): (
  task: Task,
  cardId: string,
  place: TaskPosition,
  success: SuccessOptions,
) => Promise<boolean> {
  const account = useAccount();
  const changes = useChangesInFlight();
  const mutate = useMutate();
  return useCallback(
    async (task, cardId, place, success) =>
      account !== undefined &&
      (await changes.run(async () => {
        const card = await findCard(account.db, cardId);
        const rank = await rankFor(account.db, cardId, place);
        const project = card?.project ?? task.project;
        const args = { id: task.id, project, card: cardId, rank };
        return await mutate(taskMove, args, { success });
      })),
    [account, changes, mutate],
  );
}

/** Restores the exact previous position of a task: the undo of a move. */
export function useRestorePosition(): (task: Task) => Promise<boolean> {
  const mutate = useMutate();
  return useCallback(
    async ({ id, project, card, rank }) => await mutate(taskMove, { id, project, card, rank }),
    [mutate],
  );
}

/** Rank for that position of a column. */
export async function rankFor(db: AccountDb, cardId: string, place: TaskPosition): Promise<string> {
  if (place === 'top' || place === 'bottom') {
    const { first, last } = await columnEnds(db, cardId);
    return place === 'top'
      ? rankBetween(undefined, first?.rank)
      : rankBetween(last?.rank, undefined);
  }
  const rankOf = async (id: string | undefined) =>
    id === undefined ? undefined : (await findTask(db, id))?.rank;
  return rankBetween(await rankOf(place.before), await rankOf(place.after));
}

async function hasOwn(db: AccountDb, cardIds: readonly string[], person: string): Promise<boolean> {
  for (const cardId of cardIds) {
    if ((await columnTasks(db, cardId)).some((task) => concerns(task, person))) return true;
  }
  return false;
}
