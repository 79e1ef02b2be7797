import { coldTasks, readBack } from '../theme-scripts.ts';
import { erasedMeanwhile } from './opened-script.ts';
import { ANYBODY, type Theme } from './theme.ts';

/** Devices without the details of cold tasks. */
const COLD = {
  people: [
    ['cyd', 'ada', 'ben'],
    ['ben', 'ada', 'ben'],
  ],
  detailRows: 0,
  coldAfter: 15_000,
  script: coldTasks,
} as const satisfies Partial<Theme>;

/** Themes about what people do. */
export const WORK_THEMES = {
  mixed: { people: ANYBODY, weights: {}, actions: {} },
  /** Tasks are done, accepted and sent back on several devices at once, some of them for days without a network. */
  signoff: {
    people: ANYBODY,
    weights: { offline: 20, cut: 8, 'kill-tab': 4, 'days-off': 2, wait: 12 },
    actions: {
      'task-tick': 60,
      'task-complete': 40,
      'task-send-back': 30,
      'task-delete': 8,
      'task-assign': 15,
      'task-move-project': 8,
    },
  },
  /** Edits of the same texts on several devices at once. */
  texts: {
    people: [
      ['ada', 'ada', 'ben'],
      ['ben', 'ben', 'ada'],
    ],
    weights: { offline: 25, tray: 15, wait: 14, cut: 10 },
    actions: { 'task-text': 60, 'note-edit': 60, 'comment-edit': 40, 'task-move-project': 1 },
  },
  /** Three people edit the texts of one task, most of the time without a network. */
  conflicts: {
    people: [
      ['ada', 'ben', 'ada'],
      ['ben', 'ada', 'ben'],
    ],
    focus: 1,
    weights: { act: 160, offline: 40, cut: 8, weather: 2, wait: 14, restore: 0 },
    actions: { 'task-text': 200, 'note-edit': 40, 'comment-edit': 20, 'task-move-project': 1 },
  },
  /** Subtasks, labels, files and deleted comments of tasks that move between projects. */
  parts: {
    people: ANYBODY,
    weights: { membership: 12, offline: 15, cut: 8, restore: 1 },
    actions: {
      'subtask-create': 40,
      'task-file-add': 25,
      'task-file-caption': 20,
      'task-file-move': 15,
      'task-file-remove': 10,
      'subtask-edit': 25,
      'subtask-assign': 15,
      'subtask-complete': 20,
      'subtask-move': 20,
      'subtask-archive': 15,
      'label-create': 12,
      'label-rename': 8,
      'label-delete': 6,
      'template-create': 6,
      'template-delete': 4,
      'task-label': 25,
      'overwrite-dismiss': 10,
      'comment-undo': 15,
      'task-move-project': 25,
    },
  },
  /** Administrators edit the same lists, and one of them loses the level. */
  offices: {
    people: [
      ['ada', 'cyd', 'ada'],
      ['cyd', 'ada', 'ben'],
    ],
    weights: { level: 15, offline: 20, cut: 8, restore: 1 },
    actions: {
      'category-create': 10,
      'category-edit': 15,
      'role-create': 15,
      'role-edit': 20,
      'team-create': 15,
      'team-rename': 15,
      'team-members': 30,
      'team-delete': 10,
      invite: 15,
      'invite-again': 10,
      'invite-revoke': 8,
      'person-edit': 10,
      'person-create': 5,
    },
  },
  /** One person's list on several devices that are offline for days. */
  lists: {
    people: [
      ['ada', 'ada', 'ada'],
      ['ben', 'ben', 'ada'],
    ],
    weights: { offline: 25, cut: 10, wait: 12, restore: 1 },
    actions: {
      'todo-create': 60,
      'todo-rename': 40,
      'todo-toggle': 40,
      'todo-move': 40,
      'todo-delete': 20,
      'todo-plan': 20,
      'reminder-read': 8,
      'note-tag-edit': 8,
      'view-create': 10,
      'view-edit': 8,
      'view-delete': 4,
      snooze: 15,
      'snooze-end': 8,
    },
  },
  /** Conversations of two and channels whose members change, while people go offline and return. */
  talk: {
    people: ANYBODY,
    weights: { offline: 20, cut: 10, wait: 15, 'kill-tab': 8 },
    actions: {
      'message-send': 120,
      'message-to-group': 60,
      'message-edit': 20,
      'message-delete': 8,
      'message-react': 15,
      'conversation-mute': 6,
      'chat-seen': 60,
      'group-create': 12,
      'group-rename': 8,
      'group-join': 25,
      'group-part': 20,
      'news-clear': 15,
      'news-read': 15,
      'task-mute': 8,
    },
  },
  /**
   * People scroll back in a long channel, from its end and from links, while messages are added and edited and members
   * join and leave.
   */
  history: {
    people: ANYBODY,
    hasHistory: true,
    weights: { act: 220, offline: 10, cut: 8, wait: 12, 'kill-tab': 8, prune: 2, evict: 1 },
    actions: {
      'message-to-group': 50,
      'message-edit': 50,
      'message-delete': 10,
      'chat-seen': 30,
      'chat-back': 60,
      'group-join': 8,
      'group-part': 4,
      'history-older': 2,
      'history-around': 120,
      'history-newer': 8,
    },
    script: readBack,
  },
  /**
   * Devices have outlines of the projects that do not concern their person, who opens some of them while details
   * change, tasks move between projects, downloads break off and the server is restored.
   */
  outlines: {
    // Only Cyd, a manager, reads a project without being a member of it.
    people: [
      ['cyd', 'ada', 'ben'],
      ['cyd', 'ada', 'cyd'],
    ],
    detailRows: 0,
    weights: { membership: 8, level: 4, evict: 4, cut: 12, prune: 3, restore: 3, 'kill-tab': 8 },
    actions: {
      'project-open': 12,
      'comment-create': 40,
      'comment-edit': 20,
      'subtask-create': 40,
      'subtask-edit': 20,
      'subtask-complete': 20,
      'task-move-project': 40,
      'project-create': 4,
    },
  },
  /** The details of an opened project arrive late, and some of its tasks have been erased meanwhile. */
  opened: {
    people: [
      ['cyd', 'ada', 'ben'],
      ['cyd', 'ben', 'ada'],
    ],
    detailRows: 0,
    weights: { membership: 0, level: 0, evict: 2, weather: 0, cut: 2, wait: 12, restore: 0 },
    actions: { 'project-open': 12, 'subtask-create': 40, 'comment-create': 30, 'task-delete': 12 },
    script: erasedMeanwhile,
  },
  /**
   * The same without room for tasks: those of the projects that do not concern their person arrive when they are opened
   * or change, while tasks are written, move between projects and are completed.
   */
  summaries: {
    people: [
      ['cyd', 'ada', 'ben'],
      ['cyd', 'ada', 'cyd'],
    ],
    detailRows: 0,
    taskRows: 0,
    weights: { membership: 8, level: 4, evict: 4, cut: 12, prune: 3, restore: 3, 'kill-tab': 8 },
    actions: {
      'project-open': 40,
      'comment-create': 40,
      'subtask-create': 40,
      'task-create': 40,
      'task-edit': 40,
      'task-assign': 20,
      'task-complete': 20,
      'task-move': 20,
      'task-move-project': 40,
      'card-archive': 8,
      'project-create': 8,
    },
  },
  /**
   * Devices have the projects of their person without the details of tasks that were completed or archived some time
   * ago, of which some are opened and some change, while projects are granted and revoked.
   */
  cold: {
    ...COLD,
    weights: {
      membership: 8,
      evict: 14,
      cut: 12,
      prune: 4,
      restore: 4,
      'kill-tab': 8,
      'kill-device': 8,
      wait: 14,
    },
    actions: {
      'task-open': 40,
      'project-open': 2,
      'comment-create': 40,
      'comment-edit': 20,
      'subtask-create': 40,
      'subtask-complete': 20,
      'task-create': 10,
      'task-complete': 60,
      'task-archive': 40,
      'task-edit': 20,
      'task-move-project': 20,
    },
  },
  /**
   * The same, and steps of the tasks whose details are here are damaged on the disks of devices, which compare
   * themselves with the server.
   */
  aged: {
    ...COLD,
    weights: {
      damage: 25,
      compare: 20,
      membership: 8,
      evict: 0,
      restore: 0,
      poison: 0,
      'kill-tab': 8,
      wait: 14,
    },
    actions: {
      'task-open': 40,
      'comment-create': 20,
      'subtask-create': 20,
      'task-create': 10,
      'task-complete': 80,
      'task-archive': 30,
      'task-edit': 20,
      'task-move-project': 20,
    },
  },
  /** Administrators replace each other's names of columns, projects and workspaces unseen; one loses the level. */
  names: {
    people: [
      ['ada', 'cyd', 'ada'],
      ['cyd', 'ada', 'cyd'],
    ],
    focus: 1,
    weights: { level: 12, membership: 12, offline: 30, wait: 14, cut: 8, restore: 1 },
    actions: {
      'card-rename': 60,
      'project-edit': 60,
      'workspace-edit': 60,
      'overwrite-dismiss': 25,
      'project-create': 0,
      'workspace-create': 0,
    },
  },
  /** Tasks, projects and workspaces are deleted, restored and erased while people work in them offline. */
  erasure: {
    people: [
      ['ada', 'ben', 'cyd'],
      ['ada', 'cyd', 'ada'],
    ],
    weights: { erase: 14, offline: 24, cut: 8, 'kill-server': 5, prune: 2, restore: 1, wait: 16 },
    actions: {
      'task-delete': 25,
      'project-delete': 12,
      'workspace-delete': 3,
      'project-create': 12,
      'workspace-create': 6,
      'card-with-tasks': 30,
      'comment-create': 20,
    },
  },
} as const satisfies Readonly<Record<string, Theme>>;
