/**
 * The reviewed table of rights (board spec, 6; sessions spec, 6; product.md, 5 and 7). The rules
 * themselves are in the files of this folder, one per entity; tests drive the server once for each
 * field of this table and fail for a call without a line here. The description of the API quotes
 * it.
 */

/** Kinds of people of the organisation that rules distinguish. */
export type Persona =
  /** Levels 1 and 3 who are not members of the project and have created nothing. */
  | 'level 1'
  | 'level 3'
  /**
   * Members of the project of an ordinary level: the row's creator, the task's assignee, its
   * collaborator, another.
   */
  | 'creator'
  | 'assignee'
  | 'collaborator'
  | 'member'
  /** Of an ordinary level, in no project. */
  | 'outsider';

/** The required access flag; `writing`: post_access or patch_access. */
export type NeededFlag = 'post' | 'patch' | 'delete' | 'writing' | undefined;

export interface Right {
  /** Name of a mutation, or a GET path. */
  readonly call: string;
  readonly flag: NeededFlag;
  readonly who: readonly Persona[];
  /**
   * People who get the response for a missing row (404, or an empty list); everybody else is
   * refused with 403.
   */
  readonly hidden: readonly Persona[];
}

const ADMINISTRATORS = ['level 1', 'level 3'] as const;
const TEAM = ['creator', 'assignee', 'collaborator', 'member'] as const;
const READERS = [...ADMINISTRATORS, ...TEAM] as const;
export const EVERYBODY = [...READERS, 'outsider'] as const;
const OUTSIDER = ['outsider'] as const;
/** Two members of a channel: its creator and one more. */
const CHANNEL = ['creator', 'member'] as const;
const NOT_IN_CHANNEL = [...ADMINISTRATORS, 'assignee', 'collaborator', 'outsider'] as const;
const NOT_CREATOR = EVERYBODY.filter((one) => one !== 'creator');

export const WRITE_RIGHTS: readonly Right[] = [
  // Cards: levels 1 to 3.
  { call: 'card-create', flag: 'post', who: ADMINISTRATORS, hidden: OUTSIDER },
  { call: 'card-archive', flag: 'patch', who: ADMINISTRATORS, hidden: OUTSIDER },
  { call: 'card-move', flag: 'patch', who: ADMINISTRATORS, hidden: OUTSIDER },
  { call: 'card-rename', flag: 'patch', who: ADMINISTRATORS, hidden: OUTSIDER },
  // Tasks: the creator directs, the assignee reports, levels 1 to 3 order the board.
  { call: 'task-create', flag: 'post', who: READERS, hidden: OUTSIDER },
  { call: 'task-edit', flag: 'post', who: ['creator'], hidden: OUTSIDER },
  { call: 'task-archive', flag: 'patch', who: ['creator'], hidden: OUTSIDER },
  {
    call: 'task-delete',
    flag: 'patch',
    who: [...ADMINISTRATORS, 'creator'],
    hidden: OUTSIDER,
  },
  { call: 'task-assign', flag: 'patch', who: ['creator'], hidden: OUTSIDER },
  { call: 'task-set-flag', flag: 'patch', who: ['creator'], hidden: OUTSIDER },
  { call: 'task-set-label', flag: 'patch', who: ['creator'], hidden: OUTSIDER },
  { call: 'task-set-document', flag: 'patch', who: ['creator'], hidden: OUTSIDER },
  { call: 'task-complete', flag: 'patch', who: ['creator'], hidden: OUTSIDER },
  { call: 'task-complete-employee', flag: 'patch', who: ['assignee'], hidden: OUTSIDER },
  { call: 'task-send-back', flag: 'patch', who: ['creator'], hidden: OUTSIDER },
  { call: 'task-collaborate', flag: 'patch', who: ['creator', 'assignee'], hidden: OUTSIDER },
  {
    call: 'task-move',
    flag: 'patch',
    who: [...ADMINISTRATORS, 'creator', 'assignee'],
    hidden: OUTSIDER,
  },
  // A note about a value that was replaced unseen: its author and the author of the new one.
  { call: 'overwrite-dismiss', flag: undefined, who: ['creator', 'assignee'], hidden: OUTSIDER },
  { call: 'task-mute', flag: undefined, who: READERS, hidden: OUTSIDER },
  // Files of a task: the right to edit the task.
  { call: 'task-file-add', flag: 'post', who: ['creator'], hidden: OUTSIDER },
  { call: 'task-file-edit', flag: 'post', who: ['creator'], hidden: OUTSIDER },
  // Subtasks: the task's creator; people who work on the task, and a subtask's assignee, tick them.
  { call: 'subtask-create', flag: 'post', who: ['creator'], hidden: OUTSIDER },
  { call: 'subtask-edit', flag: 'patch', who: ['creator'], hidden: OUTSIDER },
  { call: 'subtask-assign', flag: 'patch', who: ['creator'], hidden: OUTSIDER },
  { call: 'subtask-archive', flag: 'patch', who: ['creator'], hidden: OUTSIDER },
  { call: 'subtask-move', flag: 'patch', who: ['creator'], hidden: OUTSIDER },
  { call: 'subtask-set-document', flag: 'patch', who: ['creator'], hidden: OUTSIDER },
  {
    call: 'subtask-complete',
    flag: 'patch',
    who: ['creator', 'assignee', 'collaborator'],
    hidden: OUTSIDER,
  },
  // Comments: team members write, the author alone edits.
  { call: 'comment-create', flag: 'post', who: TEAM, hidden: OUTSIDER },
  { call: 'comment-edit', flag: 'patch', who: ['creator'], hidden: OUTSIDER },
  { call: 'comment-delete', flag: 'patch', who: ['creator'], hidden: OUTSIDER },
  { call: 'comment-restore', flag: 'patch', who: ['creator'], hidden: OUTSIDER },
  // Labels of a project.
  { call: 'task-template-create', flag: 'post', who: READERS, hidden: OUTSIDER },
  {
    call: 'task-template-delete',
    flag: 'patch',
    who: [...ADMINISTRATORS, 'creator'],
    hidden: OUTSIDER,
  },
  { call: 'label-create', flag: 'post', who: READERS, hidden: OUTSIDER },
  { call: 'label-rename', flag: 'patch', who: [...ADMINISTRATORS, 'creator'], hidden: OUTSIDER },
  { call: 'label-delete', flag: 'patch', who: [...ADMINISTRATORS, 'creator'], hidden: OUTSIDER },
  // Priorities of the organisation.
  { call: 'flag-create', flag: 'post', who: ADMINISTRATORS, hidden: [] },
  { call: 'flag-edit', flag: 'patch', who: ADMINISTRATORS, hidden: [] },
  // Projects and workspaces: levels 1 to 3.
  { call: 'project-create', flag: 'post', who: ADMINISTRATORS, hidden: [] },
  { call: 'project-edit', flag: 'patch', who: ADMINISTRATORS, hidden: [] },
  { call: 'project-archive', flag: 'patch', who: ADMINISTRATORS, hidden: [] },
  { call: 'project-delete', flag: 'patch', who: ADMINISTRATORS, hidden: [] },
  { call: 'project-mute', flag: undefined, who: READERS, hidden: OUTSIDER },
  { call: 'member-add', flag: 'post', who: ADMINISTRATORS, hidden: [] },
  { call: 'member-remove', flag: 'delete', who: ADMINISTRATORS, hidden: [] },
  { call: 'workspace-create', flag: 'post', who: ADMINISTRATORS, hidden: [] },
  { call: 'workspace-edit', flag: 'patch', who: ADMINISTRATORS, hidden: [] },
  { call: 'workspace-archive', flag: 'patch', who: ADMINISTRATORS, hidden: [] },
  { call: 'workspace-delete', flag: 'patch', who: ADMINISTRATORS, hidden: [] },
  // Files: in every scope where the author can read and write.
  { call: 'file-add', flag: 'writing', who: READERS, hidden: OUTSIDER },
  { call: 'file-delete', flag: undefined, who: ['creator'], hidden: NOT_CREATOR },
  // Chat: the members of a conversation; the organisation's access flags do not apply.
  { call: 'group-create', flag: undefined, who: EVERYBODY, hidden: [] },
  { call: 'group-members', flag: undefined, who: CHANNEL, hidden: NOT_IN_CHANNEL },
  { call: 'group-rename', flag: undefined, who: CHANNEL, hidden: NOT_IN_CHANNEL },
  { call: 'message-send', flag: undefined, who: CHANNEL, hidden: NOT_IN_CHANNEL },
  { call: 'message-edit', flag: undefined, who: ['creator'], hidden: NOT_IN_CHANNEL },
  { call: 'message-react', flag: undefined, who: CHANNEL, hidden: NOT_IN_CHANNEL },
  { call: 'message-delete', flag: undefined, who: ['creator'], hidden: NOT_IN_CHANNEL },
  { call: 'conversation-mute', flag: undefined, who: CHANNEL, hidden: NOT_IN_CHANNEL },
  { call: 'chat-seen', flag: undefined, who: CHANNEL, hidden: NOT_IN_CHANNEL },
  { call: 'notification-clear', flag: undefined, who: EVERYBODY, hidden: [] },
  { call: 'notification-read', flag: undefined, who: EVERYBODY, hidden: [] },
  // Administration: levels 1 to 3, nobody above their own level.
  { call: 'organization-edit', flag: 'patch', who: ['level 1'], hidden: [] },
  { call: 'organization-retention', flag: 'patch', who: ['level 1'], hidden: [] },
  { call: 'organization-detail-months', flag: 'patch', who: ['level 1'], hidden: [] },
  { call: 'person-create', flag: 'post', who: ADMINISTRATORS, hidden: [] },
  { call: 'person-edit', flag: 'patch', who: ADMINISTRATORS, hidden: [] },
  { call: 'person-set-role', flag: 'patch', who: ADMINISTRATORS, hidden: [] },
  { call: 'person-set-active', flag: 'patch', who: ADMINISTRATORS, hidden: [] },
  { call: 'profile-edit', flag: undefined, who: ['creator'], hidden: NOT_CREATOR },
  { call: 'invitation-create', flag: 'post', who: ADMINISTRATORS, hidden: [] },
  { call: 'invitation-resend', flag: 'post', who: ADMINISTRATORS, hidden: [] },
  { call: 'invitation-revoke', flag: 'patch', who: ADMINISTRATORS, hidden: [] },
  { call: 'role-create', flag: 'post', who: ADMINISTRATORS, hidden: [] },
  { call: 'role-edit', flag: 'patch', who: ADMINISTRATORS, hidden: [] },
  { call: 'role-category-create', flag: 'post', who: ADMINISTRATORS, hidden: [] },
  { call: 'role-category-edit', flag: 'patch', who: ADMINISTRATORS, hidden: [] },
  { call: 'role-level-create', flag: 'post', who: ADMINISTRATORS, hidden: [] },
  { call: 'role-level-edit', flag: 'patch', who: ADMINISTRATORS, hidden: [] },
  { call: 'team-create', flag: 'post', who: ADMINISTRATORS, hidden: [] },
  { call: 'team-edit', flag: 'patch', who: ADMINISTRATORS, hidden: [] },
  { call: 'team-members', flag: 'patch', who: ADMINISTRATORS, hidden: [] },
  { call: 'team-delete', flag: 'delete', who: ADMINISTRATORS, hidden: [] },
  // Personal rows: each person's own, with any flags. Deleting a missing row succeeds.
  { call: 'note-create', flag: undefined, who: EVERYBODY, hidden: [] },
  { call: 'note-edit', flag: undefined, who: ['creator'], hidden: NOT_CREATOR },
  { call: 'note-delete', flag: undefined, who: EVERYBODY, hidden: [] },
  { call: 'note-tag-create', flag: undefined, who: EVERYBODY, hidden: [] },
  { call: 'note-tag-edit', flag: undefined, who: ['creator'], hidden: NOT_CREATOR },
  { call: 'todo-create', flag: undefined, who: EVERYBODY, hidden: [] },
  { call: 'todo-rename', flag: undefined, who: ['creator'], hidden: NOT_CREATOR },
  { call: 'todo-toggle', flag: undefined, who: ['creator'], hidden: NOT_CREATOR },
  { call: 'todo-move', flag: undefined, who: ['creator'], hidden: NOT_CREATOR },
  { call: 'todo-plan', flag: undefined, who: ['creator'], hidden: NOT_CREATOR },
  { call: 'todo-delete', flag: undefined, who: EVERYBODY, hidden: [] },
  { call: 'saved-view-create', flag: undefined, who: EVERYBODY, hidden: [] },
  { call: 'saved-view-edit', flag: undefined, who: ['creator'], hidden: NOT_CREATOR },
  { call: 'saved-view-delete', flag: undefined, who: EVERYBODY, hidden: [] },
  { call: 'reminder-read', flag: undefined, who: EVERYBODY, hidden: [] },
  // A readable task, in the person's own Today.
  { call: 'snooze-set', flag: undefined, who: READERS, hidden: OUTSIDER },
];

export function rightTo(call: string): Right | undefined {
  return WRITE_RIGHTS.find((right) => right.call === call);
}
