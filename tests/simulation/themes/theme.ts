import type { ActionName } from '../actions.ts';
import type { SeededRandom } from '../random.ts';
import type { SimulationEvent } from '../event.ts';

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
  /** True: the later half of the devices are in a second organisation of the same people. */
  readonly hasSecond?: boolean;
  /** When the devices are encrypted (CLIENT-13); undefined: never. */
  readonly encryption?: 'from the start' | 'by event';
  /** True: the devices begin with an older build than the newest. */
  readonly hasBuilds?: boolean;
  /** True: tabs of the shared machine run the product's worker, which replaces stores and sends for other accounts. */
  readonly hasWorker?: boolean;
  /** True: files are picked, uploaded and downloaded, with their bytes. */
  readonly hasFiles?: boolean;
  /** Number of the server's processes, which share its database; undefined: one. */
  readonly processes?: number;
  /** True: their database is a PostgreSQL. */
  readonly isPostgres?: boolean;
  /** True: pulls have the product's own limit of rows. */
  readonly hasWholePages?: boolean;
  /** True: a channel has more messages than a window. */
  readonly hasHistory?: boolean;
  /** Largest number of detail rows in a download: projects beyond are outlined (OUT-2). */
  readonly detailRows?: number;
  /** Largest number of tasks in a download: projects beyond are summarized (OUT-6). */
  readonly taskRows?: number;
  /** Milliseconds after which unchanged tasks that are completed or archived are cold (OUT-7). */
  readonly coldAfter?: number;
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
  unopenable: 0,
  'kill-process': 0,
  'cut-bus': 0,
  'late-answer': 0,
  encrypt: 0,
};

/** People of a schedule without a particular cast. */
export const ANYBODY = [
  ['ada', 'ben', 'cyd'],
  ['ada', 'ben', 'ada'],
  ['ada', 'ben', 'ben'],
] as const;
