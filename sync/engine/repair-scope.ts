import type { ScopePart } from '../../model/entities/details.ts';
import type { RawRow } from '../../model/entities/define-entity.ts';
import type { ScopePage } from '../../model/protocol/messages.ts';
import { ROWS_AT_ONCE } from './apply-changes.ts';
import { authed, type EngineContext } from './context.ts';
import type { RowsOfTable } from './details-here.ts';
import { partOf } from './outlines.ts';
import { comparedTables, completeState, isSameContent, type Place } from './rows-here.ts';
import { isUnusual } from './unusual-count.ts';
import type { Differences, NotCompared } from '../core/ports/comparison.ts';
import type { OutboxPort } from '../core/ports/outbox.ts';
import type { RowsPort } from '../core/ports/rows.ts';
import type { StreamState } from '../core/ports/streams.ts';
import type { Reply, Transport } from '../core/ports/transport.ts';
import { rowKey } from '../core/row-key.ts';

/**
 * PULL-9.3: replaces the rows of a scope that differ from the server's, by a download of that scope alone.
 *
 *   page ──► rows that are missing, old or damaged are put ──► next page ──► ... ──► rows on no page are removed
 *
 * Each transaction reads the state of the stream and the rows again: another page or a change of the person may have
 * come first. Rows on which a change waits stay as they are.
 */
export async function repairScope(
  context: EngineContext,
  place: PlaceToRepair,
  only?: RowsToRepair,
): Promise<Repaired> {
  const state = await context.ports.store.read([], (tx) => tx.stream(place.stream));
  const own = completeState(state, place.scope);
  if (state === undefined || own === undefined) return { reason: 'arriving', found: NONE };
  const { epoch } = state;
  const part = partOf(state, place.scope);
  const rows = only ?? rowsOfPart(comparedTables(place.stream, place.scope, state), part);
  const fits = (now: StreamState | undefined): now is StreamState =>
    now?.epoch === epoch &&
    completeState(now, place.scope)?.readAt === own.readAt &&
    partOf(now, place.scope) === part &&
    rows.fits(now);
  const repair: Repair = {
    place,
    epoch,
    fits,
    rows,
    seen: new Set(),
    heads: { least: Number.POSITIVE_INFINITY, most: 0 },
    found: { ...NONE },
  };
  const reason =
    (await putRows(context, repair)) ??
    (await untilCursor(context, repair)) ??
    (await removeExtra(context, repair));
  return { reason, found: repair.found };
}

/** Rows of a scope that are repaired: all that the device has to have, or some of the details of a hot one. */
export interface RowsToRepair {
  readonly tables: readonly string[];
  /** Rows that the pages contain. */
  readonly query: Pick<Parameters<Transport['scope']>[0], 'rows' | 'unchangedSince' | 'task'>;
  /** False when other rows have to be here by now. */
  readonly fits: (state: StreamState) => boolean;
  /** Tables that `ownRows` reads. */
  readonly readWith: readonly string[];
  /** The rows among these that are repaired. */
  readonly ownRows: (tx: RowsPort, rows: RowsOfTable) => Promise<readonly RawRow[]>;
}

function rowsOfPart(tables: readonly string[], rows: ScopePart): RowsToRepair {
  const ownRows: RowsToRepair['ownRows'] = (_tx, some) => Promise.resolve(some.rows);
  return { tables, query: { rows }, fits: () => true, readWith: [], ownRows };
}

export interface PlaceToRepair extends Place {
  /** Number of the scope's rows by the server's check. */
  readonly count: number;
}

export interface Repaired {
  /** Why the repair is incomplete. */
  readonly reason: NotCompared | undefined;
  readonly found: Differences;
}

type Counted = { -readonly [Kind in keyof Differences]: number };

interface Repair {
  readonly place: PlaceToRepair;
  readonly epoch: string | null;
  /** False when the scope was downloaded or lost since the repair began. */
  readonly fits: (now: StreamState | undefined) => now is StreamState;
  readonly rows: RowsToRepair;
  /** Keys of the server's rows. */
  readonly seen: Set<string>;
  /** Lowest and highest head at which a page was read. */
  readonly heads: { least: number; most: number };
  readonly found: Counted;
}

export const NONE: Differences = { missing: 0, extra: 0, old: 0, damaged: 0 };

/** Attempts to get a page that is not older than the cursor, or to see the cursor reach a page. */
const MOST_REPEATS = 10;
/** Milliseconds between two looks at the cursor. */
const LOOK_EVERY = 500;

async function putRows(context: EngineContext, repair: Repair): Promise<NotCompared | undefined> {
  const { stream, scope } = repair.place;
  let after: string | null = null;
  for (let repeats = 0; repeats < MOST_REPEATS;) {
    const reply: Reply<ScopePage> = await readPage(context, {
      ...repair.rows.query,
      stream,
      scope,
      after,
    });
    // Refused: the person may not read the scope any more, which the next pull reports.
    if (!reply.ok) return reply.failure.kind === 'refused' ? 'behind' : 'unreachable';
    const put = await putPage(context, repair, reply.value);
    if (put === 'dropped') return 'arriving';
    if (put === 'again') {
      repeats += 1;
      continue;
    }
    after = reply.value.cursor;
    if (after === null) return undefined;
  }
  return 'behind';
}

function readPage(
  context: EngineContext,
  query: Parameters<Transport['scope']>[0],
): Promise<Reply<ScopePage>> {
  return authed(context, () => context.ports.transport.scope(query));
}

/** `again`: the page is older than the cursor, and may contain a row whose deletion was applied already. */
async function putPage(
  { ports: { store } }: EngineContext,
  repair: Repair,
  page: ScopePage,
): Promise<'put' | 'again' | 'dropped'> {
  const { place, fits, seen, heads, found } = repair;
  const { tables: repaired, readWith, ownRows } = repair.rows;
  const rows = page.rows.filter(({ table }) => repaired.includes(table));
  if (page.epoch !== repair.epoch) return 'dropped';
  for (let start = 0; start < rows.length; start += ROWS_AT_ONCE) {
    const part = rows.slice(start, start + ROWS_AT_ONCE);
    const tables = [...new Set(part.map(({ table }) => table))];
    const used = [...new Set([...tables, ...readWith])];
    const counted = await store.write({ tables: used, durability: 'relaxed' }, async (tx) => {
      const state = await tx.stream(place.stream);
      if (!fits(state)) return 'dropped';
      if (page.head < state.cursor) return 'again';
      const all = { ...NONE };
      for (const table of tables) {
        const theirs = part.filter((one) => one.table === table).map(({ row }) => row);
        const own = { state, scope: place.scope, table, rows: theirs, unchangedFrom: ANY };
        const counts = await putDiffering(tx, {
          table,
          rows: await ownRows(tx, own),
          cursor: state.cursor,
        });
        for (const kind of KINDS) all[kind] += counts[kind];
      }
      return all;
    });
    if (typeof counted === 'string') return counted;
    for (const kind of KINDS) found[kind] += counted[kind];
  }
  for (const { table, row } of rows) seen.add(rowKey(table, row.id));
  heads.least = Math.min(heads.least, page.head);
  heads.most = Math.max(heads.most, page.head);
  return 'put';
}

/** Version at or above all others. */
const ANY = Number.POSITIVE_INFINITY;

const KINDS = ['missing', 'extra', 'old', 'damaged'] as const;

/** Puts the server's rows of one table that differ from those here, and counts them by the kind of difference. */
async function putDiffering(
  tx: RowsPort & OutboxPort,
  { table, rows, cursor }: ServerRows,
): Promise<Counted> {
  const counts: Counted = { ...NONE };
  const ids = rows.map(({ id }) => id);
  const [known, pending] = await Promise.all([tx.rows(table, ids), pendingOf(tx, table, ids)]);
  const put: RawRow[] = [];
  for (const [index, row] of rows.entries()) {
    const kind = pending.has(rowKey(table, row.id))
      ? undefined
      : differenceOf(table, known[index], row);
    if (kind === undefined) continue;
    put.push(row);
    // A newer version is no difference: it has only arrived before its change.
    if (row.v <= cursor) counts[kind] += 1;
  }
  if (put.length > 0) await tx.putRows(table, put);
  return counts;
}

interface ServerRows {
  readonly table: string;
  readonly rows: readonly RawRow[];
  readonly cursor: number;
}

/**
 * A row here with a higher version than on a page that is not older than the cursor is damaged: the server has not
 * assigned that version to it.
 */
function differenceOf(
  table: string,
  here: RawRow | undefined,
  there: RawRow,
): Exclude<keyof Differences, 'extra'> | undefined {
  if (here === undefined) return 'missing';
  if (here.v < there.v) return 'old';
  // No digest contains the scope.
  if (here.v !== there.v || here.scope !== there.scope) return 'damaged';
  if (!isSameContent(table, here, there)) return 'damaged';
  return undefined;
}

/** Keys of the rows on which a change waits. */
async function pendingOf(
  tx: RowsPort & OutboxPort,
  table: string,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const keys = ids.map((id) => rowKey(table, id));
  const bases = await tx.base(keys);
  const items = (await tx.outboxCount()) === 0 ? [] : await tx.pendingOf(keys);
  return new Set([...bases.keys(), ...items.flatMap((item) => item.keys)]);
}

/** Whether a row is left over is known only when every change before the newest page is applied here. */
async function untilCursor(
  { ports: { store, timers } }: EngineContext,
  { place: { stream }, fits, heads }: Repair,
): Promise<NotCompared | undefined> {
  for (let looks = 0; looks < MOST_REPEATS; looks += 1) {
    const state = await store.read([], (tx) => tx.stream(stream));
    if (!fits(state)) return 'arriving';
    if (state.cursor >= heads.most) return undefined;
    await new Promise<void>((resolve) => timers.after(LOOK_EVERY, resolve));
  }
  return 'behind';
}

/** Removes the rows of the scope that are on no page of the server. */
async function removeExtra(
  { ports: { store } }: EngineContext,
  { place, fits, rows: repaired, seen, heads, found }: Repair,
): Promise<NotCompared | undefined> {
  const { stream, scope } = place;
  const { tables, readWith, ownRows } = repaired;
  const extra = await store.read('all', async (tx) => {
    const state = await tx.stream(stream);
    if (!fits(state)) return undefined;
    const left: { readonly table: string; readonly ids: readonly string[] }[] = [];
    for (const table of tables) {
      const ids = await tx.idsInScope(table, scope);
      const unseen = await rowsHere(
        tx,
        table,
        ids.filter((id) => !seen.has(rowKey(table, id))),
      );
      const own = { state, scope, table, rows: unseen, unchangedFrom: ANY };
      left.push({ table, ids: (await ownRows(tx, own)).map(({ id }) => id) });
    }
    return left;
  });
  if (extra === undefined) return 'arriving';
  const count = extra.reduce((sum, { ids }) => sum + ids.length, 0);
  // CLIENT-5: many rows are removed only when the server's own count agrees with the rows that it has sent.
  if (isUnusual(count, count + seen.size) && seen.size !== place.count) return 'differs';
  for (const { table, ids } of extra) {
    for (let start = 0; start < ids.length; start += ROWS_AT_ONCE) {
      const part = ids.slice(start, start + ROWS_AT_ONCE);
      const used = [table, ...readWith];
      const removed = await store.write({ tables: used, durability: 'relaxed' }, async (tx) => {
        const state = await tx.stream(stream);
        if (!fits(state)) return undefined;
        const pending = await pendingOf(tx, table, part);
        const isExtra = (row: RawRow) =>
          row.scope === scope &&
          !pending.has(rowKey(table, row.id)) &&
          // A row of a version between may have been created after its page was read.
          !(row.v > heads.least && row.v <= state.cursor);
        // A task of a version between may have been cold when its page was read.
        const own = { state, scope, table, unchangedFrom: heads.least };
        const rows = await ownRows(tx, { ...own, rows: await rowsHere(tx, table, part) });
        const gone = rows.filter(isExtra).map(({ id }) => id);
        await tx.deleteRows(table, gone);
        return gone.length;
      });
      if (removed === undefined) return 'arriving';
      found.extra += removed;
    }
  }
  return undefined;
}

async function rowsHere(
  tx: RowsPort,
  table: string,
  ids: readonly string[],
): Promise<readonly RawRow[]> {
  return (await tx.rows(table, ids)).filter((row) => row !== undefined);
}
