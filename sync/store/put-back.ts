import {
  isSnapshotFile,
  isSnapshotItem,
  isSnapshotRejection,
} from '../../model/protocol/snapshot.ts';
import { CairnError } from '../../model/shared/errors.ts';
import { PART_BYTES } from '../../model/shared/file-limits.ts';
import { clientOf, keySeqOf } from '../core/client-key.ts';
import { preparedOf } from '../core/dependencies.ts';
import type { LocalFile } from '../core/ports/files.ts';
import type { OutboxItem, RejectedItem } from '../core/ports/outbox.ts';
import type { Store, StoreTx } from '../core/ports/store.ts';
import { rebase } from '../core/rebase.ts';
import { isRetired } from '../core/retired-keys.ts';
import { refOfKey, rowKey } from '../core/row-key.ts';
import type { AccountDb, MetaRow } from './database.ts';
import { dropFile } from './local-files.ts';
import { damaged } from './snapshot-format.ts';

/** Unsent work of a snapshot, and putting it back into the outbox (MUT-9). */

interface Items {
  readonly outbox: readonly OutboxItem[];
  readonly rejected: readonly RejectedItem[];
}

/** The same items with the idempotency key under which each is sent for ever. */
export function keyedItems(client: MetaRow | undefined, { outbox, rejected }: Items): Items {
  if (client?.key !== 'client') return { outbox, rejected };
  const record = { clientId: client.clientId, former: client.former ?? [] };
  const keyed = (item: OutboxItem) => ({
    ...item,
    client: clientOf(item, record),
    keySeq: keySeqOf(item),
  });
  return {
    outbox: outbox.map(keyed),
    rejected: rejected.map((one) => ({ ...one, item: keyed(one.item) })),
  };
}

function isItem(value: unknown): value is OutboxItem {
  return isSnapshotItem(value);
}

function isRejection(value: unknown): value is RejectedItem {
  return isSnapshotRejection(value);
}

function isFile(value: unknown): value is LocalFile {
  return isSnapshotFile(value);
}

/** None is left out: the others may depend on it. */
function all<T>(values: readonly unknown[], isOne: (value: unknown) => value is T): readonly T[] {
  const found = values.filter(isOne);
  if (found.length < values.length) throw damaged();
  return found;
}

export interface PutBackFile {
  readonly file: LocalFile;
  readonly bytes: Blob;
}

/** Unsent work as a snapshot contains it. Throws CairnError `invalid` for rows that no build of Cairn has written. */
export function parseUnsent(unsent: {
  readonly outbox: readonly unknown[];
  readonly rejected: readonly unknown[];
  readonly files: readonly { readonly file: unknown; readonly bytes: Blob }[];
}): Items & { readonly files: readonly PutBackFile[] } {
  return {
    outbox: all(unsent.outbox, isItem),
    rejected: all(unsent.rejected, isRejection),
    files: unsent.files.flatMap(({ file, bytes }) =>
      all([file], isFile).map((local) => ({ file: local, bytes })),
    ),
  };
}

export interface PutBackInput extends Items {
  readonly db: AccountDb;
  readonly store: Store;
  readonly files: readonly PutBackFile[];
  /** Epoch of each stream when the snapshot was saved. */
  readonly epochs: Readonly<Record<string, string>>;
}

export interface PutBackReport {
  /** Changes and files that wait in the outbox now. */
  readonly queued: number;
  /** Changes that the server had refused, shown again with their reasons. */
  readonly refused: number;
  /** Changes and files that are here already, waiting or done. */
  readonly known: number;
}

/**
 * MUT-9: stores the mutations of a snapshot in the outbox under their own keys, in one transaction: after a kill either
 * all of them are here or none, and a repetition adds what is missing. Throws CairnError `unavailable` while the account
 * is being downloaded, because nothing is known about its rows yet.
 */
export async function putBack(input: PutBackInput): Promise<PutBackReport> {
  const { db, store, files } = input;
  const fresh: PutBackFile[] = [];
  for (const one of files) {
    const known = await db.blobs.get(one.file.id);
    if (known !== undefined && known.state !== 'copying') continue;
    await copyParts(db, one);
    fresh.push(one);
  }
  // Dexie runs a nested transaction inside one over more tables: all or nothing (CLIENT-2).
  return db.dexie.transaction('rw', db.dexie.tables, async () => {
    const done = await store.write({ tables: 'all', durability: 'on-disk' }, (tx) =>
      queueUnsent(tx, input),
    );
    const sending = fresh.filter(({ file }) => file.state === 'waiting');
    for (const { file } of fresh) await db.blobs.put({ ...file, sent: 0 });
    const [queued, refused] = [sending.length, fresh.length - sending.length];
    return {
      queued: done.queued + queued,
      refused: done.refused + refused,
      known: done.known + files.length - fresh.length,
    };
  });
}

/** A copy without a reference is deleted later (FILE-1). */
export async function copyParts(db: AccountDb, { file, bytes }: PutBackFile): Promise<void> {
  if (bytes.size !== file.size) throw unreadable();
  await dropFile(db, file.id);
  await db.blobs.put({ ...file, state: 'copying', sent: 0, at: Date.now() });
  for (let n = 0; n < file.parts; n += 1) {
    const part = bytes.slice(n * PART_BYTES, (n + 1) * PART_BYTES);
    await db.blobParts.put({ file: file.id, n, bytes: await part.arrayBuffer() });
  }
}

interface Unsent extends Items, Pick<PutBackInput, 'epochs'> {
  /** Seqs of mutations of the same store that were put back before, by their former ones. */
  readonly before?: ReadonlyMap<number, number>;
}

/** The result has the seqs of all mutations in this outbox, by their former ones. */
export async function queueUnsent(
  tx: StoreTx,
  { outbox, rejected, epochs, before = new Map() }: Unsent,
): Promise<PutBackReport & { readonly seqs: ReadonlyMap<number, number> }> {
  const isOld = await requireDownloaded(tx, epochs);
  const { isHere, isOwn } = await knownHere(tx, Object.keys(epochs));
  const isKnown = (item: OutboxItem) => isHere(item) || isOwn(item);
  const open = outbox.filter(({ state }) => state !== 'acked');
  const fresh = open.filter((item) => !isKnown(item));
  const refused = rejected.filter(({ item }) => !isKnown(item));
  const total = fresh.length + refused.length;
  const first = total === 0 ? 0 : await tx.claimSeq(total);
  const seqs = [...fresh, ...refused].map(({ seq }) => seq);
  const own = new Map([...before, ...seqs.map((seq, n) => [seq, first + n] as const)]);
  const seqOf = (seq: number) => own.get(seq) ?? seq;
  const items = fresh.map((item) => queuedAgain(item, { seqOf, own, isOld: isOld(item.stream) }));
  const keys = [...new Set(items.flatMap((item) => item.keys))];
  await keepBases(tx, keys);
  await tx.putOutbox(items);
  await tx.putRejected(
    refused.map((one) => ({
      ...one,
      seq: seqOf(one.seq),
      group: seqOf(one.group),
      item: queuedAgain(one.item, { seqOf, own, isOld: isOld(one.item.stream) }),
      ...(one.conflict !== undefined && {
        conflict: isOld(one.item.stream) ? { ...one.conflict, v: 0 } : one.conflict,
      }),
    })),
  );
  await rebase(tx, keys.map(refOfKey));
  return {
    queued: fresh.length,
    refused: refused.length,
    known: open.length + rejected.length - total,
    seqs: own,
  };
}

/** Tells which streams have another epoch than in the snapshot. */
async function requireDownloaded(
  tx: StoreTx,
  epochs: Readonly<Record<string, string>>,
): Promise<(stream: string) => boolean> {
  const states = await Promise.all(Object.keys(epochs).map((stream) => tx.stream(stream)));
  const isReady = states.every(
    (state) => state !== undefined && state.epoch !== null && state.download === undefined,
  );
  if (!isReady) throw notDownloaded();
  const here = new Map(states.map((state) => [state?.stream, state?.epoch]));
  return (stream) => here.get(stream) !== epochs[stream];
}

/** Whether this store has a mutation, and whether it is one of its own. */
interface KnownHere {
  /** Waiting, rejected or retired. */
  readonly isHere: (item: OutboxItem) => boolean;
  /** Made in this store: sent and retired before, or discarded. */
  readonly isOwn: (item: OutboxItem) => boolean;
  /** Acknowledged and retired before the oldest of the journal (MUT-10.6). */
  readonly wasRetired: (item: OutboxItem) => boolean;
}

export async function knownHere(tx: StoreTx, streams: readonly string[]): Promise<KnownHere> {
  const [client, lastSeq, outbox, rejected, days] = await Promise.all([
    tx.client(),
    tx.lastSeq(),
    tx.outbox(),
    tx.rejected(),
    tx.journalDays(),
  ]);
  const journal = (await Promise.all(streams.map((stream) => tx.journal(stream)))).flat();
  const here = [...outbox, ...rejected.map(({ item }) => item), ...journal.map(({ item }) => item)];
  const keyOf = (item: OutboxItem) => `${clientOf(item, client)}:${String(keySeqOf(item))}`;
  const keys = new Set(here.map(keyOf));
  const own = [client.clientId, ...client.former.map(({ clientId }) => clientId)];
  return {
    isHere: (item) => keys.has(keyOf(item)),
    isOwn: (item) => own.includes(item.client ?? '') && keySeqOf(item) <= lastSeq,
    wasRetired: (item) => isRetired(days?.retired, item, client),
  };
}

interface Queuing {
  readonly seqOf: (seq: number) => number;
  readonly own: ReadonlyMap<number, number>;
  /** The versions that the mutation names belong to another epoch (EPOCH-1). */
  readonly isOld: boolean;
}

/** It may have been sent since the snapshot, so it counts as sent: it does not change any more (MUT-5.3). */
function queuedAgain(item: OutboxItem, { seqOf, own, isOld }: Queuing): OutboxItem {
  const { textAfter, seen, ...rest } = item;
  const text = preparedOf(item)?.text;
  const after = textAfter !== undefined && own.has(textAfter) ? seqOf(textAfter) : undefined;
  return {
    ...rest,
    seq: seqOf(item.seq),
    state: 'queued',
    tries: Math.max(1, item.tries),
    failures: 0,
    firstFailure: null,
    retryAt: 0,
    retryFrom: 0,
    isBarred: false,
    ...(seen !== undefined && !isOld && { seen }),
    ...(isOld && text !== undefined && { ifMatch: 0, isOfOldHistory: true }),
    ...(after !== undefined && { textAfter: after }),
  };
}

/** The rows as they are here become the bases of the mutations that wait again. */
async function keepBases(tx: StoreTx, keys: readonly string[]): Promise<void> {
  const known = await tx.base(keys);
  for (const key of keys.filter((one) => !known.has(one))) {
    const { table, id } = refOfKey(key);
    const [row] = await tx.rows(table, [id]);
    await tx.putBase([{ key: rowKey(table, id), v: row?.v ?? 0, row: row ?? null }]);
  }
}

function notDownloaded(): CairnError {
  return new CairnError({
    code: 'unavailable',
    message:
      /*i18n*/ 'This device has not downloaded the organisation yet. Try again when the download is complete.',
  });
}

function unreadable(): CairnError {
  return new CairnError({
    code: 'invalid',
    message:
      /*i18n*/ 'The snapshot does not contain all bytes of a file that was not sent. Nothing was put back.',
  });
}
