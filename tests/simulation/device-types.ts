import type { Mutation } from '../../model/mutations/define-mutation.ts';
import type { Refusal } from '../../model/shared/errors.ts';
import type { RangeRequest } from '../../sync/core/message-range.ts';
import type { Store } from '../../sync/core/ports/store.ts';
import type { AccountDb } from '../../sync/store/database.ts';
import type { ActionContext } from '../../sync/store/outbox-actions.ts';
import type { Life } from './life.ts';
import type { Line, Network } from './network.ts';
import type { Person } from './people.ts';
import type { SimServer } from './sim-server.ts';
import type { StoreView } from './store-view.ts';
import type { VirtualLoop } from './virtual-loop.ts';

export interface DeviceSetup {
  readonly loop: VirtualLoop;
  readonly network: Network;
  readonly server: SimServer;
  readonly orgId: string;
}

/** A browser profile of one person: what is on its disk, and the tabs that are open. */
export interface Device {
  readonly name: string;
  readonly person: Person;
  readonly line: Line;
  readonly tabs: Tab[];
  /** Tabs that stand still, with the locks they had. */
  readonly stoppedTabs: Tab[];
  /** How far its clock is off (milliseconds). */
  skew: number;
  cookie: string;
  /** How often the browser has thrown its data away. */
  readonly evictions: () => number;
  readonly view: () => StoreView;
  readonly openTab: () => Tab;
  /** The whole browser goes, with all tabs. */
  readonly kill: () => void;
  /** The browser throws the data away; open tabs are gone as well. */
  readonly evict: () => void;
  /** Closes the browser and keeps a copy of its profile. */
  readonly keep: () => Promise<void>;
  /** Closes the browser and puts the kept profile in the place of its own; false: none was kept. */
  readonly putBack: () => Promise<boolean>;
  /** Closes the browser; another one with a copy of its profile. */
  readonly copy: (name: string) => Promise<Device>;
  readonly goOffline: (offline: boolean) => void;
  /** Told after each commit on its disk. */
  readonly onCommit: (task: () => void) => void;
}

export interface Tab {
  readonly life: Life;
  readonly store: Store;
  readonly db: AccountDb;
  readonly engine: RunningEngine;
  readonly newId: () => string;
  readonly now: () => number;
  /** The way the screens write. */
  readonly mutate: <Args>(mutation: Mutation<Args>, args: Args) => Promise<Refusal | undefined>;
  readonly context: () => Promise<ActionContext>;
  readonly kill: () => void;
  /** Its process stands still for good, as at a breakpoint. */
  readonly stop: () => void;
}

export interface RunningEngine {
  readonly wake: () => void;
  /** Brings messages of a conversation: older ones, or those around one. */
  readonly history: (scope: string, part?: RangeRequest) => Promise<unknown>;
  /** The person has signed in again. */
  readonly resume: () => void;
}
