import { leaveInTheMiddle } from '../theme-scripts.ts';
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
