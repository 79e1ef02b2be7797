import { backupAndRestore, editWhatFails } from '../theme-scripts.ts';
import { loseAcked } from './overtaken-script.ts';
import { ANYBODY, type Theme } from './theme.ts';

const PROCESSES = {
  people: [
    ['ada', 'ben', 'cyd'],
    ['ben', 'ada', 'ben'],
  ],
  processes: 2,
  focus: 4,
  weights: {
    act: 160,
    'kill-process': 8,
    'cut-bus': 10,
    membership: 12,
    'forgetful-server': 0,
    'days-off': 0,
    weather: 2,
    offline: 2,
    cut: 1,
    wait: 20,
  },
  actions: { 'task-text': 15, 'task-move-project': 120, 'note-edit': 12 },
} as const satisfies Theme;

/** Themes about a server that fails, omits, forgets or is replaced by a copy. */
export const SERVER_THEMES = {
  /** A backup, further work, and a restore of the backup. */
  restore: {
    people: ANYBODY,
    weights: { offline: 2, cut: 2, 'kill-server': 1, weather: 3 },
    actions: { 'note-create': 12, 'note-edit': 12, 'tag-create': 8 },
    script: backupAndRestore,
  },
  /** The server's data are replaced by an earlier copy without a new epoch. */
  rollback: {
    people: ANYBODY,
    weights: { offline: 8, cut: 4, 'kill-server': 1, weather: 3, restore: 0 },
    actions: { 'note-create': 12, 'note-edit': 12, 'tag-create': 8 },
    script: (random, seed, drawn) => backupAndRestore(random, seed, drawn, 'go-back'),
  },
  /** The same after mutations were acked and not pulled, and others write past them. */
  overtaken: {
    people: ANYBODY,
    weights: { offline: 4, cut: 2, 'kill-server': 0, weather: 0, restore: 0 },
    actions: { 'card-rename': 12, 'task-edit': 12 },
    script: loseAcked,
  },
  /** Changes on which the server fails, and further changes of the same rows. */
  poison: {
    people: ANYBODY,
    weights: { poison: 25, offline: 12, wait: 12 },
    actions: { 'card-with-tasks': 12, 'task-edit': 25, 'note-edit': 12 },
    script: editWhatFails,
  },
  /** Two processes of the server on one database, which are killed and receive no messages of each other for a time. */
  processes: PROCESSES,
  /** The same on PostgreSQL, where they write side by side, with its own locks and snapshots. */
  postgres: {
    ...PROCESSES,
    isPostgres: true,
    weights: { ...PROCESSES.weights, backup: 0, restore: 0 },
  },
  /** A server that omits a large project for some time. */
  forgetful: { people: ANYBODY, weights: { 'forgetful-server': 25, wait: 15 }, actions: {} },
} as const satisfies Readonly<Record<string, Theme>>;
