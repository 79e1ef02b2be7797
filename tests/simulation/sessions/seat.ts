import type { Session } from '../../../sync/browser/session.ts';
import { createSession } from '../../../sync/browser/session.ts';
import type { Http } from '../../../sync/browser/http.ts';
import { DELETING, LOCK_WAIT } from '../../../sync/client/deletion-lock.ts';
import { forgetStores } from '../../../sync/store/closing.ts';
import { accountsHere, type DeviceDb } from '../../../sync/store/device-db.ts';
import { deleteIfEmpty, markForDeletion } from '../../../sync/store/pending-deletion.ts';
import { batchesOf, prepareStore } from '../../../sync/store/prepare.ts';
import { trimLocked } from '../../../sync/store/trim-kept.ts';
import { openAtStart } from '../../../sync/worker/open-kept.ts';
import { rememberSignIn } from '../../../sync/worker/remember-sign-in.ts';
import type { Device, Seat, SharedMachine } from '../device-types.ts';
import { createLife, type Life } from '../life.ts';
import { EPOCH_MS } from '../processes/open-process.ts';
import type { SeededRandom } from '../random.ts';
import type { VirtualLoop } from '../virtual-loop.ts';
import { encryptMachine, reopenMachine } from './encrypt-machine.ts';
import { NO_DRAFTS } from './no-drafts.ts';

interface SeatOptions {
  readonly loop: VirtualLoop;
  readonly machine: SharedMachine;
  readonly device: () => Device;
  readonly random: SeededRandom;
  /** The browser's HTTP for a page. */
  readonly httpOf: (life: Life) => Http;
  /** Called when the person has been signed out and everything that was to be removed is. */
  readonly left: () => void;
  /** Called for an error that the product does not foresee. */
  readonly failed: (error: unknown) => void;
}

export function createSeat({
  loop,
  machine,
  device,
  random,
  httpOf,
  left,
  failed,
}: SeatOptions): Seat {
  const now = () => EPOCH_MS + loop.now() + device().skew;
  const partsOf = (life: Life, db: DeviceDb, session: Session, http: Http) => ({
    device: db,
    session,
    http,
    machine: {
      clock: { now },
      lock: machine.locks.portFor(life),
      timers: {
        after: (milliseconds: number, task: () => void) =>
          loop.after(milliseconds, life.wrap(task)),
      },
    },
  });
  const tidy = (life: Life, db: DeviceDb) => finishAndTrim(life, db, machine);
  return {
    machine,
    isSignedIn: () => machine.isSignedIn(device().person),
    signIn: async (cookie) => {
      machine.killAll();
      machine.cookie = cookie;
      const life = createLife();
      machine.pages.push(life);
      const db = machine.open(life);
      // The page of the sign-in continues what an earlier page has left.
      void life.guard(() => tidy(life, db)).catch(() => undefined);
      const http = httpOf(life);
      const session = createSession(http);
      const reply = await life.guard(() => session.refresh());
      if (reply.ok) {
        const parts = partsOf(life, db, session, http);
        await life.guard(() => rememberSignIn(parts, reply.value, { keyId: undefined }));
      }
      life.end();
      if (!reply.ok) return;
      // Pages that were opened during the call close when the session is another person's.
      for (const other of machine.devices) if (!other.seat?.isSignedIn()) other.kill();
      device().openTab();
    },
    signOut: async (tab, keeps) => {
      const { life } = tab;
      const db = machine.open(life);
      const session = await life.guard(() => db.session.get('current'));
      // Somebody else has signed in meanwhile.
      if (session?.userId !== device().person.userId) return;
      const accounts = keeps ? [] : await life.guard(() => accountsHere(db));
      const leave = async () => {
        const stores = await markForDeletion(db, { accounts, session, ifEmpty: true });
        tab.engine.stop();
        return keeps || (await deleteIfEmpty(db, stores, { session })) ? stores : undefined;
      };
      const lock = machine.locks.portFor(life);
      const mine = machine.devices.filter(({ person }) => person.userId === device().person.userId);
      const leaving = life.guard(() => lock.run(DELETING, LOCK_WAIT, leave));
      const stores = await leaving.catch(async (error: unknown) => {
        // A store cannot be opened: the person is signed out all the same, and the next start counts again.
        if (machine.unopenable.size === 0) throw error;
        for (const other of mine.flatMap(({ tabs }) => tabs)) if (other !== tab) other.kill();
        await life.guard(() => createSession(httpOf(life)).end());
        tab.kill();
        return undefined;
      });
      if (life.isOver()) return;
      if (stores === undefined) {
        tab.kill();
        device().openTab();
        return;
      }
      for (const other of mine.flatMap(({ tabs }) => tabs)) if (other !== tab) other.kill();
      await life.guard(() => (keeps ? tidy(life, db) : forgetStores(db, stores)));
      await life.guard(async () => left());
      await life.guard(() => createSession(httpOf(life)).end());
      tab.kill();
    },
    encrypt: (tab) => encryptMachine({ loop, machine, device: device(), random, tab, failed }),
    tidy: (life) => {
      void life.guard(() => tidy(life, machine.open(life))).catch(() => undefined);
    },
    prepare: async ({ life, db, session, http }) => {
      const own = machine.open(life);
      void life.guard(() => tidy(life, own)).catch(() => undefined);
      await reopenMachine({ machine, device: device() }, life, own);
      const record = machine.account(device().person);
      if (record === undefined) throw new Error('The account has left this machine');
      if (record.dbName !== db.dexie.name) {
        // The account has another store since this tab was opened: the page loads again.
        device()
          .tabs.find((tab) => tab.db === db)
          ?.kill();
        if (!life.isOver()) throw new Error('The store was replaced');
        device().openTab();
        return;
      }
      const batches = await batchesOf(db);
      if (batches.some(({ lost }) => lost !== true)) {
        const kept = await openAtStart(partsOf(life, own, session, http), db, record);
        if (kept === 'later')
          throw new Error('What this device keeps encrypted cannot be opened yet');
      }
      await prepareStore(db, { record, device: own, at: now() });
    },
  };
}

/** Continues deletions, and reduces the data of people who are not signed in to their unsent work, encrypted. */
async function finishAndTrim(life: Life, db: DeviceDb, machine: SharedMachine): Promise<void> {
  const lock = machine.locks.portFor(life);
  const leaving = await lock.run(DELETING, LOCK_WAIT, async () => {
    const found = await db.leaving.toArray();
    // A store that cannot be read now is handled at the next start.
    const gone = await Promise.allSettled(
      found.map(async (store) => !store.ifEmpty || (await deleteIfEmpty(db, [store]))),
    );
    return found.filter((_, index) => {
      const one = gone[index];
      return one?.status === 'fulfilled' && one.value;
    });
  });
  await forgetStores(db, leaving);
  const trim = () =>
    trimLocked(db, NO_DRAFTS, (name, work) => lock.run(name, LOCK_WAIT, () => work()));
  const empty = await trim();
  const deletion = { accounts: empty, ifEmpty: true, unlessSignedIn: true };
  let hasUnsent = false;
  for (const store of await markForDeletion(db, deletion)) {
    if (await deleteIfEmpty(db, [store])) await forgetStores(db, [store]);
    else hasUnsent = true;
  }
  if (hasUnsent) await trim();
}
