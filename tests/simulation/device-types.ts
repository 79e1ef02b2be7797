import type { TasksToOpen } from '../../sync/core/ports/streams.ts';
import type { Http } from '../../sync/browser/http.ts';
import type { Session } from '../../sync/browser/session.ts';
import type { AccountRecord, DeviceDb } from '../../sync/store/device-db.ts';
import type { DeviceKeys } from './encrypted/device-keys.ts';
import type { DeviceLocks } from './sim-lock.ts';
import type { Mutation } from '../../model/mutations/define-mutation.ts';
import type { Refusal } from '../../model/shared/errors.ts';
import type { RangeRequest } from '../../sync/core/message-range.ts';
import type { Comparison } from '../../sync/core/ports/comparison.ts';
import type { CompareOptions } from '../../sync/engine/compare-stream.ts';
import type { Store } from '../../sync/core/ports/store.ts';
import type { AccountDb } from '../../sync/store/database.ts';
import type { ActionContext } from '../../sync/store/outbox-actions.ts';
import type { MemoryCaches } from './files/memory-cache.ts';
import type { Life } from './life.ts';
import type { Line, Network } from './network.ts';
import type { Person } from './people.ts';
import type { SimServer } from './sim-server.ts';
import type { StoreReader, StoreView } from './store-view.ts';
import type { VirtualLoop } from './virtual-loop.ts';

export interface DeviceSetup {
  readonly loop: VirtualLoop;
  readonly network: Network;
  readonly server: SimServer;
  /** Files are picked, uploaded and downloaded. */
  readonly hasFiles: boolean;
  /** Devices begin with an older build. */
  readonly hasBuilds: boolean;
  /** Tabs of shared machines run the product's worker. */
  readonly hasWorker: boolean;
}

/** A browser profile of one person: the databases on its disk and its open tabs. */
export interface Device {
  readonly name: string;
  readonly person: Person;
  readonly line: Line;
  readonly tabs: Tab[];
  /** Suspended tabs, with the locks they held. */
  readonly stoppedTabs: Tab[];
  /** Writer version of the build that its next tabs load. */
  writer: number;
  /** Offset of its clock in milliseconds. */
  skew: number;
  cookie: string;
  /** Number of times the browser has evicted the data. */
  readonly evictions: () => number;
  /** Content of the account's store, or of another one of the account. */
  readonly view: (store?: string) => StoreView;
  /** Name of the account's store. */
  readonly store: () => string;
  /** Names of the stores from which the product still sends: the account's and the replaced ones (CLIENT-6). */
  readonly stores: () => readonly string[];
  readonly hasLocks: boolean;
  /** Undefined for a device that only its person uses. */
  readonly seat: Seat | undefined;
  /** Its HTTP caches. */
  readonly caches: MemoryCaches;
  readonly openTab: () => Tab;
  /**
   * Runs its service worker without a page, which ends with the browser; resolves to true when it reports that everything
   * is sent.
   */
  readonly runWorker: () => Promise<boolean>;
  /** Ends the browser with all tabs. */
  readonly kill: () => void;
  /**
   * Ends the machine: the newest commits that were not waited for are reverted, all of them or the share `part` (0 to
   * 1).
   */
  readonly powerCut: (part: number) => void;
  /** Part of the write transactions that fail because the disk is full. */
  failingWrites: number;
  /** The person looks at something else; browsers slow down such a tab. */
  readonly hide: (hidden: boolean) => void;
  readonly isHidden: () => boolean;
  /** Shortest delay of a timer in milliseconds: browsers slow down the timers of hidden pages. */
  readonly timerDelay: () => number;
  /** Evicts the data and closes the tabs. */
  readonly evict: () => void;
  /** Closes the browser and changes the rows on its disk. */
  readonly damage: (work: (db: AccountDb) => Promise<void>) => Promise<void>;
  /** Closes the browser and keeps a copy of its profile. */
  readonly keep: () => Promise<void>;
  /** Closes the browser and replaces its profile by the kept one; false when none was kept. */
  readonly restoreProfile: () => Promise<boolean>;
  /** Closes the browser; returns another browser with a copy of its profile. */
  readonly copy: (name: string) => Promise<Device>;
  readonly goOffline: (offline: boolean) => void;
  readonly onCommit: (task: CommitTask) => void;
}

/**
 * Called after each commit with the name of the store. `isVisible`: no other transaction has begun, whose writes a view
 * would contain in part; otherwise the next visible commit shows what this one has changed as well.
 */
export type CommitTask = (store: string, isVisible: boolean) => void;

export interface Tab {
  readonly life: Life;
  readonly store: Store;
  readonly db: AccountDb;
  readonly engine: RunningEngine;
  readonly newId: () => string;
  readonly now: () => number;
  /** The write function of the screens. */
  readonly mutate: <Args>(mutation: Mutation<Args>, args: Args) => Promise<Refusal | undefined>;
  readonly context: () => Promise<ActionContext>;
  readonly kill: () => void;
  /** Suspends its process for good, as at a breakpoint. */
  readonly stop: () => void;
}

export interface RunningEngine {
  readonly wake: () => void;
  /** Loads messages of a conversation: older ones, or those around a message. */
  readonly history: (scope: string, part?: RangeRequest) => Promise<unknown>;
  /** The person opens a project of which the device may have only the outline. */
  readonly hold: (scopes: readonly string[]) => Promise<unknown>;
  /** The person opens tasks that may be cold (OUT-7). */
  readonly openTasks: (opened: TasksToOpen) => Promise<unknown>;
  /** Compares the device with the server (PULL-9). */
  readonly compare: (options?: CompareOptions) => Promise<Comparison>;
  /** Releases details of cold tasks beyond what the device is meant to hold (OUT-7.6). */
  readonly releaseCold: () => Promise<void>;
  /** The person has signed in again. */
  readonly resume: () => void;
  readonly stop: () => void;
  /** Tries to send everything within the milliseconds; true when nothing is pending any more. */
  readonly drain: (milliseconds: number) => Promise<boolean>;
}

/**
 * One person's use of a shared machine. The steps are those of the product's pages (sync/client/sign-out.ts,
 * forget-accounts.ts, sync/worker/worker-api.ts), which need a browser; every step is the product's own code, and a
 * page may be killed in each of them.
 */
export interface Seat {
  readonly machine: SharedMachine;
  readonly isSignedIn: () => boolean;
  /** Signs in with this session of the server, also over the session of another person that has not ended. */
  readonly signIn: (cookie: string) => Promise<void>;
  /** `keeps`: unsent work stays locked; otherwise the sign-out is reverted when there is some. */
  readonly signOut: (tab: Tab, keeps: boolean) => Promise<void>;
  /** Replaces the person's plain stores with encrypted ones (CLIENT-13.2); does nothing while changes are unsent. */
  readonly encrypt: (tab: Tab) => Promise<void>;
  /** Continues what earlier pages have left; a new page does so first. */
  readonly tidy: (life: Life) => void;
  /** Runs before the engine of a tab starts. Rejects when it has to be tried again. */
  readonly prepare: (parts: PreparedTab) => Promise<void>;
}

export interface PreparedTab {
  readonly life: Life;
  readonly db: AccountDb;
  readonly session: Session;
  readonly http: Http;
}

/**
 * A browser profile that several people use one after the other, or one person in two organisations. Each account is a
 * device of the simulation, with its own store; the cookie and the device's database are shared.
 */
export interface SharedMachine {
  readonly factory: IDBFactory;
  readonly locks: DeviceLocks;
  readonly hasLocks: boolean;
  /** Keys of its encrypted stores; undefined where none is encrypted. */
  readonly keys: DeviceKeys | undefined;
  cookie: string;
  /** Pages of people who sign in. */
  readonly pages: Life[];
  readonly devices: Device[];
  /** Ends the browser with all tabs and pages. */
  readonly killAll: () => void;
  /** The device's database, opened by a page. */
  readonly open: (life: Life) => DeviceDb;
  readonly onCommit: (task: CommitTask) => void;
  readonly readerOf: (name: string) => StoreReader;
  readonly isSignedIn: (person: Person) => boolean;
  /** The stored account; undefined when nothing of it is on the machine. */
  readonly account: (person: Person) => AccountRecord | undefined;
  /** Name of the account's store. */
  readonly storeOf: (person: Person) => string;
  /** Names of the account's store and of its replaced ones; empty when nothing of the account is on the machine. */
  readonly storesOf: (person: Person) => readonly string[];
  /** Names of all databases on the disk. */
  readonly databases: () => readonly string[];
  /** True for a store that is or was the account's. */
  readonly belongsTo: (store: string, person: Person) => boolean;
  /** Stores that the browser cannot open now (CLIENT-6). */
  readonly unopenable: Set<string>;
}
