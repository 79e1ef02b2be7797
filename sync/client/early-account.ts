import Dexie from 'dexie';
import type { AccountDb } from '../store/database.ts';
import type { AccountRecord } from '../store/device-db.ts';
import { keyIdOf } from '../store/sealed-name.ts';
import type * as AccountModule from './account.ts';

/** Local storage name of the account that was shown last: its key and the name of its database. */
const SHOWN = 'cairn-shown';

/**
 * What a start does before it knows who is signed in: it loads the account's code and opens the database of the account
 * that this browser showed last, while the device's database is read. Nothing is read from that database before its
 * account turns out to be the open one.
 */
export interface EarlyAccount {
  /** False where nobody was signed in: there is nothing to prepare. */
  readonly isExpected: boolean;
  /** Key of the account that was shown last. */
  readonly accountKey: string | undefined;
  readonly code: () => Promise<typeof AccountModule>;
  /** Opened database of this name; undefined for another name, where it does not exist, and after `shown`. */
  readonly db: (dbName: string) => PromiseLike<AccountDb | undefined> | undefined;
  /** Stores the account for the next start; closes a database that was opened for another one. */
  readonly shown: (account: Pick<AccountRecord, 'key' | 'dbName'> | undefined) => void;
}

export function earlyAccount(): EarlyAccount {
  let stored = localStorage.getItem(SHOWN) ?? '';
  const [accountKey, name] = stored.split(' ');
  const isExpected = name !== undefined;
  const code = () => import('./account.ts');
  // The caller that needs it loads it again, and reports why it failed.
  if (isExpected) code().catch(() => undefined);
  // A Dexie promise, so that a live query may await it.
  let opened = isExpected ? Dexie.Promise.resolve(openedEarly(name)) : undefined;
  return {
    isExpected,
    accountKey: isExpected ? accountKey : undefined,
    code,
    db: (dbName) => (dbName === name ? opened : undefined),
    shown: (account) => {
      if (account?.dbName !== name) void opened?.then((db) => db?.dexie.close());
      opened = undefined;
      // A key is needed first to read an encrypted store.
      const isPlain = account !== undefined && keyIdOf(account.dbName) === undefined;
      const next = isPlain ? `${account.key} ${account.dbName}` : '';
      if (next === stored) return;
      stored = next;
      if (isPlain) localStorage.setItem(SHOWN, next);
      else localStorage.removeItem(SHOWN);
    },
  };
}

/** Loaded with the account's code: the page of a visitor does without both. */
async function openedEarly(name: string): Promise<AccountDb | undefined> {
  const known = await import('../store/open-existing.ts').catch(() => undefined);
  return known?.openExisting(name);
}
