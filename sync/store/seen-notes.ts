import { orgStream } from '../../model/entities/scopes.ts';
import { tasks } from '../../model/entities/task.ts';
import type { StreamState } from '../core/ports/streams.ts';
import { type AccountDb, type MetaRow, rows } from './database.ts';
import { baseOfTask, type TaskDetails, taskDetailsOf } from './queries/task-details.ts';
import { receivedHere } from './queries/received.ts';
import { seenOf } from './queries/seen.ts';

/** What the person has seen on this device, and what of it the server has to be sent. */
type SeenNotes = Omit<Extract<MetaRow, { key: 'seen' }>, 'key'>;

/** Tasks whose reported version is remembered; the report of an older one is repeated when it is opened again. */
const MOST_REPORTED = 500;

export interface DueSeen {
  readonly epoch: string;
  readonly cursor: number;
  readonly cursor_at: number | null;
  readonly seen: readonly { readonly task_id: string; readonly v: number }[];
}

/** A task on the screen; `newest` is the newest version among its rows there. */
interface ShownTask {
  readonly id: string;
  readonly newest: number;
  /** Versions of the rows with the settings: after a change the server may have deleted what it had. */
  readonly settings: string;
}

/**
 * Notes that the person has a task on the screen, to be reported to the server when that is possible (RECEIPT-4).
 * Writes nothing when nothing is new. Returns the version up to which the person has seen the task's rows; 0 while
 * rows of it may be missing.
 */
export async function noteSeen(db: AccountDb, orgId: string, task: ShownTask): Promise<number> {
  const state = await db.streams.get(orgStream(orgId));
  const details = await detailsOfTask(db, state, task.id);
  const v = seenOf(state, { details, newest: task.newest });
  const epoch = state?.epoch ?? null;
  if (v === undefined || epoch === null) return 0;
  await db.dexie.transaction('rw', db.meta, async () => {
    const notes = await notesOf(db, epoch);
    const { settings } = task;
    const { due } = notes;
    const reported = notes.settings === settings ? notes.reported : {};
    if (v <= Math.max(reported[task.id] ?? 0, due[task.id] ?? 0)) return;
    await db.meta.put({ key: 'seen', epoch, settings, reported, due: { ...due, [task.id]: v } });
  });
  return v;
}

async function detailsOfTask(
  db: AccountDb,
  state: StreamState | undefined,
  id: string,
): Promise<TaskDetails> {
  const task = await rows(db, tasks).get(id);
  if (task === undefined) return 'arriving';
  return taskDetailsOf(state ?? null, task, (await baseOfTask(db, id)) ?? undefined);
}

/**
 * The next report, with at most `most` tasks; undefined when there is nothing to report. Versions of another epoch are
 * left out: they are no versions of this server's rows.
 */
export async function dueSeen(
  db: AccountDb,
  { orgId, most }: { readonly orgId: string; readonly most: number },
): Promise<DueSeen | undefined> {
  const here = await receivedHere(db, orgId);
  if (here === undefined) return undefined;
  const { epoch, cursor, cursor_at } = here;
  const { due } = await notesOf(db, epoch);
  const seen = Object.entries(due)
    .slice(0, most)
    .map(([task_id, v]) => ({ task_id, v }));
  return seen.length === 0 ? undefined : { epoch, cursor, cursor_at, seen };
}

/** The server has received a report. What the person has seen since stays due. */
export async function markSeenReported(db: AccountDb, { epoch, seen }: DueSeen): Promise<void> {
  await db.dexie.transaction('rw', db.meta, async () => {
    const notes = await notesOf(db, epoch);
    const done = new Map(seen.map(({ task_id: task, v }) => [task, v]));
    const due = Object.entries(notes.due).filter(([task, v]) => v > (done.get(task) ?? 0));
    const others = Object.entries(notes.reported).filter(([task]) => !done.has(task));
    const reported = [...others, ...done].slice(-MOST_REPORTED);
    await db.meta.put({
      key: 'seen',
      epoch,
      settings: notes.settings,
      reported: Object.fromEntries(reported),
      due: Object.fromEntries(due),
    });
  });
}

async function notesOf(db: AccountDb, epoch: string): Promise<SeenNotes> {
  const row = await db.meta.get('seen');
  return row?.key === 'seen' && row.epoch === epoch
    ? row
    : { epoch, settings: '', reported: {}, due: {} };
}
