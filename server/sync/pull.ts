import type { RawRow } from '../../model/entities/define-entity.ts';
import { entityOf } from '../../model/entities/registry.ts';
import type { Actor } from '../../model/permissions/actor.ts';
import type { Change, PullPage } from '../../model/protocol/messages.ts';
import { LIMITS } from '../../model/protocol/version.ts';
import { CairnError, refuse } from '../../model/shared/errors.ts';
import { powersOfTwo, streamOf } from '../writer/batch-sql.ts';
import { receivedOf, wentBack } from '../writer/clients.ts';
import type { StreamState } from '../writer/writer-types.ts';
import { decodeRow } from '../store/rows.ts';
import { marks, numberOf, quoted, type Sql, type SqlRow, textOf } from '../store/sql.ts';
import { atStreams, type StreamPlace } from '../store/stream-place.ts';
import { noOrganization } from '../shared/no-organization.ts';
import { readScopeSets } from './readable-scopes.ts';
import type { ScopeSet } from './scope-set.ts';

export interface PullRequest {
  readonly stream: string;
  readonly since: number;
  readonly epoch?: string | undefined;
  /** Time at which version `since` was written, as an earlier page reported it. */
  readonly since_at?: number | undefined;
  /** The client of the device, and the highest seq that the server has reported as received from it. */
  readonly client?: { readonly clientId: string; readonly received: number } | undefined;
  /** Approximate number of rows in a page: a version is never split (PULL-3). */
  readonly limit: number;
}

/** Entries read at once, and at most for one page: many may be invisible to the person. */
const CHUNK = 2_000;
const MOST_SCANNED = 20_000;

/** A page without the scopes of its reader. */
export interface ScannedPage {
  readonly changes: readonly Change[];
  readonly next: number;
  readonly nextAt: number | undefined;
  readonly complete: boolean;
  /** Scopes of all entries that were looked at, and those among them that the reader may read. */
  readonly examined: ReadonlySet<string>;
  readonly visible: ReadonlySet<string>;
}

/**
 * PULL-1: one page of the changes after `since` that the person may read, from one snapshot. `page` may return the page
 * of another reader in place of a read: the one under a key, which names stream, state, cursor and limit, whose reader
 * may read the same ones of its examined scopes.
 */
export async function readPull<Page>(
  sql: Sql,
  actor: Actor,
  request: PullRequest,
  page: (
    key: string,
    canRead: (scope: string) => boolean,
    read: () => Promise<ScannedPage>,
  ) => Promise<Page>,
): Promise<{
  readonly start: Pick<PullPage, 'epoch' | 'head' | 'floor' | 'scopes'>;
  readonly scanned: Page;
}> {
  const [scopes] = await readScopeSets(sql, [actor], request.stream);
  const { orgId } = actor;
  const state = scopes && (await readStream(sql, { orgId, stream: request.stream }));
  if (scopes === undefined || state === undefined) throw noOrganization();
  await requireCursor(sql, actor, state, request);
  const { since, limit } = request;
  const { stream, epoch, head, floor } = state;
  const scanned = await page(
    JSON.stringify([stream, epoch, head, since, limit]),
    scopes.has,
    async () => {
      const { entries, next, examined } = await scan(sql, scopes, { stream: state, since, limit });
      return {
        changes: await withRows(sql, actor, entries),
        next,
        nextAt: await writtenAt(sql, state, next),
        complete: next === head,
        examined,
        visible: new Set([...examined].filter(scopes.has)),
      };
    },
  );
  return { start: { epoch, head, floor, scopes: [...scopes.list()] }, scanned };
}

/** The end of a page, behind its changes. */
export function endOf({ next, nextAt, complete }: ScannedPage) {
  return { next, next_at: nextAt, complete };
}

export async function readStream(
  sql: Sql,
  { orgId, stream }: StreamPlace,
): Promise<StreamState | undefined> {
  const [row] = await sql.all('select * from streams where org_id = ? and stream = ?', [
    orgId,
    stream,
  ]);
  return row && streamOf(row);
}

/** States of several streams, by name. */
export async function readStreams(
  sql: Sql,
  places: readonly StreamPlace[],
): Promise<ReadonlyMap<string, StreamState>> {
  const found = new Map<string, StreamState>();
  for (const some of powersOfTwo(places)) {
    const { where, values } = atStreams(some);
    const rows = await sql.all(`select * from streams where ${where}`, values);
    for (const row of rows) found.set(textOf(row, 'stream'), streamOf(row));
  }
  return found;
}

/** PULL-4. A device without data (`since` 0) misses no tombstone, wherever the floor is. */
async function requireCursor(
  sql: Sql,
  { orgId, userId }: Actor,
  stream: StreamState,
  { since, epoch, since_at: sinceAt, client }: PullRequest,
): Promise<void> {
  requireEpochOf(stream, epoch);
  const received = client && (await receivedOf(sql, { orgId, clientId: client.clientId, userId }));
  const isLess = received !== undefined && received < (client?.received ?? 0);
  const back = () => wentBack({ epoch: stream.epoch, received });
  if (since > stream.head || isLess) throw back();
  if (since > 0 && since < stream.floor) {
    throw new CairnError(
      refuse('refill', /*i18n*/ 'This device was offline too long and downloads its data again'),
    );
  }
  if (sinceAt === undefined || since === 0) return;
  const at = await writtenAt(sql, stream, since);
  if (at !== undefined && at !== sinceAt) throw back();
}

/** Time at which a version was written, in milliseconds; undefined where the activity log has no entry of it. */
export async function writtenAt(
  sql: Sql,
  { orgId, stream }: StreamPlace,
  v: number,
): Promise<number | undefined> {
  const [row] = await sql.all(
    'select at from activity where org_id = ? and stream = ? and v = ? limit 1',
    [orgId, stream, v],
  );
  return row && numberOf(row, 'at');
}

export function requireEpochOf(stream: StreamState, epoch: string | undefined): void {
  if (epoch === undefined || epoch === stream.epoch) return;
  throw new CairnError(
    refuse('epoch', /*i18n*/ 'The server was restored from a backup', { epoch: stream.epoch }),
  );
}

interface Scan {
  readonly stream: StreamState;
  readonly since: number;
  readonly limit: number;
}

/** A change and the scope whose readers receive it. */
export interface ScopedChange {
  readonly scope: string;
  readonly change: Change;
}

/** Changes of a whole stream, of every scope. Never sent as they are: each reader gets those of their own scopes. */
export interface StreamChanges {
  /** Ordered by version, the newest of each row. */
  readonly changes: readonly ScopedChange[];
  /** Scopes with more changes than fit in an event; theirs are missing. */
  readonly large: ReadonlySet<string>;
}

/**
 * Every change after a version up to the head; undefined when there are too many to be read at once, or when the stream
 * does not continue there.
 */
export type ChangesAfter = (since: number) => Promise<StreamChanges | undefined>;

/**
 * Reads changes of a stream after each of these versions, whose entries are read together: after a bulk change many
 * devices are behind by different versions. `owner` is the organisation user of a personal stream.
 */
export async function readChangesAfter(
  sql: Sql,
  owner: Pick<Actor, 'orgId' | 'orgUserId'>,
  { state, cursors }: { readonly state: StreamState; readonly cursors: readonly number[] },
): Promise<ChangesAfter> {
  const { orgId, stream, head, floor } = state;
  const valid = cursors.filter((since) => since >= floor && since <= head);
  if (valid.length === 0) return () => Promise.resolve(undefined);
  const newest = await sql.all(`${ENTRIES} and v > ? order by v desc limit ?`, [
    orgId,
    stream,
    Math.min(...valid),
    CHUNK,
  ]);
  const end = newest.at(-1);
  // The oldest version of a full chunk may be incomplete.
  const from = end === undefined || newest.length < CHUNK ? floor : numberOf(end, 'v');
  const entries = newest.toReversed();
  return async (since) =>
    since < from || !valid.includes(since)
      ? undefined
      : changesOf(
          sql,
          owner,
          entries.filter((entry) => numberOf(entry, 'v') > since),
        );
}

async function changesOf(
  sql: Sql,
  owner: Pick<Actor, 'orgId' | 'orgUserId'>,
  entries: readonly SqlRow[],
): Promise<StreamChanges> {
  const byScope = Map.groupBy(entries, (entry) => textOf(entry, 'scope'));
  const large = new Set(
    [...byScope].filter(([, some]) => some.length > LIMITS.eventRows).map(([scope]) => scope),
  );
  const readable = entries.filter((entry) => !large.has(textOf(entry, 'scope')));
  const changes: ScopedChange[] = [];
  const rows = await readPuts(sql, owner, readable);
  for (const entry of readable) {
    const change = changeOf(entry, rows);
    if (change !== undefined) changes.push({ scope: textOf(entry, 'scope'), change });
  }
  return { changes, large };
}

interface Scanned {
  readonly entries: readonly SqlRow[];
  readonly next: number;
  readonly examined: ReadonlySet<string>;
}

/** Reads visible entries of whole versions after `since` until the page is full. */
async function scan(
  sql: Sql,
  scopes: Pick<ScopeSet, 'has'>,
  { stream, since, limit }: Scan,
): Promise<Scanned> {
  const entries: SqlRow[] = [];
  const examined = new Set<string>();
  let next = since;
  for (let seen = 0; seen < MOST_SCANNED;) {
    const { rows, last } = await wholeVersions(sql, stream, next);
    for (const [v, version] of Map.groupBy(rows, (row) => numberOf(row, 'v'))) {
      for (const row of version) examined.add(textOf(row, 'scope'));
      const visible = version.filter((row) => scopes.has(textOf(row, 'scope')));
      if (entries.length > 0 && entries.length + visible.length > limit) {
        return { entries, next, examined };
      }
      entries.push(...visible);
      next = v;
    }
    if (last) return { entries, next: stream.head, examined };
    seen += rows.length;
  }
  return { entries, next, examined };
}

const ENTRIES =
  'select tbl, id, scope, v, kind, moved_to from changes where org_id = ? and stream = ?';

/** Reads entries after a version, ordered by version, without an incomplete version at the end. */
async function wholeVersions(
  sql: Sql,
  { orgId, stream }: StreamPlace,
  after: number,
): Promise<{ readonly rows: readonly SqlRow[]; readonly last: boolean }> {
  const rows = await sql.all(`${ENTRIES} and v > ? order by v limit ?`, [
    orgId,
    stream,
    after,
    CHUNK,
  ]);
  const end = rows.at(-1);
  if (end === undefined || rows.length < CHUNK) return { rows, last: true };
  const v = numberOf(end, 'v');
  const whole = rows.filter((row) => numberOf(row, 'v') < v);
  if (whole.length > 0) return { rows: whole, last: false };
  return { rows: await sql.all(`${ENTRIES} and v = ?`, [orgId, stream, v]), last: false };
}

async function withRows(
  sql: Sql,
  actor: Actor,
  entries: readonly SqlRow[],
): Promise<readonly Change[]> {
  const rows = await readPuts(sql, actor, entries);
  return entries.flatMap((entry) => changeOf(entry, rows) ?? []);
}

/** Rows by table and id. */
type RowsByKey = ReadonlyMap<string, RawRow>;

async function readPuts(
  sql: Sql,
  owner: Pick<Actor, 'orgId' | 'orgUserId'>,
  entries: readonly SqlRow[],
): Promise<RowsByKey> {
  const puts = entries.filter((entry) => entry['kind'] === 'put');
  const rows = new Map<string, RawRow>();
  for (const [table, group] of Map.groupBy(puts, (entry) => textOf(entry, 'tbl'))) {
    const ids = group.map((entry) => textOf(entry, 'id'));
    for (const row of await readRows(sql, owner, table, ids)) rows.set(`${table}|${row.id}`, row);
  }
  return rows;
}

/** Undefined for a row that is gone. */
function changeOf(entry: SqlRow, rows: RowsByKey): Change | undefined {
  const [table, id, v] = [textOf(entry, 'tbl'), textOf(entry, 'id'), numberOf(entry, 'v')];
  if (entry['kind'] === 'del') return { kind: 'del', table, id, v };
  if (entry['kind'] === 'moved')
    return { kind: 'moved', table, id, v, to: textOf(entry, 'moved_to') };
  const row = rows.get(`${table}|${id}`);
  return row && { kind: 'put', table, id, v, row };
}

async function readRows(
  sql: Sql,
  actor: Pick<Actor, 'orgId' | 'orgUserId'>,
  table: string,
  ids: readonly string[],
): Promise<readonly RawRow[]> {
  const entity = entityOf(table);
  if (entity === undefined) return [];
  const own = entity.stream === 'user';
  const key = own ? [actor.orgId, actor.orgUserId] : [actor.orgId];
  const found: RawRow[] = [];
  for (const chunk of powersOfTwo(ids)) {
    const rows = await sql.all(
      `select * from ${quoted(table)} where org_id = ?${own ? ' and owner = ?' : ''} and id in (${marks(chunk.length)})`,
      [...key, ...chunk],
    );
    found.push(...rows.map((row) => decodeRow(entity, row)));
  }
  return found;
}
