import { comments } from '../../model/entities/comment.ts';
import type { Entity, RawRow } from '../../model/entities/define-entity.ts';
import type { FieldOptions } from '../../model/entities/fields.ts';
import { messages } from '../../model/entities/message.ts';
import { notes } from '../../model/entities/note.ts';
import { orgUsers } from '../../model/entities/org-user.ts';
import { projects } from '../../model/entities/project.ts';
import { groupOfScope, peopleOfDirect } from '../../model/entities/scopes.ts';
import { type Subtask, subtasks } from '../../model/entities/subtask.ts';
import { assigneesOf, tasks } from '../../model/entities/task.ts';
import { todos } from '../../model/entities/todo.ts';
import type { AccountDb } from '../store/database.ts';
import { type Cell, csvChunks } from './export-csv.ts';
import {
  commentsInOrder,
  type Names,
  readAll,
  subtasksByTask,
  tasksInOrder,
} from './export-rows.ts';

/** One table for spreadsheets. */
export interface CsvTable {
  readonly name: string;
  readonly chunks: Iterable<string>;
}

/**
 * Tables that people open in a spreadsheet; the JSON files contain every field. Each entity defines which of its fields
 * have a column and the heading of the column; only computed columns are defined here. The import
 * (src/features/transfer) reads the tasks.
 */
export async function* csvTables(db: AccountDb, names: Names): AsyncGenerator<CsvTable> {
  const subtasksOf = await subtasksByTask(db);
  const found = await tasksInOrder(db, names);
  yield table(tasks, found, names, {
    first: [
      ['Cairn id', ({ id }) => id],
      ['Workspace', ({ project }) => names.workspaceOf(project)],
    ],
    instead: {
      assigned_to: (task) => names.people(assigneesOf(task)),
      status: ({ status }) => !status,
    },
    after: { collaborators: ['Subtasks', ({ id }) => subtaskLines(subtasksOf.get(id))] },
  });
  const titles = new Map(found.map(({ id, name }) => [id, name]));
  const taskOf = (id: string) => titles.get(id) ?? id;
  yield table(subtasks, [...subtasksOf.values()].flat(), names, {
    instead: { task: ({ task }) => taskOf(task), status: ({ status }) => !status },
  });
  yield table(comments, await commentsInOrder(db), names, {
    instead: { task: ({ task }) => taskOf(task) },
  });
  yield* personalTables(db, names);
}

async function* personalTables(db: AccountDb, names: Names): AsyncGenerator<CsvTable> {
  yield table(projects, await readAll(db, projects), names, {
    instead: {
      workspace: ({ id }) => names.workspaceOf(id),
      status: ({ status }) => !status,
    },
  });
  yield { ...table(orgUsers, await readAll(db, orgUsers), names), name: 'people' };
  const found = await readAll(db, messages);
  const inOrder = found.toSorted((left, right) =>
    left.scope === right.scope ? left.seq - right.seq : left.scope < right.scope ? -1 : 1,
  );
  yield table(messages, inOrder, names, {
    first: [['Conversation', ({ scope }) => conversationName(scope, names)]],
    instead: { seq: ({ seq }) => (seq === 0 ? 'not yet sent' : seq) },
  });
  yield table(notes, await readAll(db, notes), names, {
    instead: { tags: ({ tags }) => names.tag(tags) },
  });
  yield table(todos, await readAll(db, todos), names);
}

function subtaskLines(all: readonly Subtask[] = []): string {
  return all
    .filter(({ status }) => status)
    .map(({ is_completed, name }) => `[${is_completed ? 'x' : ' '}] ${name}`)
    .join('\n');
}

function conversationName(scope: string, names: Names): string {
  const group = groupOfScope(scope);
  if (group !== undefined) return names.group(group);
  return names.people(peopleOfDirect(scope) ?? []) || scope;
}

type Column<Row> = readonly [heading: string, cell: (row: Row) => Cell];

/** Computed columns of a table, which belong to no field. */
interface Computed<Row> {
  /** Columns before those of the fields. */
  readonly first?: readonly Column<Row>[];
  /** Replacement values by field. */
  readonly instead?: Readonly<Partial<Record<string, (row: Row) => Cell>>>;
  /** Computed columns by the field that they follow. */
  readonly after?: Readonly<Partial<Record<string, Column<Row>>>>;
}

function table<Row extends RawRow>(
  entity: Entity<Row>,
  all: readonly Row[],
  names: Names,
  { first = [], instead = {}, after = {} }: Computed<Row> = {},
): CsvTable {
  const columns = Object.entries(entity.fields).flatMap(([name, field]): Column<Row>[] => {
    const { [name]: next } = after;
    if (field.csv === undefined) return [];
    const cell = instead[name] ?? ((row: Row) => cellOf(row[name], field, names));
    return [[field.csv, cell], ...(next === undefined ? [] : [next])];
  });
  const shown = [...first, ...columns];
  const head = shown.map(([heading]) => heading);
  return { name: entity.table, chunks: csvChunks(head, linesOf(all, shown)) };
}

function* linesOf<Row>(
  all: readonly Row[],
  columns: readonly Column<Row>[],
): Generator<readonly Cell[]> {
  for (const row of all) yield columns.map(([, cell]) => cell(row));
}

/** Value with names in place of ids. */
function cellOf(value: unknown, { refers, value: kind }: FieldOptions, names: Names): Cell {
  if (Array.isArray(value)) {
    const all = value.map(String);
    return refers === 'people' ? names.people(all) : all.join('; ');
  }
  if (typeof value === 'number' || typeof value === 'boolean') return value;
  const id = typeof value === 'string' ? value : null;
  if (kind === 'file' || kind === 'image') return names.file(id);
  if (id === null) return refers === 'people' ? names.person(id) : null;
  if (refers === 'people') return names.person(id);
  if (refers === 'flags') return names.flag(id);
  if (refers === 'labels') return names.label(id);
  if (refers === 'cards') return names.card(id).name;
  return refers === 'projects' ? names.project(id) : id;
}
