import type { Entity } from '../../model/entities/define-entity.ts';
import { ADVISORY_LOCKS } from '../store/advisory-locks.ts';
import type { Database } from '../store/database.ts';
import {
  decodeRow,
  deriveColumns,
  derivedColumns,
  encodeRow,
  textVersionColumn,
} from '../store/rows.ts';
import {
  marks,
  numberOf,
  quoted,
  type Sql,
  type SqlRow,
  type SqlValue,
  textOf,
} from '../store/sql.ts';
import { atStreams, type StreamPlace } from '../store/stream-place.ts';
import type { RowPlace, SerialCounter, Stored, StreamState } from './writer-types.ts';

/** The newest entry of a row in a scope (PULL-2). */
export interface ChangeEntry extends StreamPlace {
  readonly table: string;
  readonly id: string;
  readonly scope: string;
  readonly v: number;
  readonly kind: 'put' | 'del' | 'moved';
  readonly movedTo: string | null;
}

/** One overwritten field (WRITE-5). Values are JSON; `field` is empty for a new row, `*` for a removed one. */
export interface ActivityEntry extends StreamPlace {
  readonly v: number;
  readonly table: string;
  readonly rowId: string;
  readonly field: string;
  readonly orgUser: string;
  readonly at: number;
  readonly claimedAt: number | null;
  readonly old: string | null;
  readonly new: string | null;
}

/** Values to erase from the activity log of a deleted row (decision 0039). */
export interface Erasure extends StreamPlace {
  readonly table: string;
  readonly rowId: string;
  readonly fields: readonly string[];
  /** The version that deleted it: a row created again under the same id keeps its log from then on. */
  readonly upTo: number;
}

/** A row to be written; without `stored` it is deleted. */
export interface RowWrite {
  readonly entity: Entity;
  readonly place: RowPlace;
  readonly id: string;
  readonly stored: Stored | undefined;
}

/** Waits until no other process uses limits; SQLite has one writer. Locks until the end of the transaction. */
export async function lockLimits(sql: Sql, kind: 'sqlite' | 'postgres'): Promise<void> {
  if (kind === 'postgres') {
    await sql.all(`select pg_advisory_xact_lock(${ADVISORY_LOCKS.limits})`);
  }
}

/**
 * Reads the streams and, on PostgreSQL, locks them in sorted order: the lock is the order of commits. With
 * `byOrganization` each statement locks those of one organisation, because a lock works on one machine only.
 */
export async function lockStreams(
  { writer, kind }: Pick<Database, 'writer' | 'kind'>,
  places: readonly StreamPlace[],
  byOrganization: boolean,
): Promise<readonly StreamState[]> {
  const lock = kind === 'postgres' ? ' for update' : '';
  const sorted = places.toSorted(byKey);
  const groups = byOrganization ? Map.groupBy(sorted, ({ orgId }) => orgId).values() : [sorted];
  const found: StreamState[] = [];
  for (const group of groups) {
    for (const chunk of powersOfTwo(group)) {
      const { where, values } = atStreams(chunk);
      const rows = await writer.all(
        `select * from streams where ${where} order by org_id, stream${lock}`,
        values,
      );
      found.push(...rows.map((row) => streamOf(row)));
    }
  }
  return found;
}

/** The order of the database: by bytes. */
function byKey(left: StreamPlace, right: StreamPlace): number {
  return compare(left.orgId, right.orgId) || compare(left.stream, right.stream);
}

function compare(left: string, right: string): number {
  if (left === right) return 0;
  return left < right ? -1 : 1;
}

export function streamOf(row: SqlRow): StreamState {
  return {
    stream: textOf(row, 'stream'),
    orgId: textOf(row, 'org_id'),
    epoch: textOf(row, 'epoch'),
    head: numberOf(row, 'head'),
    floor: numberOf(row, 'floor'),
  };
}

/** Reads the existing rows of these ids. */
export async function readStored(
  sql: Sql,
  entity: Entity,
  place: RowPlace,
  ids: readonly string[],
): Promise<readonly Stored[]> {
  const own = entity.stream === 'user';
  const key = own ? [place.orgId, place.owner ?? ''] : [place.orgId];
  const found: SqlRow[] = [];
  for (const chunk of powersOfTwo(ids)) {
    const rows = await sql.all(
      `select * from ${quoted(entity.table)} where org_id = ?${own ? ' and owner = ?' : ''} and id in (${marks(chunk.length)})`,
      [...key, ...chunk],
    );
    found.push(...rows);
  }
  return found.map((row) => {
    const versions = entity.longTexts.map((field): [string, number] => [
      field,
      numberOf(row, textVersionColumn(field)),
    ]);
    return {
      row: entity.parse(decodeRow(entity, row)),
      textVersions: Object.fromEntries(versions),
    };
  });
}

export async function writeRows(sql: Sql, writes: readonly RowWrite[]): Promise<void> {
  const byEntity = Map.groupBy(writes, (write) => write.entity);
  for (const [entity, group] of byEntity) {
    const own = entity.stream === 'user';
    const key = own ? ['org_id', 'owner', 'id'] : ['org_id', 'id'];
    const texts = entity.longTexts.map((field) => textVersionColumn(field));
    const fields = Object.keys(entity.columns);
    const columns = [...key, 'scope', 'v', ...fields, ...texts, ...derivedColumns(entity)];
    const kept = group.filter((write) => write.stored !== undefined);
    await upsert(
      sql,
      { table: entity.table, columns, key },
      kept.map((write) => valuesOf(write, columns)),
    );
    for (const write of group) {
      if (write.stored !== undefined) continue;
      await sql.run(
        `delete from ${quoted(entity.table)} where ${key.map((name) => `${name} = ?`).join(' and ')}`,
        own
          ? [write.place.orgId, write.place.owner ?? '', write.id]
          : [write.place.orgId, write.id],
      );
    }
  }
}

export async function writeChanges(sql: Sql, entries: readonly ChangeEntry[]): Promise<void> {
  await upsert(
    sql,
    {
      table: 'changes',
      columns: ['org_id', 'stream', 'tbl', 'id', 'scope', 'v', 'kind', 'moved_to'],
      key: ['org_id', 'stream', 'tbl', 'id', 'scope'],
    },
    entries.map((entry) => [
      entry.orgId,
      entry.stream,
      entry.table,
      entry.id,
      entry.scope,
      entry.v,
      entry.kind,
      entry.movedTo,
    ]),
  );
}

export async function writeActivity(sql: Sql, entries: readonly ActivityEntry[]): Promise<void> {
  await insert(
    sql,
    'activity',
    [
      'org_id',
      'stream',
      'v',
      'tbl',
      'row_id',
      'field',
      'org_user',
      'at',
      'claimed_at',
      'old',
      'new',
    ],
    entries.map((entry) => [
      entry.orgId,
      entry.stream,
      entry.v,
      entry.table,
      entry.rowId,
      entry.field,
      entry.orgUser,
      entry.at,
      entry.claimedAt,
      entry.old,
      entry.new,
    ]),
  );
}

/** Erases values from the activity log; author, field and time stay. */
export async function eraseActivity(sql: Sql, erasures: readonly Erasure[]): Promise<void> {
  for (const { orgId, stream, table, rowId, fields, upTo } of erasures) {
    await sql.run(
      `update activity set old = null, new = null
       where org_id = ? and stream = ? and tbl = ? and row_id = ? and v <= ? and field in (${marks(fields.length)})`,
      [orgId, stream, table, rowId, upTo, ...fields],
    );
  }
}

/**
 * Updates only the head of an existing stream: maintenance writes its epoch and floor (server/writer/maintenance.ts).
 */
export async function writeStreams(sql: Sql, streams: readonly StreamState[]): Promise<void> {
  await upsert(
    sql,
    {
      table: 'streams',
      columns: ['org_id', 'stream', 'epoch', 'head', 'floor'],
      key: ['org_id', 'stream'],
      updates: ['head'],
    },
    streams.map(({ stream, orgId, epoch, head, floor }) => [orgId, stream, epoch, head, floor]),
  );
}

export async function claimSerial(sql: Sql, counter: SerialCounter): Promise<string> {
  const [serial = ''] = await claimSerials(sql, counter, 1);
  return serial;
}

/** The next numbers of a counter, ascending. */
export async function claimSerials(
  sql: Sql,
  counter: SerialCounter,
  count: number,
): Promise<readonly string[]> {
  const [row] = await sql.all(
    `insert into counters (name, value) values (?, ?)
     on conflict (name) do update set value = counters.value + excluded.value returning value`,
    [counter, count],
  );
  if (row === undefined) throw new Error(`Counter ${counter} gave nothing`);
  const first = numberOf(row, 'value') - count + 1;
  return Array.from({ length: count }, (_, index) => String(first + index));
}

/** Inserts many rows in few statements. */
export async function insert(
  sql: Sql,
  table: string,
  columns: readonly string[],
  rows: readonly (readonly SqlValue[])[],
): Promise<void> {
  const head = `insert into ${quoted(table)} (${columns.map(quoted).join(', ')}) values `;
  for (const chunk of powersOfTwo(rows))
    await sql.run(head + valueMarks(chunk.length, columns.length), chunk.flat());
}

interface UpsertTarget {
  readonly table: string;
  readonly columns: readonly string[];
  readonly key: readonly string[];
  /** Columns to update in an existing row; all but the key when missing. */
  readonly updates?: readonly string[];
}

/** Writes many rows in few statements, replacing existing ones. */
export async function upsert(
  sql: Sql,
  { table, columns, key, updates = columns }: UpsertTarget,
  rows: readonly (readonly SqlValue[])[],
): Promise<void> {
  const head = `insert into ${quoted(table)} (${columns.map(quoted).join(', ')}) values `;
  const sets = updates
    .filter((name) => !key.includes(name))
    .map((name) => `${quoted(name)} = excluded.${quoted(name)}`);
  const tail = ` on conflict (${key.map(quoted).join(', ')}) do update set ${sets.join(', ')}`;
  for (const chunk of powersOfTwo(rows)) {
    await sql.run(head + valueMarks(chunk.length, columns.length) + tail, chunk.flat());
  }
}

function valuesOf(write: RowWrite, columns: readonly string[]): readonly SqlValue[] {
  const { entity, place, stored } = write;
  if (stored === undefined) return [];
  const texts = entity.longTexts.map((field): [string, number] => [
    textVersionColumn(field),
    stored.textVersions[field] ?? stored.row.v,
  ]);
  const all: Readonly<Record<string, SqlValue>> = {
    ...encodeRow(entity, stored.row),
    ...deriveColumns(entity, stored.row),
    ...Object.fromEntries(texts),
    org_id: place.orgId,
    owner: place.owner ?? null,
  };
  return columns.map((name) => all[name] ?? null);
}

function valueMarks(rows: number, columns: number): string {
  const one = `(${marks(columns)})`;
  return Array.from({ length: rows }, () => one).join(', ');
}

const LARGEST_CHUNK = 128;

/** Splits a list into chunks of 128, 64, 32 ... 1, so that only eight texts of each statement have to be prepared. */
export function powersOfTwo<T>(items: readonly T[]): readonly (readonly T[])[] {
  const chunks: T[][] = [];
  let start = 0;
  for (let size = LARGEST_CHUNK; size >= 1; size /= 2) {
    while (items.length - start >= size) {
      chunks.push(items.slice(start, start + size));
      start += size;
    }
  }
  return chunks;
}
