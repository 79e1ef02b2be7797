import { IDBKeyRange } from 'fake-indexeddb';
import type Dexie from 'dexie';
import type { DBCore, DBCoreTransaction, DexieOptions } from 'dexie';
import { type AccountDb, accountDb } from '../../sync/store/database.ts';
import type { Life } from './life.ts';
import type { StoreReader } from './store-view.ts';

/** Follows the transactions of one database. */
interface Watch {
  readonly writing: StoreReader['writing'];
  readonly committed: (commit: DiskCommit) => void;
}

/** A commit of a transaction that wrote. */
export interface DiskCommit {
  /** False: a power cut may revert it (CLIENT-8). */
  readonly isOnDisk: boolean;
  /** False for a readwrite transaction that has only read. */
  readonly hasChanges: boolean;
  /** Reverts its writes, when those of all later commits have been reverted. */
  readonly revert: () => void;
}

/**
 * The real account database on an IndexedDB in memory. Its transactions end with the life that began them: uncommitted
 * writes are rolled back, as a browser does when a process ends.
 */
export function openWatchedDatabase(
  { factory, name }: { readonly factory: IDBFactory; readonly name: string },
  life: Life,
  { writing, committed }: Watch,
): AccountDb {
  const db = accountDb(name, { indexedDB: factory, IDBKeyRange, autoOpen: true });
  watch(db.dexie, life, { writing, committed });
  // Batches of the simulation are short: those of every other store are stored as a long one.
  return { ...db, marksFrom: name.length % 2 === 0 ? 1 : db.marksFrom };
}

/** Options with which the product itself opens databases of a device; `watchOf` names the watch of a database. */
export function watchedOptions(
  factory: IDBFactory,
  life: Life,
  watchOf: (name: string) => Watch,
): DexieOptions {
  return {
    indexedDB: factory,
    IDBKeyRange,
    addons: [(dexie) => watch(dexie, life, watchOf(dexie.name))],
  };
}

function watch(dexie: Dexie, life: Life, { writing, committed }: Watch): void {
  const open = new Set<DBCoreTransaction>();
  dexie.use({
    stack: 'dbcore',
    name: 'watch',
    create: (core: DBCore) => ({
      ...core,
      transaction: (...args: Parameters<DBCore['transaction']>) => {
        const transaction = core.transaction(...args);
        open.add(transaction);
        const [tables, mode] = args;
        const written = mode === 'readwrite' ? writing(tables) : () => undefined;
        listen(transaction, 'abort', () => {
          open.delete(transaction);
          written();
        });
        listen(transaction, 'complete', () => {
          open.delete(transaction);
          written();
          if (mode === 'readwrite') committed(commitOf(transaction));
        });
        return transaction;
      },
    }),
  });
  life.onEnd(() => {
    for (const transaction of open) abort(transaction);
    dexie.close({ disableAutoOpen: true });
  });
}

/** fake-indexeddb keeps what a transaction has replaced, for an abort; the same reverts it after its commit. */
function commitOf(transaction: DBCoreTransaction): DiskCommit {
  const durability: unknown = Reflect.get(transaction, 'durability');
  const log: unknown = Reflect.get(transaction, '_rollbackLog');
  if (!Array.isArray(log)) throw new Error('Not a transaction of fake-indexeddb');
  const undo: readonly unknown[] = log;
  return {
    isOnDisk: durability !== 'relaxed',
    hasChanges: undo.length > 0,
    revert: () => {
      for (const step of undo.toReversed()) if (typeof step === 'function') step();
    },
  };
}

/** Listens to the browser's own transaction, which Dexie's type hides. */
function listen(transaction: DBCoreTransaction, event: string, task: () => void): void {
  const add: unknown = Reflect.get(transaction, 'addEventListener');
  if (typeof add !== 'function') throw new Error('Not a transaction of IndexedDB');
  Reflect.apply(add, transaction, [event, task]);
}

function abort(transaction: DBCoreTransaction): void {
  try {
    transaction.abort();
  } catch {
    // The transaction has just ended.
  }
}
