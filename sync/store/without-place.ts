import { cards } from '../../model/entities/card.ts';
import { comments } from '../../model/entities/comment.ts';
import { groups } from '../../model/entities/group.ts';
import { labels } from '../../model/entities/label.ts';
import { messages } from '../../model/entities/message.ts';
import { noteTags } from '../../model/entities/note-tag.ts';
import { notes } from '../../model/entities/note.ts';
import { projects } from '../../model/entities/project.ts';
import { subtasks } from '../../model/entities/subtask.ts';
import { tasks } from '../../model/entities/task.ts';
import { todos } from '../../model/entities/todo.ts';
import type { StreamState } from '../core/ports/streams.ts';
import { refOfKey, rowKey } from '../core/row-key.ts';
import { type AccountDb, rows } from './database.ts';

/**
 * Forms whose row was deleted, erased or is not readable any more: nothing opens them, so that what was typed or photographed for
 * them is listed elsewhere.
 */

/** Row that a form needs. */
interface Place {
  readonly table: string;
  readonly id: string;
  /** Id of the row that a rejected mutation is about: a replaced store gives its number again. */
  readonly row?: string;
}

/** Row of a form by the form's name; undefined for a form that opens without one. */
type PlaceOf = (form: string) => Place | undefined;

/**
 * Those of the given forms whose row is gone for good: it is not here, everything has been downloaded, and no rejected
 * change would create it again. A task may be missing here because its project is here as its summary only (OUT-6).
 */
export async function withoutPlace(
  db: AccountDb,
  forms: readonly string[],
  placeOf: PlaceOf,
): Promise<ReadonlySet<string>> {
  const streams = await db.streams.toArray();
  if (streams.length < STREAMS || !streams.every(isComplete)) return new Set();
  const hasSummaries = streams.some(({ summarized = [] }) => summarized.length > 0);
  const gone = forms.map(async (form) => {
    const place = placeOf(form);
    if (place === undefined || (hasSummaries && place.table === tasks.table)) return [];
    return (await isGone(db, place)) ? [form] : [];
  });
  return new Set((await Promise.all(gone)).flat());
}

/** Those of the organisation and of the person. */
const STREAMS = 2;

/** An interrupted download has ended without all rows, and those of a scope that was entered later are still to come. */
function isComplete({ download, complete, scopes }: StreamState): boolean {
  if (download !== undefined || complete === undefined) return false;
  return Object.values(scopes).every(({ kind }) => kind !== 'filling');
}

async function isGone(db: AccountDb, { table, id, row: about = '' }: Place): Promise<boolean> {
  if (table === REJECTED) {
    const rejected = await db.rejected.get(Number(id));
    return rejected?.keys.some((key) => refOfKey(key).id === about) !== true;
  }
  const key = rowKey(table, id);
  const isDeleted = DELETED.get(table);
  if (isDeleted !== undefined) return await isDeleted(db, id);
  const row: unknown = await db.dexie.table(table).get(id);
  return row === undefined && (await db.rejected.where('keys').equals(key).count()) === 0;
}

/**
 * Rows that stay when they are deleted, and have no form from then on. One that is not here may be at the server alone
 * (OUT-5, RANGE-1).
 */
const DELETED: ReadonlyMap<string, (db: AccountDb, id: string) => Promise<boolean>> = new Map([
  [comments.table, async (db, id) => (await rows(db, comments).get(id))?.deleted === true],
  [messages.table, async (db, id) => (await rows(db, messages).get(id))?.deleted === true],
  [subtasks.table, async (db, id) => (await rows(db, subtasks).get(id))?.status === false],
  [noteTags.table, async (db, id) => (await rows(db, noteTags).get(id))?.deleted === true],
]);

/** Place of the text of a rejected mutation while it is edited; the id is the mutation's number. */
const REJECTED = 'rejected';

/** Row of the form that a photo, a recording or a file is for. */
export function placeOfShot(form: string): Place | undefined {
  if (form.startsWith(FIELD)) return placeOfDraft(form.slice(FIELD.length));
  const [kind, id = '', group = ''] = form.split(':');
  if (kind === 'task' || kind === 'comment') return { table: tasks.table, id };
  return id === 'group' ? { table: groups.table, id: group } : undefined;
}

/** Before the name of the draft of a form that has a field for files; `task:` alone is the list of files of a task. */
const FIELD = 'form:';

/** Forms of tasks, projects, cards and others, by the table of their rows. */
const TABLES = new Map(
  [
    {
      table: tasks.table,
      kinds: 'comment done send-back subtask task-description task-edit task-name',
    },
    { table: subtasks.table, kinds: 'subtask-edit subtask-name' },
    { table: comments.table, kinds: 'comment-edit' },
    { table: messages.table, kinds: 'chat-edit' },
    { table: projects.table, kinds: 'card label' },
    { table: cards.table, kinds: 'card-name' },
    { table: labels.table, kinds: 'label-name' },
    { table: groups.table, kinds: 'group-name' },
    { table: notes.table, kinds: 'note-edit' },
    { table: noteTags.table, kinds: 'tag-name' },
    { table: todos.table, kinds: 'todo-rename' },
    { table: REJECTED, kinds: 'outbox-edit outbox-merge' },
  ].flatMap(({ table, kinds }) => kinds.split(' ').map((kind) => [kind, table] as const)),
);

/** Settings of a project. */
const SETTINGS = 'project-';

/** Row of the form of a draft, as the forms name their drafts (`useDraft`). */
export function placeOfDraft(form: string): Place | undefined {
  if (form.startsWith(SETTINGS)) return { table: projects.table, id: form.slice(SETTINGS.length) };
  const [kind = '', id = '', part] = form.split(':');
  if (kind === 'chat') {
    return id === 'group' && part !== undefined ? { table: groups.table, id: part } : undefined;
  }
  // A new task: in the form or the composer of a column, or of a project.
  if (kind === 'task') return { table: (part === 'line' ? cards : projects).table, id };
  if (kind === 'composer' && id !== '') {
    return { table: (part === undefined ? cards : projects).table, id };
  }
  const table = TABLES.get(kind);
  if (table === undefined) return undefined;
  return table === REJECTED && part !== undefined ? { table, id, row: part } : { table, id };
}
