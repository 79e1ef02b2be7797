import type { RawRow } from '../../model/entities/define-entity.ts';
import { entityOf } from '../../model/entities/registry.ts';
import { userStream } from '../../model/entities/scopes.ts';
import { decodeRow } from '../store/rows.ts';
import { marks, numberOf, quoted, type Sql, type SqlRow, textOf } from '../store/sql.ts';
import { atStreams, type StreamPlace } from '../store/stream-place.ts';
import { readStream } from '../sync/pull.ts';
import { powersOfTwo } from '../writer/batch-sql.ts';
import type { CommittedChange, CommittedVersion, StreamState } from '../writer/writer-types.ts';

/** Versions that are read at once at most; a longer gap is pulled by each device. */
const MOST_VERSIONS = 256;
/** Changed rows that are read at once at most. */
const MOST_CHANGES = 1_000;

/** The versions after another one up to the head; `undefined` when they cannot be published from memory. */
export interface StoredVersions {
  readonly head: number;
  readonly versions: readonly CommittedVersion[] | undefined;
}

/**
 * Reads the versions of a stream after `since` in the form in which a commit of this process publishes them (PULL-7).
 * A row that several of them have changed appears in the last of them, as in a pull. Undefined without the stream.
 */
export async function readVersions(
  sql: Sql,
  place: StreamPlace,
  since: number,
): Promise<StoredVersions | undefined> {
  const state = await readStream(sql, place);
  if (state === undefined) return undefined;
  const { orgId, stream, head } = state;
  const count = head - since;
  if (count > MOST_VERSIONS || since < state.floor) return { head, versions: undefined };
  const entries = await sql.all(
    `select tbl, id, scope, v, kind, moved_to from changes
     where org_id = ? and stream = ? and v > ? and v <= ? order by v limit ?`,
    [orgId, stream, since, head, MOST_CHANGES + 1],
  );
  if (entries.length > MOST_CHANGES) return { head, versions: undefined };
  const rows = await readRows(sql, state, entries);
  const changes = Map.groupBy(entries, (entry) => numberOf(entry, 'v'));
  const times = await readTimes(sql, state, since);
  const versions = Array.from({ length: Math.max(0, count) }, (_, index): CommittedVersion => {
    const v = since + index + 1;
    const own = (changes.get(v) ?? []).flatMap((entry) => changeOf(entry, rows));
    return { ...state, v, at: times.get(v), changes: own };
  });
  return { head, versions: hidesNewConversation(versions) ? undefined : versions };
}

/** Newest versions of streams, by stream. */
export async function readHeads(
  sql: Sql,
  places: readonly StreamPlace[],
): Promise<ReadonlyMap<string, number>> {
  const heads = new Map<string, number>();
  for (const chunk of powersOfTwo(places)) {
    const { where, values } = atStreams(chunk);
    const found = await sql.all(`select stream, head from streams where ${where}`, values);
    for (const row of found) heads.set(textOf(row, 'stream'), numberOf(row, 'head'));
  }
  return heads;
}

/**
 * A conversation becomes visible with its first row (recent.ts). When later messages were read together with it, its
 * row no longer tells.
 */
function hidesNewConversation(versions: readonly CommittedVersion[]): boolean {
  if (versions.length < 2) return false;
  return versions.some(({ changes }) =>
    changes.some(
      (change) =>
        change.kind === 'put' &&
        change.table === 'conversations' &&
        Number(change.row['last_seq']) < 2 + versions.length,
    ),
  );
}

async function readTimes(
  sql: Sql,
  { orgId, stream }: StreamPlace,
  since: number,
): Promise<ReadonlyMap<number, number>> {
  const rows = await sql.all(
    'select v, min(at) as at from activity where org_id = ? and stream = ? and v > ? group by v',
    [orgId, stream, since],
  );
  return new Map(rows.map((row) => [numberOf(row, 'v'), numberOf(row, 'at')]));
}

async function readRows(
  sql: Sql,
  { stream, orgId }: StreamState,
  entries: readonly SqlRow[],
): Promise<ReadonlyMap<string, RawRow>> {
  const puts = entries.filter((entry) => entry['kind'] === 'put');
  const found = new Map<string, RawRow>();
  for (const [table, some] of Map.groupBy(puts, (entry) => textOf(entry, 'tbl'))) {
    const entity = entityOf(table);
    if (entity === undefined) continue;
    const own = entity.stream === 'user';
    const key = own ? [orgId, stream.slice(userStream('').length)] : [orgId];
    for (const ids of powersOfTwo(some.map((entry) => textOf(entry, 'id')))) {
      const rows = await sql.all(
        `select * from ${quoted(table)}
         where org_id = ?${own ? ' and owner = ?' : ''} and id in (${marks(ids.length)})`,
        [...key, ...ids],
      );
      for (const row of rows.map((one) => decodeRow(entity, one)))
        found.set(`${table}|${row.id}`, row);
    }
  }
  return found;
}

function changeOf(entry: SqlRow, rows: ReadonlyMap<string, RawRow>): readonly CommittedChange[] {
  const [table, id, scope] = [textOf(entry, 'tbl'), textOf(entry, 'id'), textOf(entry, 'scope')];
  if (entry['kind'] === 'del') return [{ kind: 'del', table, scope, id }];
  if (entry['kind'] === 'moved') {
    return [{ kind: 'moved', table, scope, id, to: textOf(entry, 'moved_to') }];
  }
  const row = rows.get(`${table}|${id}`);
  return row === undefined ? [] : [{ kind: 'put', table, scope, row }];
}
