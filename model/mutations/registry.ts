import type { Mutation, Prepared } from './define-mutation.ts';
import { cardArchive } from './card/card-archive.ts';
import { cardCreate } from './card/card-create.ts';
import { cardMove } from './card/card-move.ts';
import { cardRename } from './card/card-rename.ts';
import { chatSeen } from './chat/chat-seen.ts';
import { commentCreate } from './comment/comment-create.ts';
import { commentDelete } from './comment/comment-delete.ts';
import { commentEdit } from './comment/comment-edit.ts';
import { commentRestore } from './comment/comment-restore.ts';
import { fileAdd } from './file/file-add.ts';
import { fileDelete } from './file/file-delete.ts';
import { flagCreate } from './flag/flag-create.ts';
import { flagEdit } from './flag/flag-edit.ts';
import { conversationMute } from './chat/conversation-mute.ts';
import { groupCreate } from './chat/group-create.ts';
import { groupMembersChange } from './chat/group-members.ts';
import { groupRename } from './chat/group-rename.ts';
import { invitationCreate } from './invitation/invitation-create.ts';
import { invitationResend } from './invitation/invitation-resend.ts';
import { invitationRevoke } from './invitation/invitation-revoke.ts';
import { labelCreate } from './label/label-create.ts';
import { labelDelete } from './label/label-delete.ts';
import { labelRename } from './label/label-rename.ts';
import { memberAdd } from './member/member-add.ts';
import { memberRemove } from './member/member-remove.ts';
import { messageDelete } from './chat/message-delete.ts';
import { messageEdit } from './chat/message-edit.ts';
import { messageReact } from './chat/message-react.ts';
import { messageSend } from './chat/message-send.ts';
import { noteCreate } from './note/note-create.ts';
import { noteDelete } from './note/note-delete.ts';
import { noteEdit } from './note/note-edit.ts';
import { noteTagCreate } from './note/note-tag-create.ts';
import { noteTagEdit } from './note/note-tag-edit.ts';
import { notificationClear } from './notification/notification-clear.ts';
import { notificationRead } from './notification/notification-read.ts';
import { organizationDetailMonths } from './organization/organization-detail-months.ts';
import { organizationEdit } from './organization/organization-edit.ts';
import { overwriteDismiss } from './overwrite/overwrite-dismiss.ts';
import { personCreate } from './person/person-create.ts';
import { personEdit } from './person/person-edit.ts';
import { personSetActive } from './person/person-set-active.ts';
import { personSetRole } from './person/person-set-role.ts';
import { profileEdit } from './person/profile-edit.ts';
import { organizationRetention } from './organization/organization-retention.ts';
import { projectArchive } from './project/project-archive.ts';
import { projectCreate } from './project/project-create.ts';
import { projectDelete } from './project/project-delete.ts';
import { projectEdit } from './project/project-edit.ts';
import { projectMute } from './project/project-mute.ts';
import { roleCategoryCreate } from './role/role-category-create.ts';
import { roleCategoryEdit } from './role/role-category-edit.ts';
import { roleCreate } from './role/role-create.ts';
import { roleEdit } from './role/role-edit.ts';
import { roleLevelCreate } from './role/role-level-create.ts';
import { roleLevelEdit } from './role/role-level-edit.ts';
import { reminderRead } from './reminder/reminder-read.ts';
import { savedViewCreate } from './saved-view/saved-view-create.ts';
import { savedViewDelete } from './saved-view/saved-view-delete.ts';
import { savedViewEdit } from './saved-view/saved-view-edit.ts';
import { snoozeSet } from './snooze/snooze-set.ts';
import { subtaskArchive } from './subtask/subtask-archive.ts';
import { subtaskAssign } from './subtask/subtask-assign.ts';
import { subtaskComplete } from './subtask/subtask-complete.ts';
import { subtaskCreate } from './subtask/subtask-create.ts';
import { subtaskEdit } from './subtask/subtask-edit.ts';
import { subtaskMove } from './subtask/subtask-move.ts';
import { subtaskSetDocument } from './subtask/subtask-set-document.ts';
import { taskArchive } from './task/task-archive.ts';
import { taskAssign } from './task/task-assign.ts';
import { taskCollaborate } from './task/task-collaborate.ts';
import { taskComplete } from './task/task-complete.ts';
import { taskCompleteEmployee } from './task/task-complete-employee.ts';
import { taskCreate } from './task/task-create.ts';
import { taskEdit } from './task/task-edit.ts';
import { taskFileAdd } from './task-file/task-file-add.ts';
import { taskFileEdit } from './task-file/task-file-edit.ts';
import { taskMute } from './task/task-mute.ts';
import { taskMove } from './task/task-move.ts';
import { taskDelete } from './task/task-delete.ts';
import { taskSendBack } from './task/task-send-back.ts';
import { taskSetDocument } from './task/task-set-document.ts';
import { taskSetFlag } from './task/task-set-flag.ts';
import { taskSetLabel } from './task/task-set-label.ts';
import { taskTemplateCreate } from './task-template/task-template-create.ts';
import { taskTemplateDelete } from './task-template/task-template-delete.ts';
import { teamCreate } from './team/team-create.ts';
import { teamDelete } from './team/team-delete.ts';
import { teamEdit } from './team/team-edit.ts';
import { teamMembersChange } from './team/team-members.ts';
import { todoCreate } from './todo/todo-create.ts';
import { todoDelete } from './todo/todo-delete.ts';
import { todoMove } from './todo/todo-move.ts';
import { todoPlan } from './todo/todo-plan.ts';
import { todoRename } from './todo/todo-rename.ts';
import { todoToggle } from './todo/todo-toggle.ts';
import { workspaceArchive } from './workspace/workspace-archive.ts';
import { workspaceCreate } from './workspace/workspace-create.ts';
import { workspaceDelete } from './workspace/workspace-delete.ts';
import { workspaceEdit } from './workspace/workspace-edit.ts';
import { CairnError, refuse } from '../shared/errors.ts';
import { inEnglish } from '../shared/message.ts';
import { UNKNOWN_MUTATION } from '../shared/texts-with-values.ts';

/** Every mutation; a new one adds its file and its line here. */
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
  conversationMute,
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
  messageReact,
  messageSend,
  noteCreate,
  noteDelete,
  noteEdit,
  noteTagCreate,
  noteTagEdit,
  notificationClear,
  notificationRead,
  organizationDetailMonths,
  organizationEdit,
  organizationRetention,
  overwriteDismiss,
  personCreate,
  personEdit,
  personSetActive,
  personSetRole,
  profileEdit,
  projectArchive,
  projectCreate,
  projectDelete,
  projectEdit,
  projectMute,
  roleCategoryCreate,
  roleCategoryEdit,
  roleCreate,
  roleEdit,
  roleLevelCreate,
  roleLevelEdit,
  reminderRead,
  snoozeSet,
  savedViewCreate,
  savedViewEdit,
  savedViewDelete,
  subtaskArchive,
  subtaskAssign,
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
  taskFileAdd,
  taskFileEdit,
  taskMove,
  taskMute,
  taskDelete,
  taskSendBack,
  taskSetDocument,
  taskSetFlag,
  taskSetLabel,
  taskTemplateCreate,
  taskTemplateDelete,
  teamCreate,
  teamDelete,
  teamEdit,
  teamMembersChange,
  todoCreate,
  todoDelete,
  todoMove,
  todoPlan,
  todoRename,
  todoToggle,
  workspaceArchive,
  workspaceCreate,
  workspaceDelete,
  workspaceEdit,
];

/** The mutation of a name whose arguments its schema still has to check; undefined when this build does not know it. */
export function mutationOf(name: string): Mutation<unknown> | undefined {
  const found = MUTATIONS.find((candidate) => candidate.name === name);
  if (found === undefined) return undefined;
  const { schema, prepare, rest } = found;
  return { name, schema, prepare, rest };
}

/** Prepares stored arguments; throws CairnError `invalid` for a name this build does not know or bad arguments. */
export function prepareMutation(name: string, args: unknown): Prepared {
  const mutation = mutationOf(name);
  if (mutation === undefined) {
    throw new CairnError(refuse('invalid', inEnglish({ id: UNKNOWN_MUTATION, values: { name } })));
  }
  return mutation.prepare(args);
}
