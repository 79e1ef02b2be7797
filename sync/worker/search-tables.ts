import { comments } from '../../model/entities/comment.ts';
import type { Entity, RawRow } from '../../model/entities/define-entity.ts';
import { messages } from '../../model/entities/message.ts';
import { notes } from '../../model/entities/note.ts';
import { orgUsers } from '../../model/entities/org-user.ts';
import { projects } from '../../model/entities/project.ts';
import { subtasks } from '../../model/entities/subtask.ts';
import { tasks } from '../../model/entities/task.ts';
import { todos } from '../../model/entities/todo.ts';
import type { AccountDb } from '../store/database.ts';
import { type FollowedRows, followRows } from '../store/reactive/followed-rows.ts';
import { type Entry, normalise } from './search-index.ts';
import type { FoundKind } from './search-types.ts';

/** One kind of searched row, with normalised texts in memory. */
export interface SearchTable {
  readonly kind: FoundKind;
  readonly rows: FollowedRows<Entry>;
}

/** Follows every searched table of a store. */
export function openSearchTables(db: AccountDb): readonly SearchTable[] {
  return [
    searchTable(db, 'project', projects, (row) =>
      row.status ? entry(row.name, row.description) : undefined,
    ),
    searchTable(db, 'person', orgUsers, (row) =>
      row.program
        ? undefined
        : entry(row.display_name, `${row.email} ${row.phone_number}`, !row.active),
    ),
    searchTable(db, 'task', tasks, (row) =>
      entry(row.name, row.description, !row.status || row.is_completed),
    ),
    searchTable(db, 'subtask', subtasks, (row) =>
      row.status ? entry(row.name, '', row.is_completed) : undefined,
    ),
    searchTable(db, 'todo', todos, (row) => entry(row.name, '', row.status)),
    searchTable(db, 'note', notes, (row) => entry(row.title, row.note)),
    searchTable(db, 'comment', comments, (row) =>
      row.deleted ? undefined : entry('', row.comment),
    ),
    searchTable(db, 'message', messages, (row) => (row.deleted ? undefined : entry('', row.text))),
  ];
}

function searchTable<Row extends RawRow>(
  db: AccountDb,
  kind: FoundKind,
  entity: Entity<Row>,
  pick: (row: Row) => Entry | undefined,
): SearchTable {
  return { kind, rows: followRows(db, entity, pick) };
}

function entry(name: string, extra: string, isDone = false): Entry {
  return { name: normalise(name), extra: normalise(extra), isDone };
}
