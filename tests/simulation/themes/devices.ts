import { copyProfile, cutDuringCatchUp } from '../theme-scripts.ts';
import { damagesAtTheEnd, revokesAtTheEnd } from './last-events.ts';
import { changedMeanwhile } from './late-script.ts';
import { ANYBODY, type Theme } from './theme.ts';

/** Themes about processes, disks and profiles of devices. */
export const DEVICE_THEMES = {
  /** Tabs are suspended while they hold locks, and other tabs of the browser continue. */
  stopped: {
    people: ANYBODY,
    weights: { 'stop-tab': 25, 'open-tab': 30, 'kill-tab': 1, 'kill-device': 1, cut: 2, wait: 12 },
    actions: {},
  },
  /** Hidden tabs are frozen with a response in their hands, and continue when other tabs are far ahead. */
  hidden: {
    people: [['cyd', 'ada', 'cyd']],
    tabs: 2,
    focus: 5,
    hasWholePages: true,
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
    script: (...drawing) => changedMeanwhile('freeze', ...drawing),
  },
  /** A profile is copied and both continue, or it is restored to an earlier state. */
  copies: {
    people: ANYBODY,
    weights: { offline: 12, cut: 6, 'kill-tab': 6, wait: 10, restore: 0.5, tray: 10 },
    actions: { 'note-create': 15, 'note-edit': 15, 'task-text': 10, 'task-complete': 15 },
    script: copyProfile,
  },
  /** Machines lose their power: commits that were not waited for are reverted (CLIENT-8). */
  power: {
    people: ANYBODY,
    weights: { 'power-cut': 45, membership: 15, weather: 10, restore: 0.5 },
    actions: { 'note-create': 12, 'task-move-project': 15 },
    script: cutDuringCatchUp,
  },
  /** Devices that encrypt what they store lose their power, are killed, and change what they have of a project. */
  encrypted: {
    people: ANYBODY,
    encryption: 'from the start',
    weights: { 'power-cut': 15, membership: 20, weather: 10, restore: 2, evict: 1, compare: 4 },
    actions: { 'note-create': 12, 'task-move-project': 15, 'task-text': 12 },
  },
  /** Disks are full while devices download, pull and write. */
  disk: {
    people: ANYBODY,
    weights: { 'full-disk': 40, evict: 6, prune: 5, membership: 12, wait: 12 },
    actions: { 'note-create': 12, 'note-edit': 12 },
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
    script: damagesAtTheEnd,
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
    script: revokesAtTheEnd,
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
} as const satisfies Readonly<Record<string, Theme>>;
