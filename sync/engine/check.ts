import type { RawRow } from '../../model/entities/define-entity.ts';
import { digestOf } from '../../model/shared/digest.ts';
import { entityOf } from '../../model/entities/registry.ts';
import { authed, type EngineContext, streamsOf, tablesOf, wholeTablesOf } from './context.ts';
import { enterEpoch } from './epoch.ts';
import { freshCheck } from './fresh-check.ts';
import { expected, mayBeMissing } from './outlines.ts';
import { listIn } from '../core/rebase.ts';
import type { RowsPort } from '../core/ports/rows.ts';
import type { StreamState } from '../core/ports/streams.ts';
import type { Failure, Reply } from '../core/ports/transport.ts';
import { rowKey } from '../core/row-key.ts';
import { loadedOf } from '../core/scope-state.ts';

/** Scope whose rows differ between device and server. */
export interface Difference {
  readonly scope: string;
  /** Number of rows on this device, and on the server. */
  readonly here: number;
  readonly there: number;
}

/**
 * PULL-8: compares the server's rows on this device with the server. Only a complete stream is compared, because
 * missing changes would count as differences. A stream that differs is recovered as after a restore.
 */
export async function checkReplica(context: EngineContext): Promise<Reply<readonly Difference[]>> {
  const differences: Difference[] = [];
  for (const stream of streamsOf(context.account)) {
    const reply = await authed(context, () => context.ports.transport.check({ stream }));
    if (!reply.ok) return reply;
    const state = await context.ports.store.read([], (tx) => tx.stream(stream));
    if (state?.epoch !== reply.value.epoch || state.cursor < reply.value.head) {
      return { ok: false, failure: BEHIND };
    }
    if (state.cursor > reply.value.head) {
      await enterEpoch(context, stream);
      return { ok: false, failure: WENT_BACK };
    }
    // A scope that is being filled lacks rows.
    if (Object.values(state.scopes).some(({ kind }) => kind === 'filling')) {
      return { ok: false, failure: BEHIND };
    }
    const before = differences.length;
    const here = await context.ports.store.read('all', (tx) =>
      rowsByScope(tx, wholeTablesOf(stream), state),
    );
    const there = new Map(
      reply.value.scopes.map((checked) => [checked.scope, expected(state, checked)]),
    );
    for (const scope of new Set([...here.keys(), ...there.keys()])) {
      const rows = here.get(scope) ?? [];
      const known = there.get(scope);
      if (isSame(rows, known ?? NO_ROWS)) continue;
      let count = 0;
      if (known !== undefined) {
        const fresh = await freshCheck(context, { stream, scope, kept: reply.value });
        if (!fresh.ok) return fresh;
        if (fresh.value.head !== state.cursor) return { ok: false, failure: BEHIND };
        const [counted] = fresh.value.scopes.filter((one) => one.scope === scope);
        const now = counted === undefined ? NO_ROWS : expected(state, counted);
        if (isSame(rows, now)) continue;
        ({ count } = now);
      }
      differences.push({ scope, here: rows.length, there: count });
    }
    const ranges = await checkRanges(context, stream, state);
    if (!ranges.ok) return ranges;
    differences.push(...ranges.value);
    // Whatever the cause: the journal is sent again, and the stream is downloaded (EPOCH-1).
    if (differences.length > before) await enterEpoch(context, stream);
  }
  return { ok: true, value: differences };
}

function isSame(
  rows: readonly RawRow[],
  { count, digest }: { readonly count: number; readonly digest: string },
): boolean {
  return rows.length === count && (count === 0 || digestOf(rows) === digest);
}

/** WIN-4: compares messages in the loaded ranges only; others may be on the device or not. */
async function checkRanges(
  context: EngineContext,
  stream: string,
  state: StreamState,
): Promise<Reply<readonly Difference[]>> {
  const { store, transport } = context.ports;
  const differences: Difference[] = [];
  const numbered = tablesOf(stream).filter((table) => !wholeTablesOf(stream).includes(table));
  const here = await store.read('all', (tx) => rowsByScope(tx, numbered, state));
  for (const checked of rangesOf(state)) {
    const { scope } = checked;
    const reply = await authed(context, () => transport.check({ stream, range: checked }));
    if (!reply.ok) return reply;
    if (reply.value.head !== state.cursor) return { ok: false, failure: BEHIND };
    const [there] = reply.value.scopes;
    const rows = (here.get(scope) ?? []).filter((row) => isWithin(numbered, row, checked));
    const same = rows.length === there?.count && digestOf(rows) === there.digest;
    if (!same) differences.push({ scope, here: rows.length, there: there?.count ?? 0 });
  }
  return { ok: true, value: differences };
}

interface CheckedRange {
  readonly scope: string;
  readonly from: number;
  /** Missing for a range up to the newest message. */
  readonly to?: number;
}

/** Loaded ranges of all scopes. */
function rangesOf({ scopes }: StreamState): readonly CheckedRange[] {
  return Object.entries(scopes).flatMap(([scope, state]) => {
    const loaded = loadedOf(state);
    if (loaded === null) return [];
    return [{ scope, from: loaded.from }, ...loaded.earlier.map((range) => ({ scope, ...range }))];
  });
}

function isWithin(tables: readonly string[], row: RawRow, { from, to }: CheckedRange): boolean {
  return tables.some((table) => {
    const number = row[entityOf(table)?.ranged?.by ?? ''];
    return typeof number === 'number' && number >= from && (to === undefined || number <= to);
  });
}

const NO_ROWS = { count: 0, digest: '' };
const BEHIND: Failure = { kind: 'later', reason: 'behind' };
const WENT_BACK: Failure = { kind: 'later', reason: 'went-back' };

/**
 * The server's rows on this device: the base of a row where there is one, else its view. Without details of outlined
 * scopes, of which the device may have only some.
 */
async function rowsByScope(
  tx: RowsPort,
  tables: readonly string[],
  state: StreamState,
): Promise<ReadonlyMap<string, readonly RawRow[]>> {
  const bases = new Map((await tx.allBases()).map((base) => [base.key, base]));
  const scopes = new Map<string, RawRow[]>();
  for (const table of tables) {
    const add = (row: RawRow | null | undefined) => {
      if (row === null || row === undefined || mayBeMissing(state, table, row.scope)) return;
      listIn(scopes, row.scope).push(row);
    };
    for (const base of bases.values()) if (base.key.startsWith(`${table}/`)) add(base.row);
    const ids = (await tx.ids(table)).filter((id) => !bases.has(rowKey(table, id)));
    for (let from = 0; from < ids.length; from += 500) {
      (await tx.rows(table, ids.slice(from, from + 500))).forEach(add);
    }
  }
  return scopes;
}
