import type { RawRow } from '../../model/entities/define-entity.ts';
import { entityOf } from '../../model/entities/registry.ts';
import { LIMITS } from '../../model/protocol/version.ts';
import { authed, isRejectedWith, tablesOf } from './context.ts';
import { allWritten, writeDownloaded, type Run, type Start, write } from './download-run.ts';
import { ROWS_AT_ONCE } from './apply-changes.ts';
import { listIn } from '../core/rebase.ts';
import type { OutboxPort } from '../core/ports/outbox.ts';
import type { BaseRow, RowsPort } from '../core/ports/rows.ts';
import type { Failure } from '../core/ports/transport.ts';
import { refOfKey } from '../core/row-key.ts';
import { sweepBases, sweepRows } from './sweep.ts';
import { isUnusual } from './unusual.ts';

/** Removes what the snapshot did not have. What is pending on such a row stays and is for the server to judge. */
export async function sweep(run: Run, start: Start): Promise<boolean> {
  if (!(await applyMoved(run, start))) return false;
  const unseen = await unseenBy(run);
  await requireAgreed(run, unseen);
  // In another history every version is another one, and a first download knows of no history before it.
  const isOld = ({ v }: { readonly v: number }) => run.reason !== 'refill' || v <= start.v;
  return (await removeRows(run, unseen, isOld)) && removeBases(run, isOld);
}

/**
 * A first download that ended before anything was worth keeping has left a few rows: what has happened to them since is
 * not told to anybody who has no cursor. What is pending on one stays.
 */
export async function forgetEarlier(run: Run): Promise<boolean> {
  const all = () => true;
  return (await removeRows(run, await unseenBy(run), all)) && removeBases(run, all);
}

/** Ids by table, of the rows that are here and that this run has not brought. */
type Unseen = ReadonlyMap<string, readonly string[]>;

async function unseenBy({ context, stream, seen }: Run): Promise<Unseen> {
  const unseen = new Map<string, readonly string[]>();
  for (const table of tablesOf(stream)) {
    const marks = seen.get(table);
    const ids = await context.ports.store.read([table], (tx) => tx.ids(table));
    unseen.set(table, marks === undefined ? ids : ids.filter((id) => !marks.has(id)));
  }
  return unseen;
}

/** False: another run has taken over. */
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

/** The same for rows that a pending change of the person's own has taken from the view. */
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
 * What a base says when the snapshot did not have its row. Of what has a window the snapshot has the newest alone: an
 * older row comes with its page, or with the change that waits on it, at whatever version it has by then.
 */
function baseGone({ reason }: Run): (base: BaseRow) => BaseRow {
  return ({ key, v }) => {
    const hasWindow = entityOf(refOfKey(key).table)?.window !== undefined;
    return { key, v: reason === 'refill' && !hasWindow ? v : 0, row: null };
  };
}

/**
 * The lines are read one by one: a row that moved to a scope which had been read by then is in none of them. What has
 * changed since the first line tells of it, and it comes like one of them.
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

/** CLIENT-5 for a sweep: the snapshot must not be shorter than what the server itself counts. */
async function requireAgreed({ context, stream, seen }: Run, unseen: Unseen): Promise<void> {
  // Older rows of a window go with every download and are no sign of anything (WIN-3). The server counts rows of tables
  // that this build does not know, too.
  const sizes = (tables: Iterable<readonly [string, number]>) =>
    [...tables].reduce(
      (sum, [table, size]) => (entityOf(table)?.window === undefined ? sum + size : sum),
      0,
    );
  const removed = sizes([...unseen].map(([table, ids]) => [table, ids.length] as const));
  const kept = sizes([...seen].map(([table, ids]) => [table, ids.size] as const));
  if (!isUnusual(removed, removed + kept)) return;
  const reply = await authed(context, () => context.ports.transport.check({ stream }));
  if (!reply.ok) throw new NotSwept(reply.failure);
  const there = reply.value.scopes.reduce((sum, scope) => sum + scope.count, 0);
  // Rows made since the snapshot count at the server too; half of what would go cannot be explained by them.
  if (there - kept >= removed / 2) throw new NotSwept(UNCONFIRMED);
}

const UNCONFIRMED: Failure = { kind: 'later', reason: 'unconfirmed' };

/** Everything was read, and it is unknown which rows to remove: the stream is downloaded again later. */
export class NotSwept extends Error {
  readonly failure: Failure;
  constructor(failure: Failure) {
    super('It is unknown which rows to remove');
    // A new epoch, or a cursor below the floor: the next download finds it.
    const isLate = isRejectedWith(failure, 'epoch') || isRejectedWith(failure, 'refill');
    this.failure = isLate ? UNCONFIRMED : failure;
  }
}
