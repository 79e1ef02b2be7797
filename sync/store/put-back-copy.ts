import type { LocalFile } from '../core/ports/files.ts';
import type { RowsPort } from '../core/ports/rows.ts';
import type { Store } from '../core/ports/store.ts';
import { refOfKey } from '../core/row-key.ts';
import {
  addedFile,
  type CopiedChange,
  isKeyed,
  itemOf,
  type KeyedChange,
} from './copied-changes.ts';
import type { AccountDb } from './database.ts';
import { knownHere, queueUnsent } from './put-back.ts';

/** What the import does with mutations of a copy (MUT-10.5). */
export type CopyStep =
  /** They are queued under their own keys. */
  | { readonly kind: 'queue'; readonly store: number; readonly changes: readonly KeyedChange[] }
  /** It is here already. */
  | { readonly kind: 'known'; readonly change: CopiedChange }
  /** It is applied as a new one. */
  | { readonly kind: 'again'; readonly change: CopiedChange };

interface Context {
  readonly db: AccountDb;
  readonly store: Store;
}

/**
 * The steps of an import, in the order in which the mutations were made: a later one has the last word. Applied as new
 * ones are rejected mutations, those of older copies, those that this store itself has made and does not have any more,
 * because they may have been discarded here, and all that are not here when the copy is not `isWhole`. Known are also
 * those that the journal does not have any more (MUT-10.6).
 */
export async function stepsOf(
  changes: readonly CopiedChange[],
  isWhole: boolean,
  { store }: Pick<Context, 'store'>,
): Promise<readonly CopyStep[]> {
  const stores = storesOf(changes);
  const kinds = await kindsOf(changes, { store });
  const steps: CopyStep[] = [];
  for (const [n, change] of changes.entries()) {
    const kind = kinds[n];
    const last = steps.at(-1);
    const from = stores[n] ?? 0;
    if (kind !== 'queue' || !isWhole || !isKeyed(change)) {
      steps.push({ kind: kind === 'known' ? 'known' : 'again', change });
    } else if (last?.kind === 'queue' && last.store === from) {
      steps[steps.length - 1] = { ...last, changes: [...last.changes, change] };
    } else {
      steps.push({ kind: 'queue', store: from, changes: [change] });
    }
  }
  return steps;
}

async function kindsOf(
  changes: readonly CopiedChange[],
  { store }: Pick<Context, 'store'>,
): Promise<readonly CopyStep['kind'][]> {
  const streams = [...new Set(changes.filter(isKeyed).map(({ stream }) => stream))];
  return await store.write({ tables: 'all', durability: 'on-disk' }, async (tx) => {
    const { isHere, isOwn, wasRetired } = await knownHere(tx, streams);
    // A restored server may have lost what it once acknowledged.
    const isSent = async (change: KeyedChange) =>
      wasRetired(change) && (await tx.stream(change.stream))?.epoch === change.epoch;
    return await Promise.all(
      changes.map(async (change) => {
        if (!isKeyed(change)) return 'again';
        if (isHere(change) || (await isSent(change))) return 'known';
        if (await areHere(tx, change.creates)) return 'known';
        return change.isRejected === true || isOwn(change) ? 'again' : 'queue';
      }),
    );
  });
}

/** Number of the store that each mutation is from. Copies of older builds do not name it: the seqs of a store rise. */
function storesOf(changes: readonly CopiedChange[]): readonly number[] {
  let number = 0;
  return changes.map((change, n) => {
    const before = changes[n - 1];
    const isSame =
      before !== undefined &&
      before.store === change.store &&
      (before.seq ?? 0) < (change.seq ?? 0);
    if (!isSame) number += 1;
    return number;
  });
}

interface Queue extends Context {
  /** Files whose bytes are copied, by their ids; nothing refers to them yet. */
  readonly files: ReadonlyMap<string, LocalFile>;
  /** The file as it is stored for a mutation that creates its row. */
  readonly placed: (file: LocalFile) => LocalFile;
  /** Seqs of what was queued of the same store before, by the former ones. */
  readonly before: ReadonlyMap<number, number>;
}

/**
 * Queues mutations of another store under their own keys, as MUT-9 does, so that the server applies none of them twice,
 * with the bytes of their files in the same transaction. The result has their seqs by the former ones.
 */
export async function queueCopied(
  changes: readonly KeyedChange[],
  { db, store, files, placed, before }: Queue,
): Promise<ReadonlyMap<number, number>> {
  const epochs = Object.fromEntries(changes.map(({ stream, epoch }) => [stream, epoch]));
  const outbox = changes.map(itemOf);
  // Dexie runs a nested transaction inside one over more tables: all or nothing (CLIENT-2).
  return await db.dexie.transaction('rw', db.dexie.tables, async () => {
    const { seqs } = await store.write({ tables: 'all', durability: 'on-disk' }, (tx) =>
      queueUnsent(tx, { outbox, rejected: [], epochs, before }),
    );
    for (const change of changes) {
      const file = files.get(addedFile(change) ?? '');
      if (file !== undefined) await db.blobs.put(placed(file));
    }
    return seqs;
  });
}

/** True when the rows that a mutation creates exist: somebody has sent it. */
async function areHere(tx: RowsPort, keys: readonly string[]): Promise<boolean> {
  if (keys.length === 0) return false;
  const found = await Promise.all(
    keys.map(refOfKey).map(async ({ table, id }) => (await tx.rows(table, [id]))[0] !== undefined),
  );
  return found.every(Boolean);
}
