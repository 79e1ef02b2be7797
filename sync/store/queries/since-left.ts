import { isRead, type Notification, notifications } from '../../../model/entities/notification.ts';
import type { Task } from '../../../model/entities/task.ts';
import { type Message, verbatim } from '../../../model/shared/message.ts';
import { preparedOf } from '../../core/dependencies.ts';
import type { OutboxItem } from '../../core/ports/outbox.ts';
import { refOfKey } from '../../core/row-key.ts';
import { type AccountDb, rows } from '../database.ts';
import { listMyTasks } from './my-tasks.ts';
import { tasksByIds } from './tasks.ts';

/** State of this device when the person left. */
export interface LeftAt {
  /** Milliseconds by the device's clock. */
  readonly at: number;
  /** Ids of the tasks that were assigned to the person. */
  readonly tasks: readonly string[];
}

/** A change of the person that was merged or rejected. */
export interface OwnChange {
  readonly seq: number;
  /** One line for a list: `Edit task "Rope"`. */
  readonly description: Message;
  /** Task of the change, if it has one. */
  readonly task: string | undefined;
}

export interface SinceLeft {
  readonly assigned: readonly Task[];
  readonly answered: readonly Notification[];
  readonly merged: readonly OwnChange[];
  readonly refused: readonly OwnChange[];
  /** Tasks of these changes that are on this device, by id. */
  readonly about: ReadonlyMap<string, Task>;
}

/** Events that concern a person's work since they left, from this device's rows alone; undefined during a download. */
export async function sinceLeft(
  db: AccountDb,
  me: string,
  left: LeftAt,
): Promise<SinceLeft | undefined> {
  const mine = await listMyTasks(db, me);
  if (mine === undefined) return undefined;
  const known = new Set(left.tasks);
  const news = await rows(db, notifications).toArray();
  const retired = await db.journal.where('retiredAt').above(left.at).toArray();
  const answered = news.filter(
    (row) =>
      (row.kind === 'commented' || row.kind === 'mentioned') &&
      Date.parse(row.at) > left.at &&
      !isRead(row),
  );
  const merged = retired
    .filter(({ item }) => item.isMerged === true)
    .map(({ item }) => changeOf(item));
  const rejectedItems = await listRejectedChanges(db, left.at);
  const named = [...answered, ...merged, ...rejectedItems].flatMap(({ task }) => task ?? []);
  const about = await tasksByIds(db, [...new Set(named)]);
  return {
    assigned: mine.filter(
      ({ id, created_by, is_completed }) => !known.has(id) && created_by !== me && !is_completed,
    ),
    answered,
    merged,
    refused: rejectedItems,
    about: new Map(about.map((task) => [task.id, task])),
  };
}

/** The person's changes that the server rejected after `since`, in milliseconds of the device's clock. */
export async function listRejectedChanges(db: AccountDb, since = 0): Promise<readonly OwnChange[]> {
  const rejected = await db.rejected.toArray();
  return rejected.filter(({ rejectedAt }) => rejectedAt > since).map(({ item }) => changeOf(item));
}

function changeOf(item: OutboxItem): OwnChange {
  const refs = [...item.keys, ...item.parents].map(refOfKey);
  return {
    seq: item.seq,
    description: preparedOf(item)?.description ?? verbatim(item.name),
    task: refs.find(({ table }) => table === 'tasks')?.id,
  };
}
