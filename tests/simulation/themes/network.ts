import { sluggish } from '../theme-scripts.ts';
import { changedMeanwhile } from './late-script.ts';
import { ANYBODY, type Theme } from './theme.ts';

/** Themes about late, lost and changed responses. */
export const NETWORK_THEMES = {
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
  /** Single responses arrive late in one of two tabs without locks. */
  late: {
    people: [['cyd', 'ada', 'cyd']],
    tabs: 2,
    focus: 5,
    hasWholePages: true,
    weights: { 'late-answer': 60, level: 15, membership: 15, weather: 0, cut: 1, wait: 15 },
    actions: { 'note-create': 20, 'note-delete': 20, 'task-move-project': 25, 'card-rename': 20 },
    script: (...drawing) => changedMeanwhile('network', ...drawing),
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
  /** Intermediaries answer in place of the server, or cut its responses. */
  proxies: {
    people: ANYBODY,
    weights: { proxy: 45, weather: 2, offline: 2, cut: 2, membership: 12, wait: 15 },
    actions: { 'note-create': 12, 'task-text': 15 },
  },
} as const satisfies Readonly<Record<string, Theme>>;
