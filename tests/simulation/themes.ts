import type { ActionName } from './actions.ts';
import type { SeededRandom } from './random.ts';
import type { SimulationEvent } from './event.ts';
import {
  backupAndRestore,
  copyProfile,
  cutDuringCatchUp,
  editWhatFails,
  leaveInTheMiddle,
  readBack,
  sluggish,
  sluggishReader,
} from './theme-scripts.ts';

/** Subject of a schedule: some events meet only where they are frequent. */
export interface Theme {
  /** Signed-in people of the devices, three in most themes; one of the lists is drawn. */
  readonly people: readonly (readonly ('ada' | 'ben' | 'cyd')[])[];
  /** Initial tabs, in browsers without Web Locks; undefined: one tab, mostly with locks. */
  readonly tabs?: number;
  /** Number of rows of each kind that people choose from, so that they meet at them. */
  readonly focus?: number;
  /** True: the first and the last person use one machine in turns. */
  readonly isShared?: boolean;
  /** True: the devices begin with an older build than the newest. */
  readonly hasBuilds?: boolean;
  /** True: files are picked, uploaded and downloaded, with their bytes. */
  readonly hasFiles?: boolean;
  /** True: a channel has more messages than a window. */
  readonly hasHistory?: boolean;
  /** Largest number of detail rows in a download: projects beyond are outlined (OUT-2). */
  readonly detailRows?: number;
  readonly weights: Partial<Record<SimulationEvent['kind'], number>>;
  readonly actions: Partial<Record<ActionName, number>>;
  /** Fixed events beside the drawn ones. */
  readonly script?: (
    random: SeededRandom,
    seed: string,
    drawn: readonly SimulationEvent[],
  ) => readonly SimulationEvent[];
}

export const WEIGHTS: Readonly<Record<SimulationEvent['kind'], number>> = {
  act: 100,
  tray: 6,
  weather: 7,
  offline: 7,
  cut: 5,
  'open-tab': 4,
  'kill-tab': 4,
  'kill-device': 5,
  evict: 0.4,
  skew: 2,
  'kill-server': 3,
  backup: 3,
  restore: 1.5,
  'expire-tokens': 2,
  membership: 6,
  level: 2,
  poison: 1,
  overload: 1.5,
  'forgetful-server': 1.5,
  prune: 1,
  wait: 8,
  'days-off': 1,
  // Event kinds of later themes are at the end without weight, so that seeds of other themes draw the same events.
  'stop-tab': 0,
  'copy-profile': 0,
  'keep-profile': 0,
  'put-back-profile': 0,
  'go-back': 0,
  'power-cut': 0,
  'full-disk': 0,
  proxy: 0,
  hide: 0,
  damage: 0,
  compare: 0,
  erase: 0,
  'sign-in': 0,
  'sign-out': 0,
  freeze: 0,
  upgrade: 0,
  outdate: 0,
  'background-sync': 0,
};

const ANYBODY = [
  ['ada', 'ben', 'cyd'],
  ['ada', 'ben', 'ada'],
  ['ada', 'ben', 'ben'],
] as const;

const THEME_MAP = {
  mixed: { people: ANYBODY, weights: {}, actions: {} },
  /** A backup, further work, and a restore of the backup. */
  restore: {
    people: ANYBODY,
    weights: { offline: 2, cut: 2, 'kill-server': 1, weather: 3 },
    actions: { 'note-create': 12, 'note-edit': 12, 'tag-create': 8 },
    script: backupAndRestore,
  },
  /** People join and leave projects while tasks move between them. */
  commuters: {
    people: [
      ['ben', 'ada', 'ben'],
      ['ben', 'ada', 'cyd'],
    ],
    weights: { membership: 45, offline: 10, wait: 12 },
    actions: { 'task-move-project': 60, 'member-add': 12, 'member-remove': 12 },
  },
  /** Several active tabs of one device without locks. */
  tabs: {
    people: [
      ['ben', 'ada', 'ben'],
      ['ada', 'ben', 'cyd'],
    ],
    tabs: 2,
    weights: { membership: 25, weather: 20, 'open-tab': 10, 'kill-tab': 10, offline: 12 },
    actions: { 'task-move-project': 40, 'note-delete': 15, 'note-create': 15, 'member-remove': 10 },
  },
  /** Slow responses, several tabs without locks, and few rows that change all the time: old responses arrive last. */
  racing: {
    people: [
      ['ben', 'ada', 'ben'],
      ['ada', 'ben', 'cyd'],
    ],
    tabs: 2,
    focus: 2,
    weights: {
      membership: 30,
      weather: 0,
      offline: 2,
      cut: 2,
      wait: 8,
      'kill-server': 0.5,
      'kill-device': 1,
    },
    actions: {
      'task-move-project': 30,
      'task-edit': 40,
      'task-complete': 30,
      'card-rename': 40,
      'member-add': 25,
      'member-remove': 25,
      'comment-create': 3,
    },
    script: sluggish,
  },
  /** A person joins projects whose few rows change, leave and return while responses are in transit. */
  arrivals: {
    people: [['ben', 'ada', 'ada']],
    focus: 1,
    weights: {
      membership: 70,
      weather: 0,
      offline: 0,
      cut: 0,
      'kill-server': 0,
      'kill-device': 0.5,
      'kill-tab': 0.5,
      wait: 5,
      'days-off': 0,
    },
    actions: {
      'task-move-project': 120,
      'task-edit': 60,
      'task-complete': 40,
      'card-rename': 60,
      'member-add': 60,
      'member-remove': 60,
    },
    script: sluggishReader,
  },
  /** Changes on which the server fails, and further changes of the same rows. */
  poison: {
    people: ANYBODY,
    weights: { poison: 25, offline: 12, wait: 12 },
    actions: { 'card-with-tasks': 12, 'task-edit': 25, 'note-edit': 12 },
    script: editWhatFails,
  },
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
  /** Rights are revoked while the person works offline. */
  demotion: {
    people: [
      ['cyd', 'ada', 'cyd'],
      ['ben', 'cyd', 'cyd'],
    ],
    weights: { level: 30, membership: 15, offline: 25, poison: 4 },
    actions: { 'card-with-tasks': 40, 'project-create': 6, 'comment-create': 12 },
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
  /** A server that omits a large project for some time. */
  forgetful: { people: ANYBODY, weights: { 'forgetful-server': 25, wait: 15 }, actions: {} },
  /** Tabs are suspended while they hold locks, and other tabs of the browser continue. */
  stopped: {
    people: ANYBODY,
    weights: { 'stop-tab': 25, 'open-tab': 30, 'kill-tab': 1, 'kill-device': 1, cut: 2, wait: 12 },
    actions: {},
  },
  /** A profile is copied and both continue, or it is restored to an earlier state. */
  copies: {
    people: ANYBODY,
    weights: { offline: 12, cut: 6, 'kill-tab': 6, wait: 10, restore: 0.5, tray: 10 },
    actions: { 'note-create': 15, 'note-edit': 15, 'task-text': 10, 'task-complete': 15 },
    script: copyProfile,
  },
  /** The server's data are replaced by an earlier copy without a new epoch. */
  rollback: {
    people: ANYBODY,
    weights: { offline: 8, cut: 4, 'kill-server': 1, weather: 3, restore: 0 },
    actions: { 'note-create': 12, 'note-edit': 12, 'tag-create': 8 },
    script: (random, seed, drawn) => backupAndRestore(random, seed, drawn, 'go-back'),
  },
  /** Machines lose their power: commits that were not waited for are reverted (CLIENT-8). */
  power: {
    people: ANYBODY,
    weights: { 'power-cut': 45, membership: 15, weather: 10, restore: 0.5 },
    actions: { 'note-create': 12, 'task-move-project': 15 },
    script: cutDuringCatchUp,
  },
  /** Disks are full while devices download, pull and write. */
  disk: {
    people: ANYBODY,
    weights: { 'full-disk': 40, evict: 6, prune: 5, membership: 12, wait: 12 },
    actions: { 'note-create': 12, 'note-edit': 12 },
  },
  /** Intermediaries answer in place of the server, or cut its responses. */
  proxies: {
    people: ANYBODY,
    weights: { proxy: 45, weather: 2, offline: 2, cut: 2, membership: 12, wait: 15 },
    actions: { 'note-create': 12, 'task-text': 15 },
  },
  /** Rows are created and deleted at once while two tabs receive pages late: an old page would restore them. */
  deletions: {
    people: [
      ['ben', 'ben', 'ada'],
      ['ada', 'ada', 'ben'],
    ],
    tabs: 2,
    focus: 2,
    weights: {
      membership: 10,
      weather: 0,
      offline: 6,
      cut: 2,
      wait: 8,
      'kill-server': 0.5,
      'kill-device': 1,
    },
    actions: {
      'note-create': 60,
      'note-delete': 60,
      'todo-create': 60,
      'todo-delete': 60,
      'label-create': 30,
      'label-delete': 30,
    },
    script: sluggish,
  },
  /** Five devices, some of them hidden, change the same few rows. */
  crowd: {
    people: [
      ['ada', 'ben', 'ada', 'ben', 'cyd'],
      ['ben', 'ada', 'cyd', 'ben', 'ben'],
    ],
    focus: 2,
    weights: { act: 160, membership: 20, weather: 12, hide: 12 },
    actions: { 'task-move-project': 30, 'task-text': 25, 'note-edit': 20 },
  },
  /** Processes are killed all the time. */
  crashes: {
    people: ANYBODY,
    weights: { 'kill-device': 35, 'kill-tab': 20, 'kill-server': 15, weather: 14, 'open-tab': 10 },
    actions: {},
  },
  /** Rows are damaged on the disks of devices, which compare themselves with the server. */
  decay: {
    people: ANYBODY,
    weights: { damage: 25, compare: 20, evict: 0, restore: 0, poison: 0, membership: 10 },
    actions: { 'task-move-project': 20 },
  },
  /** Files are picked without a network, uploaded in parts, and downloaded by the other devices. */
  files: {
    people: ANYBODY,
    hasFiles: true,
    weights: {
      membership: 15,
      offline: 15,
      cut: 12,
      weather: 12,
      'kill-tab': 10,
      'kill-server': 8,
      'power-cut': 8,
      backup: 6,
      restore: 4,
      evict: 1,
      wait: 25,
    },
    actions: {
      'task-file-attach': 90,
      'task-file-caption': 10,
      'task-file-remove': 10,
      'task-move-project': 15,
      'member-remove': 8,
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
  /** Hidden tabs are frozen with a response in their hands, and continue when other tabs are far ahead. */
  hidden: {
    people: [
      ['ben', 'ada', 'ada'],
      ['ada', 'ben', 'ben'],
    ],
    tabs: 2,
    focus: 1,
    weights: {
      freeze: 70,
      hide: 20,
      membership: 50,
      weather: 0,
      offline: 2,
      cut: 2,
      wait: 8,
      'kill-server': 0.5,
      'kill-device': 1,
      'days-off': 0,
    },
    actions: {
      'task-move-project': 60,
      'task-edit': 60,
      'task-complete': 40,
      'card-rename': 60,
      'note-create': 30,
      'note-delete': 30,
      'member-add': 30,
      'member-remove': 30,
    },
  },
  /** A newer build is loaded with unsent work, beside tabs of the older one, whose schema the server may refuse. */
  builds: {
    people: ANYBODY,
    hasBuilds: true,
    weights: {
      upgrade: 14,
      outdate: 2,
      'open-tab': 12,
      'kill-tab': 10,
      offline: 20,
      cut: 8,
      wait: 12,
      evict: 0,
      restore: 0.5,
    },
    actions: { 'note-create': 15, 'task-text': 10, 'task-edit': 15, 'subtask-create': 15 },
  },
  /** Browsers are closed with unsent work, which their service workers send and are killed while they do. */
  worker: {
    people: ANYBODY,
    weights: {
      'background-sync': 30,
      'kill-device': 25,
      'kill-tab': 1,
      offline: 18,
      cut: 10,
      weather: 12,
      'kill-server': 5,
      restore: 0.5,
      wait: 16,
    },
    actions: { 'note-create': 15, 'task-text': 10, 'task-edit': 15, 'card-with-tasks': 10 },
  },
  /** Two people use one machine in turns, sign out with unsent work and sign in over each other's sessions. */
  sessions: {
    people: [
      ['ada', 'ben', 'cyd', 'ben'],
      ['ben', 'ada', 'cyd', 'ada'],
      ['cyd', 'ada', 'ben', 'ben'],
    ],
    isShared: true,
    weights: {
      'sign-in': 25,
      'sign-out': 25,
      offline: 16,
      cut: 8,
      'kill-tab': 10,
      'kill-device': 8,
      'open-tab': 8,
      evict: 0,
      restore: 1,
      poison: 2,
      wait: 14,
    },
    actions: { 'note-create': 20, 'task-text': 15, 'comment-create': 15 },
    script: leaveInTheMiddle,
  },
} as const satisfies Readonly<Record<string, Theme>>;

export type ThemeName = keyof typeof THEME_MAP;

export const THEMES: Readonly<Record<ThemeName, Theme>> = THEME_MAP;

export const THEME_NAMES: readonly ThemeName[] = [
  'mixed',
  'mixed',
  'restore',
  'commuters',
  'tabs',
  'racing',
  'poison',
  'demotion',
  'texts',
  'parts',
  'offices',
  'forgetful',
  'crashes',
  'lists',
  'talk',
  'history',
  'arrivals',
  'stopped',
  'copies',
  'rollback',
  'outlines',
  'power',
  'disk',
  'proxies',
  'crowd',
  'deletions',
  'decay',
  'names',
  'files',
  'erasure',
  'sessions',
  'hidden',
  'builds',
  'worker',
];
