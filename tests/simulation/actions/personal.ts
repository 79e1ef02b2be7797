import { noteTags } from '../../../model/entities/note-tag.ts';
import { notes } from '../../../model/entities/note.ts';
import { savedViews } from '../../../model/entities/saved-view.ts';
import { snoozes } from '../../../model/entities/snooze.ts';
import { tasks } from '../../../model/entities/task.ts';
import { todos } from '../../../model/entities/todo.ts';
import { noteCreate } from '../../../model/mutations/note/note-create.ts';
import { noteDelete } from '../../../model/mutations/note/note-delete.ts';
import { noteEdit } from '../../../model/mutations/note/note-edit.ts';
import { noteTagCreate } from '../../../model/mutations/note/note-tag-create.ts';
import { savedViewCreate } from '../../../model/mutations/saved-view/saved-view-create.ts';
import { savedViewDelete } from '../../../model/mutations/saved-view/saved-view-delete.ts';
import { savedViewEdit } from '../../../model/mutations/saved-view/saved-view-edit.ts';
import { snoozeSet } from '../../../model/mutations/snooze/snooze-set.ts';
import { todoCreate } from '../../../model/mutations/todo/todo-create.ts';
import { todoDelete } from '../../../model/mutations/todo/todo-delete.ts';
import { noteTagEdit } from '../../../model/mutations/note/note-tag-edit.ts';
import { reminderRead } from '../../../model/mutations/reminder/reminder-read.ts';
import { todoPlan } from '../../../model/mutations/todo/todo-plan.ts';
import { todoMove } from '../../../model/mutations/todo/todo-move.ts';
import { todoRename } from '../../../model/mutations/todo/todo-rename.ts';
import { todoToggle } from '../../../model/mutations/todo/todo-toggle.ts';
import { type Act, type Doing, list, on, pick, rankAmong, type, typeInto } from './doing.ts';

/** A person's own notes, todos and snoozes. */
export const PERSONAL_ACTIONS = {
  'note-create': (doing) => createNote(doing),
  'note-edit': (doing) =>
    on(
      pick(doing, notes, () => true),
      ({ id, note }) =>
        doing.tab.mutate(noteEdit, {
          id,
          note: typeInto(doing, notes, id, note),
          note_base: note,
        }),
    ),
  'note-delete': (doing) =>
    on(
      pick(doing, notes, () => true),
      ({ id }) => doing.tab.mutate(noteDelete, { id }),
    ),
  'tag-create': (doing) => {
    const id = doing.tab.newId();
    return doing.tab.mutate(noteTagCreate, { id, name: type(doing, noteTags, id) });
  },
  'todo-create': (doing) => {
    const id = doing.tab.newId();
    const rank = rankAmong(doing, allTodos(doing));
    return doing.tab.mutate(todoCreate, { id, name: type(doing, todos, id), rank, status: false });
  },
  'todo-rename': (doing) =>
    on(
      pick(doing, todos, () => true),
      ({ id }) => doing.tab.mutate(todoRename, { id, name: type(doing, todos, id) }),
    ),
  'todo-toggle': (doing) =>
    on(
      pick(doing, todos, () => true),
      ({ id, status }) => doing.tab.mutate(todoToggle, { id, status: !status }),
    ),
  'todo-move': (doing) =>
    on(
      pick(doing, todos, () => true),
      ({ id }) => doing.tab.mutate(todoMove, { id, rank: rankAmong(doing, allTodos(doing)) }),
    ),
  'todo-plan': (doing) =>
    on(
      pick(doing, todos, () => true),
      ({ id, due_date }) =>
        doing.tab.mutate(todoPlan, { id, due_date: due_date ? null : '2030-01-01' }),
    ),
  'reminder-read': (doing) =>
    on(
      pick(doing, todos, () => true),
      ({ id }) =>
        doing.tab.mutate(reminderRead, {
          ids: [id],
          upto: new Date(doing.tab.now()).toISOString(),
        }),
    ),
  'note-tag-edit': (doing) =>
    on(
      pick(doing, noteTags, () => true),
      ({ id, deleted }) => doing.tab.mutate(noteTagEdit, { id, deleted: !deleted }),
    ),
  'view-create': (doing) => {
    const id = doing.tab.newId();
    const name = type(doing, savedViews, id);
    return doing.tab.mutate(savedViewCreate, { id, name, search: '{}', hidden: [] });
  },
  'view-edit': (doing) =>
    on(
      pick(doing, savedViews, () => true),
      ({ id }) => doing.tab.mutate(savedViewEdit, { id, name: type(doing, savedViews, id) }),
    ),
  'view-delete': (doing) =>
    on(
      pick(doing, savedViews, () => true),
      ({ id }) => doing.tab.mutate(savedViewDelete, { id }),
    ),
  'todo-delete': (doing) =>
    on(
      pick(doing, todos, () => true),
      ({ id }) => doing.tab.mutate(todoDelete, { id }),
    ),
  snooze: (doing) =>
    on(
      pick(doing, tasks, () => true),
      ({ id }) => doing.tab.mutate(snoozeSet, { task: id, until: '2030-01-01T00:00:00Z' }),
    ),
  'snooze-end': (doing) =>
    on(
      pick(doing, snoozes, () => true),
      ({ task }) => doing.tab.mutate(snoozeSet, { task, until: null }),
    ),
} as const satisfies Readonly<Record<string, Act>>;

function allTodos(doing: Doing) {
  return list(doing, todos, () => true);
}

function createNote(doing: Doing) {
  return on(
    pick(doing, noteTags, () => true),
    (tag) => {
      const id = doing.tab.newId();
      return doing.tab.mutate(noteCreate, {
        id,
        title: type(doing, notes, id),
        note: typeInto(doing, notes, id, ''),
        tags: tag.id,
      });
    },
  );
}
