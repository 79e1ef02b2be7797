import { leaveBoth, leaveInTheMiddle, writeBeside } from '../theme-scripts.ts';
import { ANYBODY, type Theme } from './theme.ts';

/** Themes about people and builds that follow one another on a device. */
export const SEAT_THEMES = {
  /** Two people use one machine in turns, sign out with unsent work and sign in over each other's sessions. */
  sessions: {
    people: [
      ['ada', 'ben', 'cyd', 'ben'],
      ['ben', 'ada', 'cyd', 'ada'],
      ['cyd', 'ada', 'ben', 'ben'],
    ],
    isShared: true,
    focus: 2,
    weights: {
      'sign-in': 8,
      'sign-out': 40,
      membership: 16,
      offline: 12,
      cut: 8,
      'kill-tab': 10,
      'kill-device': 8,
      'open-tab': 8,
      evict: 0,
      restore: 1,
      poison: 2,
      wait: 14,
    },
    actions: { 'note-create': 20, 'task-text': 30, 'comment-create': 15, 'task-edit': 15 },
    script: leaveInTheMiddle,
  },
  /** People with accounts of two organisations in one browser, both open or one of them, and on devices of their own. */
  organizations: {
    people: [
      ['ada', 'ben', 'ben', 'ada'],
      ['ben', 'ada', 'cyd', 'ben'],
      ['cyd', 'ada', 'ada', 'cyd'],
    ],
    isShared: true,
    hasSecond: true,
    focus: 2,
    weights: {
      'sign-in': 14,
      'sign-out': 24,
      'background-sync': 8,
      membership: 10,
      offline: 12,
      cut: 8,
      'kill-tab': 10,
      'kill-device': 8,
      'open-tab': 16,
      evict: 0,
      restore: 1,
      poison: 2,
    },
    actions: { 'note-create': 15, 'task-text': 20, 'comment-create': 15, 'task-edit': 15 },
    script: leaveBoth,
  },
  /** The browser cannot open a store with unsent work for a while, and its person writes in the replacing one. */
  replaced: {
    people: [
      ['ada', 'cyd', 'ben'],
      ['ben', 'ada', 'cyd'],
      ['cyd', 'ben', 'ada'],
    ],
    isShared: true,
    hasWorker: true,
    focus: 2,
    weights: {
      unopenable: 30,
      weather: 3,
      'sign-in': 8,
      'sign-out': 12,
      membership: 10,
      offline: 8,
      cut: 8,
      'kill-tab': 8,
      'kill-device': 10,
      'open-tab': 14,
      'kill-server': 4,
      evict: 0,
      restore: 0.5,
      poison: 0,
      'days-off': 0,
      wait: 14,
    },
    actions: { 'note-create': 20, 'task-text': 20, 'comment-create': 15, 'task-edit': 15 },
    script: writeBeside,
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
} as const satisfies Readonly<Record<string, Theme>>;
