import type { RawRow } from '../../model/entities/define-entity.ts';
import { listIn } from '../core/rebase.ts';
import type { ClientPort, OutboxItem, OutboxPort } from '../core/ports/outbox.ts';
import type { BaseRow, RowsPort } from '../core/ports/rows.ts';
import { refOfKey, rowKey } from '../core/row-key.ts';

/**
 * Many writes of one transaction, computed in memory: the rows they need are read together first, and the changed rows
 * are written together afterwards if the rows read are still current. Each request to IndexedDB has latency, and a
 * single write makes ten.
 */
export interface DeferredWrites {
  /** Reads the rows of these keys, their bases and their pending mutations. */
  readonly load: (tx: LocalTx, keys: Iterable<string>) => Promise<void>;
  /** Undefined: the row has not been loaded. */
  readonly row: (key: string) => { readonly row: RawRow | undefined } | undefined;
  /** True when every loaded row is unchanged in this transaction. */
  readonly isCurrent: (tx: LocalTx) => Promise<boolean>;
  /** Transaction for one attempt, without the writes of earlier attempts. */
  readonly begin: () => DeferredTx;
}

/** Methods of a transaction that a local write uses. */
export type LocalTx = Pick<
  RowsPort,
  'rows' | 'putRows' | 'deleteRows' | 'base' | 'putBase' | 'deleteBase'
> &
  Pick<OutboxPort, 'pendingOf' | 'outbox' | 'putOutbox' | 'deleteOutbox'> &
  Pick<ClientPort, 'claimSeq'>;

interface DeferredTx {
  /** Works in memory. Its reads throw `NotLoaded`. */
  readonly tx: LocalTx;
  /** Writes everything into a real transaction, which should publish by table: there may be thousands of rows. */
  readonly flush: (tx: LocalTx) => Promise<void>;
}

/** Thrown for a read that has not been loaded: the caller loads it and repeats the attempt. */
export class NotLoaded extends Error {
  readonly keys: readonly string[];

  constructor(keys: readonly string[]) {
    super(`Not loaded: ${keys.join(', ')}`);
    this.keys = keys;
  }
}

/** Base of provisional sequence numbers, above all real ones; real numbers are claimed when the writes are flushed. */
const PROVISIONAL = 2 ** 50;

/** Key of a change to the whole outbox. */
const WHOLE_OUTBOX = '*';

interface LoadedState {
  readonly rows: ReadonlyMap<string, RawRow | undefined>;
  readonly bases: ReadonlyMap<string, BaseRow>;
  readonly pending: ReadonlyMap<number, OutboxItem>;
}

export function defer(): DeferredWrites {
  let known: LoadedState = { rows: new Map(), bases: new Map(), pending: new Map() };
  return {
    load: async (tx, keys) => {
      known = await read(tx, [...new Set([...known.rows.keys(), ...keys])]);
    },
    row: (key) => (known.rows.has(key) ? { row: known.rows.get(key) } : undefined),
    isCurrent: async (tx) => isSame(known, await read(tx, [...known.rows.keys()])),
    begin: () => deferredTx(known),
  };
}

async function read(tx: LocalTx, wanted: readonly string[]): Promise<LoadedState> {
  const keys = wanted.filter((key) => key !== WHOLE_OUTBOX);
  const isWhole = keys.length < wanted.length;
  const tables = [...Map.groupBy(keys.map(refOfKey), ({ table }) => table)];
  const [found, bases] = await Promise.all([
    Promise.all(
      tables.map(([table, refs]) =>
        tx.rows(
          table,
          refs.map(({ id }) => id),
        ),
      ),
    ),
    tx.base(keys),
  ]);
  // A row with pending mutations has a base.
  const pending = isWhole ? await tx.outbox() : await tx.pendingOf([...bases.keys()]);
  const rows = new Map<string, RawRow | undefined>();
  for (const [index, [table, refs]] of tables.entries()) {
    for (const [at, { id }] of refs.entries()) rows.set(rowKey(table, id), found[index]?.[at]);
  }
  if (isWhole) rows.set(WHOLE_OUTBOX, undefined);
  return { rows, bases, pending: new Map(pending.map((item) => [item.seq, item])) };
}

function isSame(left: LoadedState, right: LoadedState): boolean {
  return textOf(left) === textOf(right);
}

function textOf({ rows, bases, pending }: LoadedState): string {
  const there = [...rows].filter(([, row]) => row !== undefined);
  return JSON.stringify([there, [...bases], [...pending]]);
}

function deferredTx(known: LoadedState): DeferredTx {
  const rows = new Map<string, RawRow | undefined>();
  const bases = new Map<string, BaseRow | undefined>();
  const outbox = deferredOutbox(known);
  const requireLoaded = (keys: readonly string[]) => {
    const missing = keys.filter((key) => !known.rows.has(key));
    if (missing.length > 0) throw new NotLoaded(missing);
  };
  const rowAt = (key: string) => (rows.has(key) ? rows.get(key) : known.rows.get(key));
  const baseAt = (key: string) => (bases.has(key) ? bases.get(key) : known.bases.get(key));
  const tx: LocalTx = {
    rows: async (table, ids) => {
      const keys = ids.map((id) => rowKey(table, id));
      requireLoaded(keys);
      return keys.map(rowAt);
    },
    putRows: async (table, all) => {
      for (const row of all) rows.set(rowKey(table, row.id), row);
    },
    deleteRows: async (table, ids) => {
      for (const id of ids) rows.set(rowKey(table, id), undefined);
    },
    base: async (keys) => {
      requireLoaded(keys);
      const found = keys.map(baseAt).filter((base) => base !== undefined);
      return new Map(found.map((base) => [base.key, base]));
    },
    putBase: async (all) => {
      for (const base of all) bases.set(base.key, base);
    },
    deleteBase: async (keys) => {
      for (const key of keys) bases.set(key, undefined);
    },
    pendingOf: async (keys) => {
      requireLoaded(keys);
      return outbox.of(keys);
    },
    outbox: async () => {
      requireLoaded([WHOLE_OUTBOX]);
      return outbox.all();
    },
    putOutbox: async (items) => outbox.put(items),
    deleteOutbox: async (seqs) => outbox.remove(seqs),
    claimSeq: async () => outbox.claimSeq(),
  };
  return {
    tx,
    flush: async (real) => {
      await Promise.all([outbox.flush(real), flushBases(real, bases), flushRows(real, rows)]);
    },
  };
}

function deferredOutbox(known: LoadedState) {
  const changed = new Map<number, OutboxItem | undefined>();
  const seqsOf = new Map<string, number[]>();
  let taken = 0;
  const index = (item: OutboxItem) => {
    for (const key of item.keys) listIn(seqsOf, key).push(item.seq);
  };
  for (const item of known.pending.values()) index(item);
  const at = (seq: number) => (changed.has(seq) ? changed.get(seq) : known.pending.get(seq));
  const bySeq = (seqs: Iterable<number>) =>
    [...new Set(seqs)]
      .toSorted((left, right) => left - right)
      .map(at)
      .filter((item) => item !== undefined);
  return {
    of: (keys: readonly string[]) => bySeq(keys.flatMap((key) => seqsOf.get(key) ?? [])),
    all: () => bySeq([...known.pending.keys(), ...changed.keys()]),
    put: (items: readonly OutboxItem[]) => {
      for (const item of items) {
        if (at(item.seq) === undefined) index(item);
        changed.set(item.seq, item);
      }
    },
    remove: (seqs: readonly number[]) => {
      for (const seq of seqs) changed.set(seq, undefined);
    },
    claimSeq: () => {
      taken += 1;
      return PROVISIONAL + taken - 1;
    },
    flush: async (real: LocalTx) => {
      const deleted = [...changed.keys()].filter((seq) => changed.get(seq) === undefined);
      const first = taken === 0 ? 0 : await real.claimSeq(taken);
      await Promise.all([
        real.deleteOutbox(deleted.filter((seq) => seq < PROVISIONAL)),
        real.putOutbox(bySeq(changed.keys()).map((item) => numbered(item, first))),
      ]);
    },
  };
}

function numbered(item: OutboxItem, first: number): OutboxItem {
  const real = (seq: number) => (seq < PROVISIONAL ? seq : seq - PROVISIONAL + first);
  const { seq, textAfter } = item;
  return {
    ...item,
    seq: real(seq),
    ...(textAfter !== undefined && { textAfter: real(textAfter) }),
  };
}

async function flushBases(
  real: LocalTx,
  bases: ReadonlyMap<string, BaseRow | undefined>,
): Promise<void> {
  const deleted = [...bases.keys()].filter((key) => bases.get(key) === undefined);
  const put = [...bases.values()].filter((base) => base !== undefined);
  await Promise.all([real.deleteBase(deleted), real.putBase(put)]);
}

async function flushRows(
  real: LocalTx,
  rows: ReadonlyMap<string, RawRow | undefined>,
): Promise<void> {
  const tables = [...Map.groupBy(rows, ([key]) => refOfKey(key).table)];
  await Promise.all(
    tables.flatMap(([table, all]) => [
      real.putRows(
        table,
        all.map(([, row]) => row).filter((row) => row !== undefined),
      ),
      real.deleteRows(
        table,
        all.filter(([, row]) => row === undefined).map(([key]) => refOfKey(key).id),
      ),
    ]),
  );
}
