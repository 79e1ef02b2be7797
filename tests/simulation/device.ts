import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { copyStore } from '../support/copy-store.ts';
import { CairnError } from '../../model/shared/errors.ts';
import { newId } from '../../model/shared/ids.ts';
import { actorOf } from '../../sync/store/actor.ts';
import type { AccountRecord } from '../../sync/store/device-db.ts';
import { CLOSED } from '../../sync/store/closing.ts';
import { accountDb, STORE_WRITER } from '../../sync/store/database.ts';
import { dexieStore } from '../../sync/store/dexie-store.ts';
import { followBrowserClose } from '../../sync/store/browser-close.ts';
import { writeLocally } from '../../sync/store/local-write.ts';
import { isFull, notSaved } from '../../sync/store/not-saved.ts';
import type { ActionContext } from '../../sync/store/outbox-actions.ts';
import type { Store } from '../../sync/core/ports/store.ts';
import { memoryCaches } from './files/memory-cache.ts';
import type { SeededRandom } from './random.ts';
import { createLife } from './life.ts';
import { FAIR, type Line } from './network.ts';
import type { Person } from './people.ts';
import { createDeviceLocks, type DeviceLocks } from './sim-lock.ts';
import { EPOCH_MS } from './processes/open-process.ts';
import type { CommitTask, Device, DeviceSetup, SharedMachine, Tab } from './device-types.ts';
import { createSeat } from './sessions/seat.ts';
import { refusalOf } from './sessions/closed-store.ts';
import { openWorkerTab } from './sessions/worker-tab.ts';
import { pageHttp, startEngine } from './start-engine.ts';
import type { DeviceKey } from './encrypted/device-keys.ts';
import { createStoreReader, type StoreReader } from './store-view.ts';
import { type DiskCommit, openWatchedDatabase } from './watched-database.ts';

interface DeviceOptions {
  readonly setup: DeviceSetup;
  readonly name: string;
  readonly person: Person;
  readonly cookie: string;
  readonly random: SeededRandom;
  readonly hasLocks: boolean;
  /** Initial content of its disk; empty when missing. */
  readonly profile?: IDBFactory;
  /** Its stores are encrypted under this key. */
  readonly key?: DeviceKey | undefined;
  /** The machine of several people whose device this is. */
  readonly machine?: SharedMachine | undefined;
  /** Called for a commit of a build that may not write any more (CLIENT-7). */
  readonly wroteInVain?: (device: Device) => void;
  /** Called when the person has been signed out on it. */
  readonly left?: (device: Device) => void;
  /** Called for an error of a page that the product does not foresee. */
  readonly failed?: (device: Device, error: unknown) => void;
}

export function createDevice(options: DeviceOptions): Device {
  const { setup, name, person, random, machine } = options;
  const line: Line = { name, weather: FAIR, offline: false, cut: false, late: [] };
  const commits: CommitTask[] = [];
  /** Commits that a power cut may revert, in their order. */
  let relaxed: DiskCommit[] = [];
  let hidden = false;
  let hiddenAt = 0;
  let { cookie } = options;
  const onlineChanged = new Set<() => void>();
  const locks = machine?.locks ?? createDeviceLocks(setup.loop, options.hasLocks);
  const tabs: Tab[] = [];
  const stoppedTabs: Tab[] = [];
  let factory: IDBFactory = machine?.factory ?? options.profile ?? new IDBFactory();
  let kept: IDBFactory | undefined;
  let evictions = 0;
  let opened = 0;
  const storeName = options.key?.storeName ?? name;
  const dbName = () => machine?.storeOf(person) ?? `${storeName}-${String(evictions)}`;
  const readerOf = () => createStoreReader(factory, dbName(), options.key?.cipher);
  let ownReader = readerOf();
  const readerNamed = (store: string) => machine?.readerOf(store) ?? ownReader;
  const reader = () => readerNamed(dbName());
  let caches = memoryCaches();
  const committed: CommitTask = (store, isVisible) => {
    for (const task of commits) task(store, isVisible);
  };
  const kill = () => {
    for (const page of machine?.pages.splice(0) ?? []) page.end();
    for (const tab of [...tabs.splice(0), ...stoppedTabs.splice(0)]) tab.kill();
  };
  const copied = async (from: IDBFactory, fromName: string, toName: string) => {
    const to = new IDBFactory();
    const places = [
      { factory: from, name: fromName },
      { factory: to, name: toName },
    ] as const;
    await setup.loop.settle(copyStore(...places));
    return to;
  };
  const start = (isWorker: boolean) => {
    opened += 1;
    const name = dbName();
    const own = reader();
    return openTab({
      isWorker,
      setup,
      device,
      factory,
      dbName: name,
      random: random.fork(`tab ${String(opened)}`),
      locks,
      onlineChanged,
      reader: own,
      wroteInVain: () => options.wroteInVain?.(device),
      committed: (commit) => {
        // A commit on the disk takes the earlier ones with it: they are in one log.
        if (commit.isOnDisk) relaxed = [];
        else relaxed.push(commit);
        committed(name, own.isCommitted());
      },
    });
  };
  const startWorker = () => {
    const { seat } = device;
    if (seat === undefined) return start(false);
    opened += 1;
    return openWorkerTab({
      setup,
      device,
      seat,
      random: random.fork(`tab ${String(opened)}`),
      onlineChanged,
      leave: (tab) => leave(device, tab),
    });
  };
  const device: Device = {
    name,
    person,
    line,
    tabs,
    stoppedTabs,
    skew: 0,
    writer: STORE_WRITER,
    get cookie() {
      return machine?.cookie ?? cookie;
    },
    set cookie(next) {
      if (machine === undefined) cookie = next;
      else machine.cookie = next;
    },
    evictions: () => evictions,
    view: (store) => (store === undefined ? reader() : readerNamed(store)).view(),
    store: dbName,
    stores: () => machine?.storesOf(person) ?? [dbName()],
    hasLocks: options.hasLocks,
    seat:
      machine &&
      createSeat({
        loop: setup.loop,
        machine,
        device: () => device,
        random: random.fork('seat'),
        httpOf: (life) => pageHttp(setup, device, { life, random: random.fork('page') }),
        left: () => {
          for (const own of accountsOf(machine, person)) options.left?.(own);
        },
        failed: (error) => options.failed?.(device, error),
      }),
    caches: {
      open: (name) => caches.open(name),
      delete: (name) => caches.delete(name),
      contents: () => caches.contents(),
    },
    openTab: () => {
      const tab = setup.hasWorker ? startWorker() : start(false);
      tabs.push(tab);
      return tab;
    },
    runWorker: async () => {
      const worker = start(true);
      stoppedTabs.push(worker);
      const drained = worker.life.guard(() => worker.engine.drain(WORKER_MS));
      // A page that signs out deletes the store meanwhile.
      const isSent = await drained.catch(() => false);
      stoppedTabs.splice(stoppedTabs.indexOf(worker), 1);
      worker.kill();
      return isSent;
    },
    kill,
    powerCut: (part) => {
      kill();
      const count = Math.ceil(relaxed.length * part);
      for (const commit of relaxed.splice(relaxed.length - count).toReversed()) commit.revert();
      relaxed = [];
      ownReader = readerOf();
    },
    failingWrites: 0,
    hide: (isHidden) => {
      hidden = isHidden;
      hiddenAt = setup.loop.now();
      for (const changed of onlineChanged) changed();
    },
    isHidden: () => hidden,
    timerDelay: () => {
      if (!hidden) return 0;
      return setup.loop.now() - hiddenAt < HIDDEN_FOR_LONG ? HIDDEN_TIMER : LATE_TIMER;
    },
    evict: () => {
      kill();
      evictions += 1;
      factory = new IDBFactory();
      caches = memoryCaches();
      ownReader = readerOf();
    },
    damage: async (work) => {
      kill();
      const db = accountDb(dbName(), { indexedDB: factory, IDBKeyRange });
      await setup.loop.settle(work(db));
      db.dexie.close();
      ownReader = readerOf();
    },
    keep: async () => {
      kill();
      kept = await copied(factory, dbName(), KEPT);
    },
    restoreProfile: async () => {
      kill();
      if (kept === undefined) return false;
      evictions += 1;
      factory = await copied(kept, KEPT, dbName());
      ownReader = readerOf();
      return true;
    },
    copy: async (copyName) => {
      kill();
      const profile = await copied(factory, dbName(), `${copyName}-0`);
      const { cookie } = device;
      return createDevice({
        ...options,
        name: copyName,
        cookie,
        profile,
        random: random.fork(copyName),
      });
    },
    goOffline: (offline) => {
      line.offline = offline;
      for (const changed of onlineChanged) changed();
    },
    onCommit: (task) => void commits.push(task),
  };
  machine?.devices.push(device);
  machine?.onCommit((store, isVisible) => {
    if (machine.belongsTo(store, person)) committed(store, isVisible);
  });
  return device;
}

/** Time limit of a `sync` event (sync/worker/push-pass.ts), in milliseconds. */
const WORKER_MS = 20_000;

/** Shortest delays of timers in hidden tabs, the longer one after five minutes, as in Chromium; milliseconds. */
const HIDDEN_TIMER = 1_000;
const LATE_TIMER = 60_000;
const HIDDEN_FOR_LONG = 300_000;

/** Name of the database in a kept profile. */
const KEPT = 'kept';

interface TabOptions {
  readonly isWorker: boolean;
  readonly setup: DeviceSetup;
  readonly device: Device;
  readonly factory: IDBFactory;
  readonly dbName: string;
  readonly random: SeededRandom;
  readonly locks: DeviceLocks;
  readonly onlineChanged: Set<() => void>;
  readonly reader: StoreReader;
  readonly committed: (commit: DiskCommit) => void;
  /** Called for a commit of a build that may not write any more. */
  readonly wroteInVain: () => void;
}

function openTab(options: TabOptions): Tab {
  const { setup, device, random } = options;
  const life = createLife();
  const { writer } = device;
  const watched = openWatchedDatabase({ factory: options.factory, name: options.dbName }, life, {
    writing: options.reader.writing,
    committed: (commit) => {
      options.committed(commit);
      const { minWriter } = device.view();
      // A closed store is written only to decrypt what is kept in it.
      const isReplaced = minWriter > writer && minWriter !== CLOSED;
      if (commit.hasChanges && isReplaced) options.wroteInVain();
    },
  });
  const db = { ...watched, writer };
  const now = () => EPOCH_MS + setup.loop.now() + device.skew;
  const ids = { now, randomBytes: random.fork('ids').bytes };
  const real = dexieStore(db, ids);
  const disk = random.fork('disk');
  const store: Store = {
    read: (tables, work) => life.guard(() => real.read(tables, work)),
    write: (options, work) =>
      life.guard(() =>
        real.write(options, async (tx) => {
          const result = await work(tx);
          // Browsers report a full disk at a request or at the commit; the transaction is rolled back either way.
          if (disk.chance(device.failingWrites)) throw new DOMException('', 'QuotaExceededError');
          return result;
        }),
      ),
    announce: real.announce,
  };
  const record = recordOf(device.person, options.dbName);
  const engine = startEngine({
    setup,
    device,
    life,
    store,
    db,
    record,
    now,
    random,
    lock: options.locks.portFor(life),
    onlineChanged: options.onlineChanged,
    isWorker: options.isWorker,
  });
  if (device.seat !== undefined) {
    followBrowserClose(db.dexie, () => engine.stop(), { staysClosed: true });
  }
  const context = async (): Promise<ActionContext> => ({
    store,
    actor: await life.guard(() => actorOf(db, record)),
    at: now(),
  });
  const tab: Tab = {
    life,
    store,
    db,
    engine,
    newId: () => newId(ids),
    now,
    context,
    mutate: async (mutation, args) => {
      try {
        const prepared = mutation.prepare(args);
        const { actor, at } = await context();
        const refusal = await writeLocally(store, { prepared, actor, at });
        if (refusal === undefined) engine.wake();
        return refusal;
      } catch (error) {
        if (error instanceof CairnError) return { code: error.code, message: error.message };
        if (isFull(error)) return notSaved(error);
        // Another page has encrypted the device or signed out: the store of this tab is closed.
        if (device.seat?.machine.keys !== undefined) return refusalOf(error);
        throw error;
      }
    },
    kill: () => {
      leave(device, tab);
      life.end();
    },
    stop: () => {
      leave(device, tab);
      device.stoppedTabs.push(tab);
      life.stop();
    },
  };
  return tab;
}

/** Devices of a machine whose accounts are the person's. */
function accountsOf({ devices }: SharedMachine, { userId }: Person): readonly Device[] {
  return devices.filter(({ person }) => person.userId === userId);
}

function leave({ tabs }: Device, tab: Tab): void {
  const index = tabs.indexOf(tab);
  if (index !== -1) tabs.splice(index, 1);
}

function recordOf(person: Person, dbName: string): AccountRecord {
  const { orgId } = person;
  return {
    key: `${person.userId}:${orgId}`,
    userId: person.userId,
    orgId,
    orgUserId: person.orgUserId,
    orgName: 'Simulated',
    displayName: person.name,
    email: `${person.name.toLowerCase()}@example.org`,
    level: 'Member',
    specialRole: false,
    access: { get_access: true, post_access: true, patch_access: true, delete_access: false },
    dbName,
    hadData: false,
    unsent: 0,
  };
}
