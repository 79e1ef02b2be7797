import { WORK_THEMES } from './themes/work.ts';
import { RIGHTS_THEMES } from './themes/rights.ts';
import { SERVER_THEMES } from './themes/server.ts';
import { NETWORK_THEMES } from './themes/network.ts';
import { DEVICE_THEMES } from './themes/devices.ts';
import { SEAT_THEMES } from './themes/people.ts';
import type { Theme } from './themes/theme.ts';

const THEME_MAP = {
  ...WORK_THEMES,
  ...RIGHTS_THEMES,
  ...SERVER_THEMES,
  ...NETWORK_THEMES,
  ...DEVICE_THEMES,
  ...SEAT_THEMES,
} as const satisfies Readonly<Record<string, Theme>>;

export type ThemeName = keyof typeof THEME_MAP;

export const THEMES: Readonly<Record<ThemeName, Theme>> = THEME_MAP;

/** Schedules of each theme in `npm test`, numbered from 1; `npm run sim` runs any number. */
export const SCHEDULES_EACH = 5;

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
  'summaries',
  'cold',
  'organizations',
  'replaced',
  'processes',
  'encrypted',
  'senders',
  'postgres',
  'aged',
  'late',
  'overtaken',
  'conflicts',
  'opened',
  'signoff',
  'encrypting',
];
