import type { Mutation, Prepared } from './define-mutation.ts';
import { cardArchive } from './card-archive.ts';
import { cardCreate } from './card-create.ts';
import { cardMove } from './card-move.ts';
import { cardRename } from './card-rename.ts';
import { commentCreate } from './comment-create.ts';
import { commentDelete } from './comment-delete.ts';
import { commentEdit } from './comment-edit.ts';
import { memberAdd } from './member-add.ts';
import { memberRemove } from './member-remove.ts';
import { noteCreate } from './note-create.ts';
import { noteDelete } from './note-delete.ts';
import { noteEdit } from './note-edit.ts';
import { noteTagCreate } from './note-tag-create.ts';
import { personCreate } from './person-create.ts';
import { projectCreate } from './project-create.ts';
import { taskArchive } from './task-archive.ts';
import { taskAssign } from './task-assign.ts';
import { taskCollaborate } from './task-collaborate.ts';
import { taskCompleteEmployee } from './task-complete-employee.ts';
import { taskComplete } from './task-complete.ts';
import { taskCreate } from './task-create.ts';
import { taskEdit } from './task-edit.ts';
import { taskMove } from './task-move.ts';
import { taskSetFlag } from './task-set-flag.ts';
import { todoCreate } from './todo-create.ts';
import { todoDelete } from './todo-delete.ts';
import { todoMove } from './todo-move.ts';
import { todoRename } from './todo-rename.ts';
import { todoToggle } from './todo-toggle.ts';
import { workspaceCreate } from './workspace-create.ts';
import { CairnError } from '../shared/errors.ts';

/** Every mutation there is; a new capability adds its file and its line here. */
export const MUTATIONS: readonly Mutation[] = [
  cardArchive,
  cardCreate,
  cardMove,
  cardRename,
  commentCreate,
  commentDelete,
  commentEdit,
  memberAdd,
  memberRemove,
  noteCreate,
  noteDelete,
  noteEdit,
  noteTagCreate,
  personCreate,
  projectCreate,
  taskArchive,
  taskAssign,
  taskCollaborate,
  taskCompleteEmployee,
  taskComplete,
  taskCreate,
  taskEdit,
  taskMove,
  taskSetFlag,
  todoCreate,
  todoDelete,
  todoMove,
  todoRename,
  todoToggle,
  workspaceCreate,
];

/** Prepares stored arguments; throws CairnError `invalid` for a name this build does not know or bad arguments. */
export function prepareMutation(name: string, args: unknown): Prepared {
  const mutation = MUTATIONS.find((candidate) => candidate.name === name);
  if (mutation === undefined) {
    throw new CairnError({ code: 'invalid', message: `This version does not know "${name}"` });
  }
  return mutation.prepare(args);
}
