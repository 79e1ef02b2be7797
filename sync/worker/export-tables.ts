import { messages } from '../../model/entities/message.ts';
import { notes } from '../../model/entities/note.ts';
import { orgUsers } from '../../model/entities/org-user.ts';
import { projects } from '../../model/entities/project.ts';
import { groupOfScope, peopleOfDirect } from '../../model/entities/scopes.ts';
import type { Subtask } from '../../model/entities/subtask.ts';
import { assigneesOf, type Task } from '../../model/entities/task.ts';
import { todos } from '../../model/entities/todo.ts';
import type { AccountDb } from '../store/database.ts';
import { type Cell, csvPieces } from './export-csv.ts';
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
  readonly pieces: Iterable<string>;
}

/** The tables that people open in a spreadsheet; everything, to the last field, is in the JSON beside them. */
export async function* csvTables(db: AccountDb, names: Names): AsyncGenerator<CsvTable> {
  const subtasks = await subtasksByTask(db);
  const tasks = await tasksInOrder(db, names);
  yield table('tasks', TASK_HEAD, tasks, (task) => taskLine(task, names, subtasks.get(task.id)));
  const titles = new Map(tasks.map(({ id, name, project }) => [id, { name, project }]));
  const taskOf = (id: string) => titles.get(id)?.name ?? id;
  yield table(
    'subtasks',
    [
      'Project',
      'Task',
      'Name',
      'Completed',
      'Start date',
      'Due date',
      'Deleted',
      'Document',
      'Created by',
      'Created at',
    ],
    [...subtasks.values()].flat(),
    (row) => [
      names.project(row.project),
      taskOf(row.task),
      row.name,
      row.is_completed,
      row.start_date,
      row.end_date,
      !row.status,
      names.file(row.document),
      names.person(row.created_by),
      row.created_at,
    ],
  );
  yield table(
    'comments',
    ['Project', 'Task', 'Author', 'Comment', 'Attachment', 'Edited', 'Deleted', 'Written at'],
    await commentsInOrder(db),
    (row) => [
      names.project(row.project),
      taskOf(row.task),
      names.person(row.author),
      row.comment,
      names.file(row.attachment),
      row.edited,
      row.deleted,
      row.created_at,
    ],
  );
  yield* personalTables(db, names);
}

async function* personalTables(db: AccountDb, names: Names): AsyncGenerator<CsvTable> {
  yield table(
    'projects',
    ['Workspace', 'Project', 'Description', 'Archived', 'Created by', 'Created at'],
    await readAll(db, projects),
    (row) => [
      names.workspaceOf(row.id),
      row.name,
      row.description,
      !row.status,
      names.person(row.created_by),
      row.created_at,
    ],
  );
  yield table(
    'people',
    ['Name', 'E-mail', 'Phone number', 'Active'],
    await readAll(db, orgUsers),
    (row) => [row.display_name, row.email, row.phone_number, row.active],
  );
  const said = await readAll(db, messages);
  yield table(
    'messages',
    [
      'Conversation',
      'Number',
      'Author',
      'Message',
      'Attachment',
      'Edited',
      'Deleted',
      'Written at',
    ],
    said.toSorted((left, right) =>
      left.scope === right.scope ? left.seq - right.seq : left.scope < right.scope ? -1 : 1,
    ),
    (row) => [
      conversationName(row.scope, names),
      row.seq === 0 ? 'not yet sent' : row.seq,
      names.person(row.author),
      row.text,
      names.file(row.attachment),
      row.edited,
      row.deleted,
      row.created_at,
    ],
  );
  yield table('notes', ['Title', 'Note', 'Tag', 'Created at'], await readAll(db, notes), (row) => [
    row.title,
    row.note,
    names.tag(row.tags),
    row.created_at,
  ]);
  yield table('todos', ['Name', 'Completed', 'Written at'], await readAll(db, todos), (row) => [
    row.name,
    row.status,
    row.made_at,
  ]);
}

/** The import (src/features/transfer) reads these back. */
const TASK_HEAD = [
  'Cairn id',
  'Workspace',
  'Project',
  'Card',
  'Name',
  'Description',
  'Priority',
  'Label',
  'Start date',
  'Due date',
  'Assigned to',
  'Collaborators',
  'Subtasks',
  'Completed',
  'Completed at',
  'Completed by Employee',
  'Completed by Employee at',
  'Archived',
  'Document',
  'Created by',
  'Created at',
];

function taskLine(task: Task, names: Names, subtasks: readonly Subtask[] = []): readonly Cell[] {
  return [
    task.id,
    names.workspaceOf(task.project),
    names.project(task.project),
    names.card(task.card).name,
    task.name,
    task.description,
    names.flag(task.flag),
    names.label(task.label),
    task.start_date,
    task.end_date,
    names.people(assigneesOf(task)),
    names.people(task.collaborators),
    subtasks
      .filter(({ status }) => status)
      .map(({ is_completed, name }) => `[${is_completed ? 'x' : ' '}] ${name}`)
      .join('\n'),
    task.is_completed,
    task.is_completed_at,
    task.is_completed_employee,
    task.is_completed_emp_at,
    !task.status,
    names.file(task.document),
    names.person(task.created_by),
    task.created_at,
  ];
}

function conversationName(scope: string, names: Names): string {
  const group = groupOfScope(scope);
  if (group !== undefined) return names.group(group);
  return names.people(peopleOfDirect(scope) ?? []) || scope;
}

function table<Row>(
  name: string,
  head: readonly string[],
  all: readonly Row[],
  line: (row: Row) => readonly Cell[],
): CsvTable {
  return { name, pieces: csvPieces(head, linesOf(all, line)) };
}

function* linesOf<Row>(
  all: readonly Row[],
  line: (row: Row) => readonly Cell[],
): Generator<readonly Cell[]> {
  for (const row of all) yield line(row);
}
