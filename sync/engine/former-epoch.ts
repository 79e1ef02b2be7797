import { type EngineContext, streamsOf } from './context.ts';
import { restartDays } from './trim-journal.ts';
import { clientOf } from '../core/client-key.ts';
import { preparedOf } from '../core/dependencies.ts';
import { rebase } from '../core/rebase.ts';
import type { RowsPort } from '../core/ports/rows.ts';
import type { Failure } from '../core/ports/transport.ts';
import type { ClientPort, OutboxItem, OutboxPort, RejectedPort } from '../core/ports/outbox.ts';
import { refOfKey, rowKey } from '../core/row-key.ts';

/** What becomes of mutations of a former epoch (EPOCH-1); loaded by `formerEpoch`. */

/** Mutations per transaction, so that the UI does not wait for a long one. */
const AT_ONCE = 50;

/**
 * EPOCH-1: queues acked mutations and those of the journal again under their old keys: a server that still has them
 * responds with the stored verdicts (WRITE-2), any other runs them. Continues after an interruption.
 */
export function requeue(context: EngineContext, stream: string): Promise<void> {
  return requeueSome(context, stream, { isWanted: () => true, forgetsVersions: false });
}

/**
 * EPOCH-1.8: queues the mutations of all streams again that a server which went back has lost: those after the highest
 * seq that its 409 names, whether an event has retired them meanwhile or not. They were sent in the order of their seqs,
 * those of former client ids and of snapshots as well; a server that has one of them responds with its verdict.
 */
export async function requeueLost(context: EngineContext, failure: Failure): Promise<void> {
  const received = failure.kind === 'refused' ? failure.details['received'] : undefined;
  if (typeof received !== 'number') return;
  const isLost = ({ seq }: OutboxItem) => seq > received;
  for (const stream of streamsOf(context.account)) {
    await requeueSome(context, stream, { isWanted: isLost, forgetsVersions: true });
  }
}

interface Requeue {
  readonly isWanted: (item: OutboxItem) => boolean;
  /** True for streams that are not downloaded again: texts forget the versions that they were edited from at once. */
  readonly forgetsVersions: boolean;
}

async function requeueSome(
  context: EngineContext,
  stream: string,
  { isWanted, forgetsVersions }: Requeue,
): Promise<void> {
  let more = true;
  while (more) {
    more = await context.ports.store.write({ tables: 'all', durability: 'on-disk' }, async (tx) => {
      const acked = (await tx.outboxIn('acked')).filter((item) => item.stream === stream);
      const journal = await tx.journal(stream);
      const wanted = [...acked, ...journal.map(({ item }) => item)].filter(isWanted);
      const items = wanted.slice(0, AT_ONCE);
      if (items.length === 0) return false;
      const seqs = items.map(({ seq }) => seq);
      await tx.deleteJournal(seqs);
      await restartDays(tx, seqs);
      await queueAgain(tx, items);
      if (forgetsVersions) await forgetVersions(tx, stream);
      return wanted.length > items.length;
    });
  }
}

/**
 * EPOCH-1.8: queues the acked mutations of a suspect stream again. A server that went back without a new epoch may have
 * lost them although it continues at the cursor, and its other writes would pass their versions.
 */
export async function requeueAcked(context: EngineContext, stream: string): Promise<void> {
  await context.ports.store.write({ tables: 'all', durability: 'on-disk' }, async (tx) => {
    const state = await tx.stream(stream);
    const acked = (await tx.outboxIn('acked')).filter((item) => item.stream === stream);
    if (state?.suspect !== true || acked.length === 0) return;
    await queueAgain(tx, acked);
    await forgetVersions(tx, stream);
  });
}

/** Mutations wait again under their old keys, over the rows that the device knows of the server. */
async function queueAgain(
  tx: RowsPort & OutboxPort & ClientPort,
  items: readonly OutboxItem[],
): Promise<void> {
  await keepBases(tx, items);
  const client = await tx.client();
  await tx.putOutbox(
    items.map((item) => ({ ...queuedAgain(item), client: clientOf(item, client) })),
  );
  await rebase(tx, [...new Set(items.flatMap(({ keys }) => keys))].map(refOfKey));
}

/**
 * EPOCH-1: versions of the former epoch are invalid in the new one, so pending and rejected edits of long texts get
 * version 0: the server responds with its own text, and the two are merged. An edit that continues a pending one still
 * waits for it. What a person saw (WRITE-4.6) is not known in the new epoch. Runs in the transaction that ends the
 * download, after every write on old rows.
 */
export async function forgetVersions(tx: OutboxPort & RejectedPort, stream: string): Promise<void> {
  const outbox = (await tx.outbox()).filter(
    (item) => item.stream === stream && item.state !== 'acked',
  );
  const pending = new Set(outbox.map(({ seq }) => seq));
  const last = new Map<string, { readonly seq: number; readonly text: string }>();
  const changed = outbox.flatMap((item): OutboxItem[] => {
    const text = preparedOf(item)?.text;
    const { seen, ...unseen } = item;
    if (text === undefined) return seen === undefined ? [] : [unseen];
    const place = `${rowKey(text.table, text.id)}/${text.field}`;
    const before = last.get(place);
    last.set(place, { seq: item.seq, text: text.text });
    const { textAfter, ...rest } = unseen;
    const old = textAfter !== undefined && pending.has(textAfter) ? textAfter : undefined;
    const after = before?.text === text.base ? before.seq : old;
    return [
      {
        ...rest,
        ifMatch: 0,
        isOfOldHistory: true,
        ...(after !== undefined && { textAfter: after }),
      },
    ];
  });
  await tx.putOutbox(changed);
  const rejected = (await tx.rejected()).filter(({ item }) => item.stream === stream);
  await tx.putRejected(
    rejected.map(({ conflict, item: { seen: _seen, ...item }, ...rest }) => ({
      ...rest,
      item: { ...item, isOfOldHistory: true },
      ...(conflict !== undefined && { conflict: { ...conflict, v: 0 } }),
    })),
  );
}

/** Stores the known rows as bases of mutations that are pending again, until the download replaces them. */
async function keepBases(tx: RowsPort, items: readonly OutboxItem[]): Promise<void> {
  const keys = [...new Set(items.flatMap((item) => item.keys))];
  const known = await tx.base(keys);
  for (const ref of keys.filter((key) => !known.has(key)).map(refOfKey)) {
    const [row] = await tx.rows(ref.table, [ref.id]);
    await tx.putBase([{ key: rowKey(ref.table, ref.id), v: row?.v ?? 0, row: row ?? null }]);
  }
}

function queuedAgain({
  v: _v,
  settledBy: _by,
  textAfter: _after,
  ifMatch: _match,
  seen: _seen,
  ...item
}: OutboxItem): OutboxItem {
  return { ...item, state: 'queued', tries: Math.max(1, item.tries), retryAt: 0 };
}
