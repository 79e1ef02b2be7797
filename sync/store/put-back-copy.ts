import type { LocalFile } from '../core/ports/files.ts';
import type { RowsPort } from '../core/ports/rows.ts';
import type { Store } from '../core/ports/store.ts';
import { refOfKey } from '../core/row-key.ts';
import { addedFile, isKeyed, type KeyedChange } from './copied-changes.ts';
import type { AccountDb } from './database.ts';
import { knownHere, putBack } from './put-back.ts';

/** Mutations of a copy that need not be applied again (MUT-10.5). */
export interface PutBackChanges {
  /** Waiting here under their own keys. */
  readonly queued: ReadonlySet<object>;
  /** Here already. */
  readonly known: ReadonlySet<object>;
}

interface Input {
  readonly db: AccountDb;
  readonly store: Store;
  /** Files whose bytes are copied, by their ids; nothing refers to them yet. */
  readonly files: ReadonlyMap<string, LocalFile>;
  /** The file as it is stored for a mutation that creates its row. */
  readonly placed: (file: LocalFile) => LocalFile;
}

/**
 * Queues mutations of other stores under their own keys, as MUT-9 does, so that the server applies none of them twice,
 * with the bytes of their files in the same transaction. Left out, to be applied as new ones: rejected ones, those of
 * older copies, and those that this store itself has made and does not have any more, because they may have been
 * discarded here.
 */
export async function putBackCopy(
  changes: readonly object[],
  { db, store, files, placed }: Input,
): Promise<PutBackChanges> {
  const keyed = changes.filter(isKeyed);
  const streams = [...new Set(keyed.map(({ stream }) => stream))];
  // Dexie runs a nested transaction inside one over more tables: all or nothing (CLIENT-2).
  return db.dexie.transaction('rw', db.dexie.tables, async () => {
    const { known, isOwn } = await store.write(
      { tables: 'all', durability: 'on-disk' },
      async (tx) => {
        const { isHere, isOwn } = await knownHere(tx, streams);
        const created = await Promise.all(keyed.map((change) => areHere(tx, change.creates)));
        const known = new Set(keyed.filter((change, n) => isHere(change) || created[n] === true));
        return { known, isOwn };
      },
    );
    const queued = keyed.filter(
      (change) => change.isRejected !== true && !known.has(change) && !isOwn(change),
    );
    for (const [epochs, outbox] of groups(queued)) {
      await putBack({ db, store, files: [], outbox, rejected: [], epochs });
    }
    for (const change of queued) {
      const file = files.get(addedFile(change) ?? '');
      if (file !== undefined) await db.blobs.put(placed(file));
    }
    return { queued: new Set(queued), known };
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

/** Mutations by the epoch of their stream, in their order. */
function groups(
  changes: readonly KeyedChange[],
): readonly (readonly [Readonly<Record<string, string>>, readonly KeyedChange[]])[] {
  const found = new Map<string, KeyedChange[]>();
  for (const change of changes) {
    const key = `${change.stream} ${change.epoch}`;
    found.set(key, [...(found.get(key) ?? []), change]);
  }
  return [...found.values()].map((group) => [
    Object.fromEntries(group.map(({ stream, epoch }) => [stream, epoch])),
    group,
  ]);
}
