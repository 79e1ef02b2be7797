import { cards } from '../../model/entities/card.ts';
import { groups } from '../../model/entities/group.ts';
import { notes } from '../../model/entities/note.ts';
import { projects } from '../../model/entities/project.ts';
import { tasks } from '../../model/entities/task.ts';
import { todos } from '../../model/entities/todo.ts';
import type { AccountDb } from './database.ts';
import { isDownloaded } from './file-store.ts';

/**
 * Forms whose row was erased or is not readable any more: nothing opens them, so that what was typed or photographed for
 * them is listed elsewhere.
 */

/** Row that a form needs. */
interface Place {
  readonly table: string;
  readonly id: string;
}

/** Row of a form by the form's name; undefined for a form that opens without one. */
type PlaceOf = (form: string) => Place | undefined;

/**
 * Those of the given forms whose row is not here. None while anything is still to be downloaded, or a project is here as
 * its summary only (OUT-6): a missing row means nothing then.
 */
export async function withoutPlace(
  db: AccountDb,
  forms: readonly string[],
  placeOf: PlaceOf,
): Promise<ReadonlySet<string>> {
  const streams = await db.streams.toArray();
  const isPart = streams.some(({ summarized = [] }) => summarized.length > 0);
  if (isPart || !(await isDownloaded(db))) return new Set();
  const gone = forms.map(async (form) => {
    const place = placeOf(form);
    if (place === undefined) return [];
    const row: unknown = await db.dexie.table(place.table).get(place.id);
    return row === undefined ? [form] : [];
  });
  return new Set((await Promise.all(gone)).flat());
}

/** Row of the form that a photo or a recording is for. */
export function placeOfShot(form: string): Place | undefined {
  const [kind, id = '', group = ''] = form.split(':');
  if (kind === 'task' || kind === 'comment') return { table: tasks.table, id };
  return id === 'group' ? { table: groups.table, id: group } : undefined;
}

/**
 * Forms of tasks, projects, notes and todos, by the table of their rows. Those of subtasks, comments and messages are
 * missing: such a row may be at the server alone (OUT-5, RANGE-1).
 */
const TABLES = new Map(
  [
    {
      table: tasks.table,
      kinds: 'comment done send-back subtask task-description task-edit task-name',
    },
    { table: projects.table, kinds: 'card label' },
    { table: notes.table, kinds: 'note-edit' },
    { table: todos.table, kinds: 'todo-rename' },
  ].flatMap(({ table, kinds }) => kinds.split(' ').map((kind) => [kind, table] as const)),
);

/** Row of the form of a draft, as the forms name their drafts (`useDraft`). */
export function placeOfDraft(form: string): Place | undefined {
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
  return table === undefined ? undefined : { table, id };
}
