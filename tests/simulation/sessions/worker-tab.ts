import { SCHEMA_VERSION } from '../../../model/protocol/version.ts';
import { newId } from '../../../model/shared/ids.ts';
import { createSession } from '../../../sync/browser/session.ts';
import { actorOf } from '../../../sync/store/actor.ts';
import { followBrowserClose } from '../../../sync/store/browser-close.ts';
import { type AccountDb, accountDb } from '../../../sync/store/database.ts';
import { accountKey, type DeviceDb } from '../../../sync/store/device-db.ts';
import { dexieStore } from '../../../sync/store/dexie-store.ts';
import { writeLocally } from '../../../sync/store/local-write.ts';
import type { ActionContext } from '../../../sync/store/outbox-actions.ts';
import type { Store } from '../../../sync/core/ports/store.ts';
import { NO_BOARD } from '../../../sync/worker/account-engine.ts';
import { type OpenAccounts, openAccounts } from '../../../sync/worker/open-accounts.ts';
import '../loaded-on-demand.ts';
import { closedStore, refusalOf } from './closed-store.ts';
import type { Device, DeviceSetup, RunningEngine, Seat, Tab } from '../device-types.ts';
import { createLife, type Life } from '../life.ts';
import type { SeededRandom } from '../random.ts';
import { EPOCH_MS } from '../processes/open-process.ts';
import { createSimSocket } from '../sim-socket.ts';
import { pageHttp } from '../start-engine.ts';

interface WorkerTabOptions {
  readonly setup: DeviceSetup;
  readonly device: Device;
  readonly seat: Seat;
  readonly random: SeededRandom;
  readonly onlineChanged: Set<() => void>;
  /** Called when the tab is killed or suspended. */
  readonly leave: (tab: Tab) => void;
}

/**
 * A tab on a shared machine whose engines are those of the product's worker (sync/worker/open-accounts.ts): that of the
 * open account, also after its store was replaced, and those that send for the person's other accounts.
 */
export function openWorkerTab(options: WorkerTabOptions): Tab {
  const { setup, device, seat, random, leave } = options;
  const life = createLife();
  const now = () => EPOCH_MS + setup.loop.now() + device.skew;
  const ids = { now, randomBytes: random.fork('ids').bytes };
  const own = seat.machine.open(life);
  const accounts = openAccounts(workerParts(options, { life, own, now }), NO_BOARD);
  const pageStore = pageStoreOf(options, { life, own, ids });
  const key = accountKey(device.person.userId, device.person.orgId);
  const open = () => life.guard(() => accounts.open(key));
  const start = async () => {
    try {
      await open();
      if ((await life.guard(accounts.current)) === undefined) throw new Error('It is not open');
    } catch {
      setup.loop.after(
        START_AGAIN,
        life.wrap(() => void start()),
      );
    }
  };
  seat.tidy(life);
  void start();
  life.onEnd(() => void accounts.close());
  const engine = engineOf(accounts, open);
  const context = async (): Promise<ActionContext> => {
    const { store, db } = pageStore();
    const record = seat.machine.account(device.person);
    if (record === undefined) throw closedStore();
    return { store, actor: await life.guard(() => actorOf(db, record)), at: now() };
  };
  const tab: Tab = {
    life,
    get store() {
      return pageStore().store;
    },
    get db() {
      return pageStore().db;
    },
    engine,
    newId: () => newId(ids),
    now,
    context,
    mutate: async (mutation, args) => {
      try {
        const prepared = mutation.prepare(args);
        const { store, actor, at } = await context();
        const refusal = await writeLocally(store, { prepared, actor, at });
        if (refusal === undefined) engine.wake();
        return refusal;
      } catch (error) {
        return refusalOf(error);
      }
    },
    kill: () => {
      leave(tab);
      life.end();
    },
    stop: () => {
      leave(tab);
      device.stoppedTabs.push(tab);
      life.stop();
    },
  };
  return tab;
}

/** Milliseconds after which a page tries again to open an account. */
const START_AGAIN = 2_000;

interface Process {
  readonly life: Life;
  /** The device's database. */
  readonly own: DeviceDb;
  readonly now: () => number;
}

function workerParts(options: WorkerTabOptions, { life, own, now }: Process) {
  const { setup, device, seat, random } = options;
  const { loop } = setup;
  const http = pageHttp(setup, device, { life, random: random.fork('http') });
  const session = createSession(http);
  const isVisible = () => !device.isHidden();
  return {
    device: own,
    session,
    http,
    socket: ({ userId, orgId }: { readonly userId: string; readonly orgId: string }) =>
      createSimSocket({
        setup,
        device: { ...device, person: { ...device.person, orgId } },
        life,
        random: random.fork(`socket ${orgId}`),
        session: { ...session, token: () => session.token(userId) },
        schema: () => SCHEMA_VERSION,
      }),
    machine: {
      clock: { now },
      random: { next: random.fork('engine').next },
      timers: {
        after: (milliseconds: number, task: () => void) =>
          loop.after(Math.max(milliseconds, device.timerDelay()), life.wrap(task)),
      },
      lock: seat.machine.locks.portFor(life),
    },
    online: {
      isOnline: () => !device.line.offline,
      isVisible,
      subscribe: (changed: () => void) => {
        const guarded = life.wrap(changed);
        options.onlineChanged.add(guarded);
        const stop = () => void options.onlineChanged.delete(guarded);
        life.onEnd(stop);
        return stop;
      },
      // The device notifies all its tabs itself.
      setVisible: () => undefined,
      setOnline: () => undefined,
    },
  };
}

interface PageStore {
  readonly name: string;
  readonly db: AccountDb;
  readonly store: Store;
}

/** The page's own connection, to another store once its account has another one. */
function pageStoreOf(
  { device, seat }: WorkerTabOptions,
  { life, own, ids }: Pick<Process, 'life' | 'own'> & { readonly ids: Ids },
): () => PageStore {
  let page: PageStore | undefined;
  return () => {
    const name = seat.machine.storeOf(device.person);
    if (page?.name === name) return page;
    page?.db.dexie.close();
    const db = accountDb(name, own.stores);
    followBrowserClose(db.dexie, () => undefined, { staysClosed: true });
    const real = dexieStore(db, ids);
    const store: Store = {
      read: (tables, work) => life.guard(() => real.read(tables, work)),
      write: (options, work) => life.guard(() => real.write(options, work)),
      announce: real.announce,
    };
    page = { name, db, store };
    return page;
  };
}

interface Ids {
  readonly now: () => number;
  readonly randomBytes: (target: Uint8Array) => Uint8Array;
}

/** The interface of an engine for an account that may not be open yet. */
function engineOf(accounts: OpenAccounts, open: () => Promise<void>): RunningEngine {
  const opened = async () => {
    const account = await accounts.current();
    if (account === undefined) throw new Error('The account is not open');
    return account.engine;
  };
  return {
    wake: () => void opened().then(({ wake }) => wake(), ignored),
    history: (scope, part) => opened().then(({ history }) => history(scope, part), ignored),
    hold: (scopes) => opened().then(({ hold }) => hold(scopes), ignored),
    openTasks: (tasks) => opened().then(({ openTasks }) => openTasks(tasks), ignored),
    compare: async (options) => (await opened()).compare(options),
    releaseCold: async () => (await opened()).releaseCold(),
    resume: () => void open().catch(ignored),
    stop: () => void accounts.close(),
    drain: accounts.drain,
  };
}

const ignored = () => undefined;
