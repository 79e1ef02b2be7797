import { sluggishReader } from '../theme-scripts.ts';
import { type Theme } from './theme.ts';

/** Themes about rights that are granted and revoked while people work. */
export const RIGHTS_THEMES = {
  /** People join and leave projects while tasks move between them. */
  commuters: {
    people: [
      ['ben', 'ada', 'ben'],
      ['ben', 'ada', 'cyd'],
    ],
    weights: { membership: 45, offline: 10, wait: 12 },
    actions: { 'task-move-project': 60, 'member-add': 12, 'member-remove': 12 },
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
  /** Rights are revoked while the person works offline. */
  demotion: {
    people: [
      ['cyd', 'ada', 'cyd'],
      ['ben', 'cyd', 'cyd'],
    ],
    weights: { level: 30, membership: 15, offline: 25, poison: 4 },
    actions: { 'card-with-tasks': 40, 'project-create': 6, 'comment-create': 12 },
  },
} as const satisfies Readonly<Record<string, Theme>>;
