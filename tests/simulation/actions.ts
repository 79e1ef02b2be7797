import type { Refusal } from '../../model/shared/errors.ts';
import { ADMINISTRATION_ACTIONS } from './actions/administration.ts';
import { BOARD_ACTIONS } from './actions/board.ts';
import { CHAT_ACTIONS } from './actions/chat.ts';
import type { Act, Doing } from './actions/doing.ts';
import { PERSONAL_ACTIONS } from './actions/personal.ts';
import { PROJECT_ACTIONS } from './actions/projects.ts';
import { SUBTASK_ACTIONS } from './actions/subtasks.ts';

/** Actions of people and their relative frequency. Each action reads the device's store, as the screens do. */
export const ACTIONS = {
  'card-create': 3,
  'card-rename': 4,
  'card-move': 4,
  'card-archive': 2,
  'task-create': 6,
  'task-edit': 8,
  'task-text': 10,
  'task-move': 8,
  'task-move-project': 8,
  'task-complete': 4,
  'task-tick': 4,
  'task-archive': 3,
  'task-assign': 3,
  'task-flag': 2,
  'task-collaborate': 2,
  'comment-create': 6,
  'comment-edit': 6,
  'comment-delete': 2,
  'note-create': 3,
  'note-edit': 7,
  'note-delete': 2,
  'tag-create': 1,
  'member-add': 3,
  'member-remove': 3,
  'person-create': 1,
  'project-create': 1,
  'workspace-create': 1,
  'card-with-tasks': 4,
  // Later actions have no weight unless a theme sets one, so that the schedule of an earlier seed does not change.
  'subtask-create': 0,
  'subtask-edit': 0,
  'subtask-assign': 0,
  'subtask-complete': 0,
  'subtask-move': 0,
  'subtask-archive': 0,
  'label-create': 0,
  'label-rename': 0,
  'label-delete': 0,
  'task-label': 0,
  'comment-undo': 0,
  'category-create': 0,
  'category-edit': 0,
  'role-create': 0,
  'role-edit': 0,
  'team-create': 0,
  'team-rename': 0,
  'team-members': 0,
  'team-delete': 0,
  invite: 0,
  'invite-again': 0,
  'invite-revoke': 0,
  'person-edit': 0,
  'todo-create': 0,
  'todo-rename': 0,
  'todo-toggle': 0,
  'todo-move': 0,
  'todo-delete': 0,
  'message-send': 0,
  'message-to-group': 0,
  'message-edit': 0,
  'message-delete': 0,
  'chat-seen': 0,
  'group-create': 0,
  'group-rename': 0,
  'group-join': 0,
  'group-part': 0,
  'news-clear': 0,
  'history-older': 0,
  'history-around': 0,
  'history-newer': 0,
  'chat-back': 0,
  snooze: 0,
  'snooze-end': 0,
  'news-read': 0,
  'task-mute': 0,
  'template-create': 0,
  'template-delete': 0,
  'todo-plan': 0,
  'reminder-read': 0,
  'note-tag-edit': 0,
  'message-react': 0,
  'conversation-mute': 0,
  'task-file-add': 0,
  'task-file-caption': 0,
  'task-file-move': 0,
  'task-file-remove': 0,
} as const;
export type ActionName = keyof typeof ACTIONS;

const PERFORM: Readonly<Record<ActionName, Act>> = {
  ...ADMINISTRATION_ACTIONS,
  ...BOARD_ACTIONS,
  ...CHAT_ACTIONS,
  ...PERSONAL_ACTIONS,
  ...PROJECT_ACTIONS,
  ...SUBTASK_ACTIONS,
};

/** Runs an action; undefined when no row fits. The promise resolves when the write is on the device's disk. */
export function act(name: ActionName, doing: Doing): Promise<Refusal | undefined> {
  return PERFORM[name](doing);
}
