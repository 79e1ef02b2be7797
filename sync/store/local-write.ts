import type { RawRow } from '../../model/entities/define-entity.ts';
import { entityOf } from '../../model/entities/registry.ts';
import { orgStream, userStream } from '../../model/entities/scopes.ts';
import type { Prepared, Reader, RowRef } from '../../model/mutations/define-mutation.ts';
import { applyToRow, applyRow, type KeptMutation } from '../../model/mutations/apply-row.ts';
import { prepareMutation } from '../../model/mutations/registry.ts';
import type { Actor } from '../../model/permissions/actor.ts';
import type { Refusal } from '../../model/shared/errors.ts';
import { linesOf, preparedOf, writesText } from '../core/dependencies.ts';
import { rebase, writeView } from '../core/rebase.ts';
import type { OutboxItem } from '../core/ports/outbox.ts';
import type { BaseRow } from '../core/ports/rows.ts';
import type { Store, TableScope } from '../core/ports/store.ts';
import { refOfKey, rowKey } from '../core/row-key.ts';
import type { LocalTx } from './deferred-tx.ts';

export interface LocalWrite {
  readonly prepared: Prepared;
  readonly actor: Actor;
  /** Milliseconds by the device's clock: a claim (ID-3). */
  readonly at: number;
  /** Version of a text that was chosen in a conflict; by default it is determined from the row. */
  readonly ifMatch?: number;
  /** Stored with the mutation: `OutboxItem.isOfOldHistory`. */
  readonly isOfOldHistory?: boolean;
  /** Version that the person saw when they made it elsewhere; by default that of the rows here. */
  readonly seen?: number | undefined;
  /** Stored with the mutation: `OutboxItem.lines`. */
  readonly lines?: readonly unknown[];
}

/** Tables of a write's transaction; `limit` refuses the use of another one. */
interface WriteTables {
  readonly tables: TableScope;
  readonly limit: (tx: LocalTx) => LocalTx;
}

const ALL_TABLES: WriteTables = { tables: 'all', limit: (tx) => tx };

/**
 * CLIENT-2: checks the rule and writes view, base and outbox in one transaction. Undefined: the mutation is committed
 * on this device. A refusal: nothing was written.
 */
export function writeLocally(
  store: Store,
  write: LocalWrite,
  { tables, limit }: WriteTables = ALL_TABLES,
): Promise<Refusal | undefined> {
  return store.write({ tables, durability: 'on-disk' }, async (opened) => {
    const tx = limit(opened);
    const reads = oncePerRow(tx);
    const [refusal, found] = await Promise.all([
      write.prepared.check(readerOf(reads), write.actor),
      readWriteContext(reads, write),
    ]);
    if (refusal === undefined) await storeWriteContext(tx, write, found);
    return refusal;
  });
}

/**
 * The same for several mutations in one transaction: each has its own outbox entry and its own check. The result has a
 * refusal at the index of each refused one; the others are written.
 */
export function writeAllLocally(
  store: Store,
  mutations: readonly Prepared[],
  { actor, at }: Pick<LocalWrite, 'actor' | 'at'>,
): Promise<readonly (Refusal | undefined)[]> {
  return store.write({ tables: 'all', durability: 'on-disk' }, async (tx) => {
    const refusals: (Refusal | undefined)[] = [];
    for (const prepared of mutations) {
      const refusal = await prepared.check(readerOf(tx), actor);
      if (refusal === undefined) await enqueue(tx, { prepared, actor, at });
      refusals.push(refusal);
    }
    return refusals;
  });
}

/** Adds a mutation to the outbox and applies its effects to the view. The caller has checked the rule. */
export async function enqueue(tx: LocalTx, write: LocalWrite): Promise<void> {
  await storeWriteContext(tx, write, await readWriteContext(tx, write));
}

/** Rows of a mutation with their pending mutations. */
interface WriteContext {
  readonly refs: readonly RowRef[];
  readonly keys: readonly string[];
  readonly pending: readonly OutboxItem[];
  readonly views: Views;
  readonly stored: ReadonlyMap<string, BaseRow>;
}

/** The rule and the write context read the same rows; nothing is written while they do. */
function oncePerRow(tx: LocalTx): LocalTx {
  const reads = new Map<string, ReturnType<LocalTx['rows']>>();
  return {
    ...tx,
    rows: (table, ids) => {
      const [id, ...others] = ids;
      if (id === undefined || others.length > 0) return tx.rows(table, ids);
      const key = rowKey(table, id);
      const read = reads.get(key) ?? tx.rows(table, ids);
      reads.set(key, read);
      return read;
    },
  };
}

/** Each request to IndexedDB has latency: independent reads are made together. */
async function readWriteContext(
  tx: LocalTx,
  { prepared, actor, at }: LocalWrite,
): Promise<WriteContext> {
  const refs = rowsOf(prepared, { actor, at });
  const keys = refs.map(({ table, id }) => rowKey(table, id));
  const [pending, views, stored] = await Promise.all([
    tx.pendingOf(keys),
    readRows(tx, refs),
    tx.base(keys),
  ]);
  return { refs, keys, pending, views, stored };
}

async function storeWriteContext(
  tx: LocalTx,
  write: LocalWrite,
  about: WriteContext,
): Promise<void> {
  const { prepared, actor, at } = write;
  const { refs, keys, pending, views, stored } = about;
  const mutation = { name: prepared.name, args: prepared.args, actor, at };
  if (await cancelsOut(tx, { refs, keys, pending, views, stored, mutation })) return;
  const fresh = freshBases(keys, views, pending);
  const bases = new Map([...stored, ...fresh.map((base) => [base.key, base] as const)]);
  const merged = await mergeWithLast(tx, { write, keys, pending, bases });
  if (merged) {
    await rebase(tx, refs);
    return;
  }
  // Before any write, because it compares texts with the unchanged views.
  const text = await textContext(tx, write, pending);
  await Promise.all([
    tx.putBase(fresh),
    newItem(tx, { write, keys, pending, views, bases, text }).then((item) => tx.putOutbox([item])),
    writeViews(tx, refs, (ref) => applyToRow(ref, views.get(rowKey(ref.table, ref.id)), mutation)),
  ]);
}

/** One after the other: Dexie compares a row with its old version only without another request in between. */
async function writeViews(
  tx: LocalTx,
  refs: readonly RowRef[],
  viewOf: (ref: RowRef) => RawRow | undefined,
): Promise<void> {
  for (const ref of refs) await writeView(tx, ref, viewOf(ref));
}

/** Reads the views inside a transaction, for rules. */
export function readerOf(tx: LocalTx): Reader {
  return {
    get: async (entity, id) => {
      const [row] = await tx.rows(entity.table, [id]);
      return row === undefined ? undefined : entity.parse(row);
    },
    // The activity log is on the server, which decides.
    haveRemoved: () => Promise.resolve(true),
  };
}

/** Stream of a mutation's rows. */
export function streamOf(prepared: Prepared, actor: Actor): string {
  const table = prepared.refs[0]?.table ?? '';
  return entityOf(table)?.stream === 'user' ? userStream(actor.orgUserId) : orgStream(actor.orgId);
}

/** Tables of the rows that a mutation names or writes. */
export function tablesOf({ prepared, actor, at }: LocalWrite): readonly string[] {
  return [...rowsOf(prepared, { actor, at }), ...prepared.parents].map(({ table }) => table);
}

function rowsOf(prepared: Prepared, context: { actor: Actor; at: number }): readonly RowRef[] {
  const refs = new Map<string, RowRef>();
  for (const { table, id } of [...prepared.refs, ...prepared.effects(context)]) {
    refs.set(rowKey(table, id), { table, id });
  }
  return [...refs.values()];
}

type Views = ReadonlyMap<string, RawRow>;

async function readRows(tx: LocalTx, refs: readonly RowRef[]): Promise<Views> {
  const found = await Promise.all(refs.map(({ table, id }) => tx.rows(table, [id])));
  const views = new Map<string, RawRow>();
  for (const [index, { table, id }] of refs.entries()) {
    const row = found[index]?.[0];
    if (row !== undefined) views.set(rowKey(table, id), row);
  }
  return views;
}

/** The server's row is stored as base before the first pending mutation changes the view. */
function freshBases(
  keys: readonly string[],
  views: Views,
  pending: readonly OutboxItem[],
): readonly BaseRow[] {
  const busy = new Set(pending.flatMap((item) => item.keys));
  return keys
    .filter((key) => !busy.has(key))
    .map((key) => {
      const row = views.get(key);
      return { key, v: row?.v ?? 0, row: row ?? null };
    });
}

interface Cancel {
  readonly refs: readonly RowRef[];
  readonly keys: readonly string[];
  readonly pending: readonly OutboxItem[];
  readonly views: Views;
  /** The server's rows, where mutations are pending. */
  readonly stored: ReadonlyMap<string, BaseRow>;
  readonly mutation: KeptMutation;
}

/**
 * MUT-5.2: a row that is created and removed before anything was sent leaves no mutation, unless somebody else has
 * created it meanwhile: then it is to be removed at the server.
 */
async function cancelsOut(tx: LocalTx, cancel: Cancel): Promise<boolean> {
  const { refs, keys, pending, views, stored, mutation } = cancel;
  const removes = refs.every(
    (ref) => applyToRow(ref, views.get(rowKey(ref.table, ref.id)), mutation) === undefined,
  );
  const made = keys.every(
    (key) =>
      pending.some((item) => item.creates.includes(key)) && (stored.get(key)?.row ?? null) === null,
  );
  const unsent = pending.every(
    (item) => isUnsent(item) && item.keys.every((key) => keys.includes(key)),
  );
  if (!removes || !made || !unsent) return false;
  const all = await tx.outbox();
  if (all.some((item) => item.parents.some((key) => keys.includes(key)))) return false;
  await tx.deleteOutbox(pending.map(({ seq }) => seq));
  await tx.deleteBase(keys);
  for (const { table, id } of refs) await tx.deleteRows(table, [id]);
  return true;
}

function isUnsent(item: OutboxItem): boolean {
  return item.state === 'queued' && item.tries === 0;
}

interface Merge {
  readonly write: LocalWrite;
  readonly keys: readonly string[];
  readonly pending: readonly OutboxItem[];
  /** Includes the bases that this write stores. */
  readonly bases: ReadonlyMap<string, BaseRow>;
}

/**
 * MUT-5: an unsent mutation of the same kind absorbs the new one if no other mutation came between them on these rows,
 * the server's rows have not changed since, and every row that the new one needs existed before it.
 */
async function mergeWithLast(tx: LocalTx, merge: Merge): Promise<boolean> {
  const { write, keys, pending } = merge;
  const last = pending.at(-1);
  if (last === undefined || !isUnsent(last) || last.name !== write.prepared.name) return false;
  if (last.seen !== seenVersion(merge)) return false;
  if (!sameKeys(last.keys, keys)) return false;
  const earlier = preparedOf(last);
  if (earlier === undefined || !textsChain(earlier, write.prepared)) return false;
  const args = earlier.merge(write.prepared);
  if (args === undefined) return false;
  if (await createsLater(tx, last, { write, keys })) return false;
  const merged = prepareMutation(last.name, args);
  const text = earlier.text === undefined ? await textContext(tx, write, pending) : {};
  await tx.putOutbox([
    {
      ...last,
      ...text,
      ...linesOf(last, write),
      args: merged.args,
      parents: merged.parents.map(({ table, id }) => rowKey(table, id)),
      at: write.at,
    },
  ]);
  return true;
}

/** True when a mutation after this one creates a row that the new one needs. */
async function createsLater(
  tx: LocalTx,
  last: OutboxItem,
  { write, keys }: Pick<Merge, 'write' | 'keys'>,
): Promise<boolean> {
  const parents = write.prepared.parents.map(({ table, id }) => rowKey(table, id));
  // This is the last mutation of its own rows. The whole outbox of days would take longer than everything else.
  const others = parents.filter((key) => !keys.includes(key));
  if (others.length === 0) return false;
  const pending = await tx.pendingOf(others);
  return pending.some(
    (item) => item.seq > last.seq && item.creates.some((key) => others.includes(key)),
  );
}

function sameKeys(left: readonly string[], right: readonly string[]): boolean {
  return left.length === right.length && left.every((key) => right.includes(key));
}

/** Two edits of one long text merge only when the second started from the text of the first. */
function textsChain(earlier: Prepared, later: Prepared): boolean {
  if (earlier.text === undefined || later.text === undefined) return true;
  return earlier.text.field === later.text.field && later.text.base === earlier.text.text;
}

interface NewItem extends Merge {
  readonly views: Views;
  readonly text: TextContext;
}

type TextContext = Pick<OutboxItem, 'ifMatch' | 'textAfter' | 'isOfOldHistory'>;

async function newItem(tx: LocalTx, input: NewItem): Promise<OutboxItem> {
  const { write, keys, views, bases, text } = input;
  const { prepared, actor, at } = write;
  // A row that one's own pending mutation deleted still exists on the server: restoring it creates no new row.
  const isNew = (key: string) => !views.has(key) && (bases.get(key)?.row ?? null) === null;
  const seen = seenVersion(input);
  return {
    seq: await tx.claimSeq(),
    stream: streamOf(prepared, actor),
    name: prepared.name,
    args: prepared.args,
    actor,
    at,
    keys,
    parents: prepared.parents.map(({ table, id }) => rowKey(table, id)),
    creates: keys.filter(isNew),
    state: 'queued',
    tries: 0,
    failures: 0,
    firstFailure: null,
    retryAt: 0,
    ...(seen !== undefined && { seen }),
    ...text,
    ...linesOf(write),
  };
}

/** WRITE-4.6: newest version of the server's rows under this write; undefined when none of them is from the server. */
function seenVersion({ write, keys, bases }: Pick<Merge, 'write' | 'keys' | 'bases'>) {
  if (write.seen !== undefined) return write.seen;
  const versions = keys.flatMap((key) => {
    const base = bases.get(key);
    return base === undefined || base.row === null ? [] : [base.v];
  });
  return versions.length === 0 ? undefined : Math.max(...versions);
}

/**
 * Version from which a long text was edited (WRITE-4), determined by the text that the edit started from: the server's
 * text (then the version of its row), the text of a pending mutation of the same person (then the version which that
 * mutation will get), or neither, because the text changed during the edit (then 0, so that the server responds with
 * its text and the two are merged).
 */
async function textContext(
  tx: LocalTx,
  write: LocalWrite,
  pending: readonly OutboxItem[],
): Promise<TextContext> {
  const { text } = write.prepared;
  if (text === undefined) return {};
  if (write.isOfOldHistory === true) return { ifMatch: 0, isOfOldHistory: true };
  if (write.ifMatch !== undefined) return { ifMatch: write.ifMatch };
  const key = rowKey(text.table, text.id);
  const own = pending.filter((item) => item.keys.includes(key));
  const base = (await tx.base([key])).get(key);
  const server = own.length === 0 ? (await tx.rows(text.table, [text.id]))[0] : base?.row;
  const wrote = own.findLast((item) => writesText(item, text.table, text.id, text.field));
  if (wrote === undefined || wrote.state === 'acked') {
    if (server?.[text.field] === text.base) return { ifMatch: server.v };
    const isOwnText = wrote !== undefined && preparedOf(wrote)?.text?.text === text.base;
    return { ifMatch: isOwnText ? (wrote.v ?? 0) : 0 };
  }
  const after = applyRow(refOfKey(key), base?.row ?? undefined, own);
  return after?.[text.field] === text.base ? { ifMatch: 0, textAfter: wrote.seq } : { ifMatch: 0 };
}
