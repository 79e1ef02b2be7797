import type { AccountContext } from '../store/account-loaders.ts';
import type { AccountRecord, DeviceDb } from '../store/device-db.ts';
import { isSharedStore } from '../store/sealed-name.ts';
import { hasUsedAccount } from '../store/used-accounts.ts';
import { followQuery } from '../store/reactive/live-query.ts';

/** Cookie with the number of unsent changes of this device, and nothing else. */
const COOKIE = 'cairn_unsent';
const A_YEAR = 31_536_000;

/**
 * Stores the number of unsent changes where it outlives IndexedDB (CLIENT-11). On a shared computer nothing is stored.
 */
export interface UnsentMark {
  /** Follows the records of all accounts; a write before does the same. */
  readonly start: () => void;
  /** Counts the account from its own store instead of its record in the device's database. */
  readonly follow: (account: {
    readonly record: AccountRecord;
    readonly loaders: Pick<AccountContext, 'status'>;
  }) => void;
  /**
   * Raises the number before the write begins: after a tab is killed during a write the number is too high until the
   * next start, and never too low.
   */
  readonly whileCounted: <T>(
    write: () => Promise<T>,
    of: {
      readonly dbName: string;
      readonly count: number;
      readonly isDone: (result: T) => boolean;
    },
  ) => Promise<T>;
}

export function unsentMark(device: DeviceDb): UnsentMark {
  const own = new Map<string, number>();
  let rows: ReadonlyMap<string, number> | undefined;
  /** Changes of running writes, and of committed writes that are not counted yet. */
  let [begun, committed] = [0, 0];
  const save = () => {
    const counts = [...(rows ?? [])].map(([key, unsent]) => own.get(key) ?? unsent);
    if (rows !== undefined) write(counts.reduce((sum, count) => sum + count, begun + committed));
  };
  const begin = async () => {
    await recordLoss(device).catch(() => undefined);
    rows = await unsentHere(device).catch(() => undefined);
    followQuery(
      () => unsentHere(device),
      (found) => {
        rows = found;
        save();
      },
    );
  };
  let started: Promise<void> | undefined;
  const start = () => (started ??= begin());
  return {
    start: () => void start(),
    follow: ({ record: { key, dbName }, loaders: { status } }) => {
      if (isSharedStore(dbName)) return;
      status.subscribe(() => {
        const { waiting = 0, rejectedCount: needsYou = 0 } = status.current() ?? {};
        own.set(key, waiting + needsYou);
        committed = 0;
        save();
      });
    },
    whileCounted: async (writing, { dbName, count, isDone }) => {
      if (isSharedStore(dbName)) return writing();
      begun += count;
      if (rows === undefined) await start();
      save();
      let done = 0;
      try {
        const result = await writing();
        if (isDone(result)) done = count;
        return result;
      } finally {
        begun -= count;
        committed += done;
        if (done === 0) save();
      }
    },
  };
}

/** Records a loss when the database is new although changes were unsent: the browser has deleted the old one. */
async function recordLoss(device: DeviceDb): Promise<void> {
  const unsent = read();
  if (unsent === 0 || (await device.marks.get('fresh')) === undefined) return;
  // Signing in opens the account's store with its changes again.
  if (await hasUsedAccount()) return;
  await device.marks.put({ id: 'lost', unsent });
  write(0);
}

/** Unsent changes by account or replaced database; undefined before the first sign-in. */
async function unsentHere(device: DeviceDb): Promise<ReadonlyMap<string, number> | undefined> {
  if ((await device.marks.get('fresh')) !== undefined) return undefined;
  const [accounts, former] = [await device.accounts.toArray(), await device.former.toArray()];
  const stores = [...accounts, ...former.map((store) => ({ ...store, key: store.dbName }))];
  return new Map(
    stores.filter(({ dbName }) => !isSharedStore(dbName)).map(({ key, unsent }) => [key, unsent]),
  );
}

function read(): number {
  const value = new RegExp(`(?:^|; )${COOKIE}=(\\d{1,9})(?:;|$)`).exec(document.cookie)?.[1];
  return Number(value ?? 0);
}

/** Without a comparison with the present value: a read after a write waits for another process, some 0.2 ms. */
function write(unsent: number): void {
  const secure = location.protocol === 'https:' ? '; secure' : '';
  const age = unsent === 0 ? 0 : A_YEAR;
  document.cookie = `${COOKIE}=${String(unsent)}; path=/; max-age=${String(age)}; samesite=strict${secure}`;
}
