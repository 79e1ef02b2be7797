import { type AccountDb, accountDb } from '../store/database.ts';
import { type AccountRecord, accountsHere, type DeviceDb } from '../store/device-db.ts';
import { waitingOf, whenSent } from '../store/prepare.ts';
import {
  NO_BOARD,
  type AccountEngine,
  drainReplacedOf,
  startAccount,
  type WorkerParts,
} from './account-engine.ts';

/**
 * Organisations of the person that are not open. Pending mutations of each are sent all the same (ENG-4), by an engine
 * of its own that runs until none is pending.
 */
export interface OtherAccounts {
  /** Starts to send for every account with pending mutations, except the open one. */
  readonly follow: (open: string | undefined) => Promise<void>;
  /** Called after the person has signed in again. */
  readonly resume: (open: string | undefined) => void;
  /** Tries to send everything within `milliseconds`; true when no mutation is pending any more. */
  readonly drain: (open: string | undefined, milliseconds: number) => Promise<boolean>;
  readonly stop: () => void;
}

interface Sender {
  readonly started: Promise<AccountEngine>;
  readonly stop: () => void;
}

export function otherAccounts(parts: WorkerParts): OtherAccounts {
  const senders = new Map<string, Sender>();
  // A request from before a stop must not start an engine after it.
  let turn = 0;

  const follow = async (open: string | undefined) => {
    const mine = turn;
    for (const record of await othersWithPending(parts, open)) {
      if (mine !== turn) return;
      if (senders.has(record.key)) continue;
      const done = () => {
        if (senders.get(record.key) === sender) senders.delete(record.key);
      };
      const sender = startSender(parts, record, done);
      senders.set(record.key, sender);
    }
  };

  return {
    follow,
    resume: (open) => {
      for (const { started, stop } of senders.values()) {
        const resumed = started.then(({ engine, isLocked }) => {
          if (!isLocked) return engine.resume();
          // Another start decrypts its work.
          stop();
          return follow(open);
        });
        resumed.catch(() => undefined);
      }
    },
    drain: async (open, milliseconds) => {
      await follow(open);
      // A sender that has sent everything stops during its drain: the stores are read for the result.
      const drained = [...senders.values()].map(async ({ started }) =>
        (await started).engine.drain(milliseconds),
      );
      const [areEmpty] = await Promise.all([
        drainReplacedDatabases(parts, milliseconds),
        Promise.allSettled(drained),
      ]);
      return areEmpty && (await othersWithPending(parts, open)).length === 0;
    },
    stop: () => {
      turn += 1;
      for (const sender of senders.values()) sender.stop();
      senders.clear();
    },
  };
}

/** Covers every account, also the open one (CLIENT-6). */
async function drainReplacedDatabases(parts: WorkerParts, milliseconds: number): Promise<boolean> {
  let areEmpty = true;
  for (const record of await accountsHere(parts.device)) {
    areEmpty = (await drainReplacedOf(parts, record, milliseconds)) && areEmpty;
  }
  return areEmpty;
}

/**
 * Reads the stores: the marker outside them may be out of date, as after a change of organisation right after a write.
 */
async function othersWithPending(
  { device }: WorkerParts,
  open: string | undefined,
): Promise<readonly AccountRecord[]> {
  const others = (await accountsHere(device)).filter(({ key }) => key !== open);
  const waiting: AccountRecord[] = [];
  for (const record of others) {
    const count = await withStore(device, record, waitingOf).catch(() => record.unsent);
    if (count > 0) waiting.push(record);
  }
  return waiting;
}

/** A missing store is not created by reading it. */
async function withStore(
  { stores }: DeviceDb,
  record: AccountRecord,
  work: (db: AccountDb) => Promise<number>,
): Promise<number> {
  const db = accountDb(record.dbName, stores);
  try {
    const exists = record.hadData || (await indexedDB.databases()).some(is(record.dbName));
    return exists ? await work(db) : 0;
  } finally {
    db.dexie.close();
  }
}

const is = (wanted: string) => (database: { readonly name?: string }) => database.name === wanted;

function startSender(parts: WorkerParts, record: AccountRecord, done: () => void): Sender {
  let stopped = false;
  const started = startAccount(parts, record, NO_BOARD);
  const stop = () => {
    if (stopped) return;
    stopped = true;
    unfollow();
    db.dexie.close();
    done();
    started.then((account) => account.stop()).catch(() => undefined);
  };
  const db = accountDb(record.dbName, parts.device.stores);
  const unfollow = whenSent(db, stop);
  // A store that cannot be opened is reported when its organisation is opened.
  started.catch(stop);
  return { started, stop };
}
