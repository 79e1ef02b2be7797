import type { Mutation, Prepared } from './define-mutation.ts';
import { cardArchive } from './card-archive.ts';
import { cardCreate } from './card-create.ts';
import { cardMove } from './card-move.ts';
import { cardRename } from './card-rename.ts';
import { chatSeen } from './chat-seen.ts';
import { commentCreate } from './comment-create.ts';
import { commentDelete } from './comment-delete.ts';
import { commentEdit } from './comment-edit.ts';
import { commentRestore } from './comment-restore.ts';
import { fileAdd } from './file-add.ts';
import { fileDelete } from './file-delete.ts';
import { flagCreate } from './flag-create.ts';
import { flagEdit } from './flag-edit.ts';
import { groupCreate } from './group-create.ts';
import { groupMembersChange } from './group-members.ts';
import { groupRename } from './group-rename.ts';
import { invitationCreate } from './invitation-create.ts';
import { invitationResend } from './invitation-resend.ts';
import { invitationRevoke } from './invitation-revoke.ts';
import { labelCreate } from './label-create.ts';
import { labelDelete } from './label-delete.ts';
import { labelRename } from './label-rename.ts';
import { memberAdd } from './member-add.ts';
import { memberRemove } from './member-remove.ts';
import { messageDelete } from './message-delete.ts';
import { messageEdit } from './message-edit.ts';
import { messageSend } from './message-send.ts';
import { noteCreate } from './note-create.ts';
import { noteDelete } from './note-delete.ts';
import { noteEdit } from './note-edit.ts';
import { noteTagCreate } from './note-tag-create.ts';
import { notificationClear } from './notification-clear.ts';
import { organizationEdit } from './organization-edit.ts';
import { personCreate } from './person-create.ts';
import { personEdit } from './person-edit.ts';
import { personSetActive } from './person-set-active.ts';
import { personSetRole } from './person-set-role.ts';
import { profileEdit } from './profile-edit.ts';
import { projectArchive } from './project-archive.ts';
import { projectCreate } from './project-create.ts';
import { projectEdit } from './project-edit.ts';
import { projectMute } from './project-mute.ts';
import { roleCategoryCreate } from './role-category-create.ts';
import { roleCategoryEdit } from './role-category-edit.ts';
import { roleCreate } from './role-create.ts';
import { roleEdit } from './role-edit.ts';
import { roleLevelCreate } from './role-level-create.ts';
import { roleLevelEdit } from './role-level-edit.ts';
import { subtaskArchive } from './subtask-archive.ts';
import { subtaskComplete } from './subtask-complete.ts';
import { subtaskCreate } from './subtask-create.ts';
import { subtaskEdit } from './subtask-edit.ts';
import { subtaskMove } from './subtask-move.ts';
import { subtaskSetDocument } from './subtask-set-document.ts';
import { taskArchive } from './task-archive.ts';
import { taskAssign } from './task-assign.ts';
import { taskCollaborate } from './task-collaborate.ts';
import { taskComplete } from './task-complete.ts';
import { taskCompleteEmployee } from './task-complete-employee.ts';
import { taskCreate } from './task-create.ts';
import { taskEdit } from './task-edit.ts';
import { taskMove } from './task-move.ts';
import { taskSetDocument } from './task-set-document.ts';
import { taskSetFlag } from './task-set-flag.ts';
import { taskSetLabel } from './task-set-label.ts';
import { teamCreate } from './team-create.ts';
import { teamDelete } from './team-delete.ts';
import { teamEdit } from './team-edit.ts';
import { teamMembersChange } from './team-members.ts';
import { todoCreate } from './todo-create.ts';
import { todoDelete } from './todo-delete.ts';
import { todoMove } from './todo-move.ts';
import { todoRename } from './todo-rename.ts';
import { todoToggle } from './todo-toggle.ts';
import { workspaceArchive } from './workspace-archive.ts';
import { workspaceCreate } from './workspace-create.ts';
import { workspaceEdit } from './workspace-edit.ts';
import { CairnError } from '../shared/errors.ts';

/** Every mutation there is; a new capability adds its file and its line here. */
export const MUTATIONS: readonly Mutation[] = [
  cardArchive,
  cardCreate,
  cardMove,
  cardRename,
  chatSeen,
  commentCreate,
  commentDelete,
  commentEdit,
  commentRestore,
  fileAdd,
  fileDelete,
  groupCreate,
  groupMembersChange,
  groupRename,
  invitationCreate,
  invitationResend,
  invitationRevoke,
  labelCreate,
  labelDelete,
  flagCreate,
  flagEdit,
  labelRename,
  memberAdd,
  memberRemove,
  messageDelete,
  messageEdit,
  messageSend,
  noteCreate,
  noteDelete,
  noteEdit,
  noteTagCreate,
  notificationClear,
  organizationEdit,
  personCreate,
  personEdit,
  personSetActive,
  personSetRole,
  profileEdit,
  projectArchive,
  projectCreate,
  projectEdit,
  projectMute,
  roleCategoryCreate,
  roleCategoryEdit,
  roleCreate,
  roleEdit,
  roleLevelCreate,
  roleLevelEdit,
  subtaskArchive,
  subtaskComplete,
  subtaskCreate,
  subtaskEdit,
  subtaskMove,
  subtaskSetDocument,
  taskArchive,
  taskAssign,
  taskCollaborate,
  taskComplete,
  taskCompleteEmployee,
  taskCreate,
  taskEdit,
  taskMove,
  taskSetDocument,
  taskSetFlag,
  taskSetLabel,
  teamCreate,
  teamDelete,
  teamEdit,
  teamMembersChange,
  todoCreate,
  todoDelete,
  todoMove,
  todoRename,
  todoToggle,
  workspaceArchive,
  workspaceCreate,
  workspaceEdit,
];

/** Prepares stored arguments; throws CairnError `invalid` for a name this build does not know or bad arguments. */
export function prepareMutation(name: string, args: unknown): Prepared {
  const mutation = MUTATIONS.find((candidate) => candidate.name === name);
  if (mutation === undefined) {
    throw new CairnError({ code: 'invalid', message: `This version does not know "${name}"` });
  }
  return mutation.prepare(args);
}
