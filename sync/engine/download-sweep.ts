import type { RawRow } from '../../model/entities/define-entity.ts';
import { entityOf } from '../../model/entities/registry.ts';
import { LIMITS } from '../../model/protocol/version.ts';
import { authed, isRejectedWith, tablesOf } from './context.ts';
import {
  allWritten,
  writeDownloaded,
  type Run,
  type Start,
  type Unseen,
  write,
} from './download-run.ts';
import { ROWS_AT_ONCE } from './apply-changes.ts';
import { listIn } from '../core/rebase.ts';
import type { OutboxPort } from '../core/ports/outbox.ts';
import type { BaseRow, RowsPort } from '../core/ports/rows.ts';
import type { Failure } from '../core/ports/transport.ts';
import { refOfKey } from '../core/row-key.ts';
import { sweepBases, sweepRows } from './sweep.ts';
import { ROWS_UNASKED } from './unusual-count.ts';

/** Removes rows that the snapshot does not contain. Their pending mutations stay, and the server decides about them. */
export async function sweep(run: Run, start: Start): Promise<boolean> {
  if (!(await applyMoved(run, start))) return false;
  const unseen = await unseenBy(run);
  await requireAgreement(run, start, unseen);
  // Versions are comparable within one epoch only, so every row counts as old in a new epoch and at a first download.
  const isOld = ({ v }: { readonly v: number }) => run.reason !== 'refill' || v <= start.v;
  return (await removeRows(run, unseen, isOld)) && removeBases(run, isOld);
}

/**
 * Removes the rows of an interrupted first download without a checkpoint: without a cursor no later page reports
 * changes of these rows. Their pending mutations stay.
 */
export async function forgetEarlier(run: Run): Promise<boolean> {
  const all = () => true;
  return (await removeRows(run, await unseenBy(run), all)) && removeBases(run, all);
}

async function unseenBy({ context, stream, seen }: Run): Promise<Unseen> {
  const unseen = new Map<string, readonly string[]>();
  for (const table of tablesOf(stream)) {
    const marks = seen.get(table);
    const ids = await context.ports.store.read([table], (tx) => tx.ids(table));
    unseen.set(table, marks === undefined ? ids : ids.filter((id) => !marks.has(id)));
  }
  return unseen;
}

/** False when another run has replaced this one. */
async function removeRows(
  run: Run,
  unseen: Unseen,
  isGone: (row: RawRow) => boolean,
): Promise<boolean> {
  for (const [table, ids] of unseen) {
    for (let from = 0; from < ids.length; from += ROWS_AT_ONCE) {
      const part = ids.slice(from, from + ROWS_AT_ONCE);
      const work = (tx: RowsPort & OutboxPort) =>
        sweepRows(tx, { table, ids: part, isGone }, baseGone(run));
      if (!(await write(run, { tables: [table], durability: 'relaxed' }, work))) return false;
    }
  }
  return true;
}

/** The same for rows that a pending mutation has removed from the view. */
function removeBases(run: Run, isGone: (base: BaseRow) => boolean): Promise<boolean> {
  const tables = tablesOf(run.stream);
  const isUnseen = ({ key }: BaseRow) => {
    const { table, id } = refOfKey(key);
    return tables.includes(table) && run.seen.get(table)?.has(id) !== true;
  };
  return write(run, { tables: 'all', durability: 'on-disk' }, async (tx) => {
    const bases = (await tx.allBases()).filter((base) => isUnseen(base) && isGone(base));
    await sweepBases(tx, bases, baseGone(run));
  });
}

/**
 * Base without a row, for a row that is missing in the snapshot. A snapshot contains only the newest messages: an older
 * one may arrive later in a page, or with its pending mutation, at any version.
 */
function baseGone({ reason }: Run): (base: BaseRow) => BaseRow {
  return ({ key, v }) => {
    const isRanged = entityOf(refOfKey(key).table)?.ranged !== undefined;
    return { key, v: reason === 'refill' && !isRanged ? v : 0, row: null };
  };
}

/**
 * The server reads the scopes one after the other: a row that moved to a scope which had been read already is in no
 * line. The changes since the first line contain such a row, which is applied like a row of the snapshot.
 */
async function applyMoved(run: Run, { epoch, v, scopes }: Start): Promise<boolean> {
  const { context, stream, seen } = run;
  for (let since = v, complete = false; !complete;) {
    const query = { stream, since, epoch, limit: LIMITS.pullRows };
    const reply = await authed(context, () => context.ports.transport.pull(query));
    if (!reply.ok) throw new NotSwept(reply.failure);
    const moved = new Map<string, RawRow[]>();
    for (const change of reply.value.changes) {
      if (change.kind !== 'put' || !scopes.includes(change.row.scope)) continue;
      if (seen.get(change.table)?.has(change.id) !== true) {
        listIn(moved, change.table).push(change.row);
      }
    }
    for (const [table, rows] of moved) if (!(await writeDownloaded(run, table, rows))) return false;
    since = reply.value.next;
    complete = reply.value.complete;
  }
  return allWritten(run);
}

/** CLIENT-5 for a sweep: unusually many removals need a snapshot with about as many rows as the server counts. */
async function requireAgreement(run: Run, start: Start, unseen: Unseen): Promise<void> {
  if (sizeOf(unseen) <= ROWS_UNASKED) return;
  const { unconfirmed } = await import('./confirm-sweep.ts');
  const failure = await unconfirmed(run, start, unseen);
  if (failure !== undefined) throw new NotSwept(failure);
}

function sizeOf(unseen: Unseen): number {
  return [...unseen.values()].reduce((sum, ids) => sum + ids.length, 0);
}

const UNCONFIRMED: Failure = { kind: 'later', reason: 'unconfirmed' };

/** The snapshot is complete, but it is unknown which rows to remove: the stream is downloaded again later. */
export class NotSwept extends Error {
  readonly failure: Failure;
  constructor(failure: Failure) {
    super('It is unknown which rows to remove');
    // A new epoch or a pruned cursor: the next download detects it.
    const isLate = isRejectedWith(failure, 'epoch') || isRejectedWith(failure, 'refill');
    this.failure = isLate ? UNCONFIRMED : failure;
  }
}
