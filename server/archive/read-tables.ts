import type { Entity } from '../../model/entities/define-entity.ts';
import { ENTITIES } from '../../model/entities/registry.ts';
import { orgStream, userStream } from '../../model/entities/scopes.ts';
import { decodeRow, textVersionColumn } from '../store/rows.ts';
import { numberOf, quoted, type Sql, type SqlRow, type SqlValue, textOf } from '../store/sql.ts';
import { type FurtherTable, fileName } from './format.ts';
import type { SpooledFile, TableLine } from './spool.ts';

/** Rows read at once. */
const PAGE = 500;

/** Reads of one organisation in one snapshot. */
export interface TableReads {
  readonly sql: Sql;
  readonly orgId: string;
}

/** All rows of an organisation as lines of the archive, table by table, `PAGE` rows in memory. */
export async function* readTables(reads: TableReads): AsyncGenerator<TableLine> {
  for (const [table, read] of Object.entries(READERS)) {
    for await (const line of read(reads)) yield { table, line };
  }
  for (const entity of ENTITIES) {
    for await (const row of rowsOf(reads, entity)) {
      yield { table: entity.table, line: lineOf(entity, row) };
    }
  }
  yield* readContents(reads);
}

function lineOf(entity: Entity, stored: SqlRow): unknown {
  const texts = entity.longTexts.map((field): [string, number] => [
    field,
    numberOf(stored, textVersionColumn(field)),
  ]);
  return {
    row: decodeRow(entity, stored),
    ...(texts.length > 0 && { texts: Object.fromEntries(texts) }),
    ...(entity.stream === 'user' && { owner: textOf(stored, 'owner') }),
  };
}

function rowsOf({ sql, orgId }: TableReads, { table, stream }: Entity): AsyncGenerator<SqlRow> {
  const key = stream === 'user' ? ['owner', 'id'] : ['id'];
  return paged(sql, { from: quoted(table), key, where: { org_id: orgId } });
}

interface Paged {
  readonly from: string;
  /** Columns that identify a row among those that `where` selects; all are texts or integers. */
  readonly key: readonly string[];
  readonly where: Readonly<Record<string, string>>;
  /** A further condition. */
  readonly also?: { readonly text: string; readonly parameters: readonly SqlValue[] };
}

/** Rows in the order of their key. */
export async function* paged(sql: Sql, { from, key, where, also }: Paged): AsyncGenerator<SqlRow> {
  const names = key.map(quoted).join(', ');
  const fixed = Object.keys(where).map((name) => `${quoted(name)} = ?`);
  const conditions = [...fixed, ...(also === undefined ? [] : [also.text])].join(' and ');
  let last: SqlRow | undefined;
  for (;;) {
    const after = last;
    const rows: readonly SqlRow[] = await sql.all(
      `select * from ${from} where ${conditions}
       ${after === undefined ? '' : `and (${names}) > (${key.map(() => '?').join(', ')})`}
       order by ${names} limit ${String(PAGE)}`,
      [
        ...Object.values(where),
        ...(also?.parameters ?? []),
        ...(after === undefined ? [] : key.map((name) => after[name] ?? null)),
      ],
    );
    yield* rows;
    last = rows.at(-1);
    if (last === undefined || rows.length < PAGE) return;
  }
}

/** `file_contents` comes last. */
const READERS: Readonly<
  Record<Exclude<FurtherTable, 'file_contents'>, (reads: TableReads) => AsyncGenerator<unknown>>
> = {
  accounts: readAccounts,
  streams: readStreams,
  erased_rows: readErased,
  activity: readActivity,
  task_seen: readSeen,
  mail_digests: readDigests,
  person_erasures: readErasures,
  erasures: readBegunErasures,
  security_log: readSecurity,
};

/** Accounts of the people who have joined. No password, factor, session or token. */
async function* readAccounts({ sql, orgId }: TableReads): AsyncGenerator<unknown> {
  const from = `(select distinct u.id, u.email, u.display_name, u.phone_number, u.language, u.created_at
     from users u join org_users o on o."user" = u.id and o.joined = 1 and o.org_id = ?) a`;
  let after = '';
  for (;;) {
    const rows = await sql.all(
      `select * from ${from} where a.id > ? order by a.id limit ${String(PAGE)}`,
      [orgId, after],
    );
    yield* rows;
    const last = rows.at(-1);
    if (last === undefined || rows.length < PAGE) return;
    after = textOf(last, 'id');
  }
}

/** The streams of the organisation and its people; `person` is null for the former. */
async function streamsOf({
  sql,
  orgId,
}: TableReads): Promise<readonly { stream: string; person: string | null; head: number }[]> {
  const rows = await sql.all('select stream, head from streams where org_id = ? order by stream', [
    orgId,
  ]);
  const own = userStream('');
  return rows.map((row) => {
    const stream = textOf(row, 'stream');
    const person = stream.startsWith(own) ? stream.slice(own.length) : null;
    return { stream, person, head: numberOf(row, 'head') };
  });
}

async function* readStreams(reads: TableReads): AsyncGenerator<unknown> {
  for (const { person, head } of await streamsOf(reads)) yield { person, head };
}

async function* readErased(reads: TableReads): AsyncGenerator<unknown> {
  for (const { stream, person } of await streamsOf(reads)) {
    const rows = paged(reads.sql, {
      from: 'changes',
      key: ['tbl', 'id', 'scope'],
      where: { org_id: reads.orgId, stream },
      also: { text: "kind = 'del'", parameters: [] },
    });
    for await (const { tbl: table, id, scope, v } of rows) yield { person, table, id, scope, v };
  }
}

async function* readActivity(reads: TableReads): AsyncGenerator<unknown> {
  for (const { stream, person } of await streamsOf(reads)) {
    const rows = paged(reads.sql, {
      from: 'activity',
      key: ['tbl', 'row_id', 'v', 'field'],
      where: { org_id: reads.orgId, stream },
    });
    for await (const row of rows) {
      const { v, tbl: table, row_id, field, org_user: by, at, claimed_at, old, new: next } = row;
      yield { person, v, table, row: row_id, field, by, at, claimed_at, old, new: next };
    }
  }
}

async function* readSeen({ sql, orgId }: TableReads): AsyncGenerator<unknown> {
  const [stream] = await sql.all('select epoch from streams where org_id = ? and stream = ?', [
    orgId,
    orgStream(orgId),
  ]);
  if (stream === undefined) return;
  const rows = paged(sql, {
    from: 'task_seen',
    key: ['task', 'person'],
    where: { org_id: orgId, epoch: textOf(stream, 'epoch') },
  });
  for await (const { task, person, v } of rows) yield { task, person, v };
}

async function* readDigests({ sql, orgId }: TableReads): AsyncGenerator<unknown> {
  const rows = paged(sql, { from: 'mail_digests', key: ['user_id'], where: { org_id: orgId } });
  for await (const { user_id: account, digest, reminders, time_zone, next_at } of rows) {
    yield { account, digest, reminders, time_zone, next_at };
  }
}

async function* readErasures({ sql, orgId }: TableReads): AsyncGenerator<unknown> {
  const rows = paged(sql, { from: 'person_erasures', key: ['person'], where: { org_id: orgId } });
  for await (const { org_id: _org, ...rest } of rows) yield rest;
}

/** Those of the activity log begin again at its first version. */
async function* readBegunErasures({ sql, orgId }: TableReads): AsyncGenerator<unknown> {
  const rows = paged(sql, { from: 'erasures', key: ['kind', 'id'], where: { org_id: orgId } });
  for await (const { kind, id } of rows) {
    if (kind === 'project' || kind === 'workspace') yield { kind, id };
  }
}

async function* readSecurity({ sql, orgId }: TableReads): AsyncGenerator<unknown> {
  for await (const row of paged(sql, {
    from: 'security_log',
    key: ['id'],
    where: { org_id: orgId },
  })) {
    const { org_id: _org, user_id: account, org_user: person, ...rest } = row;
    yield { ...rest, account, person };
  }
}

async function* readContents({ sql, orgId }: TableReads): AsyncGenerator<TableLine> {
  let n = 0;
  const key = ['file', 'variant'];
  for await (const row of paged(sql, { from: 'file_contents', key, where: { org_id: orgId } })) {
    n += 1;
    const { org_id: _org, name: _name, ...rest } = row;
    const entry = fileName(n);
    yield { table: 'file_contents', line: { entry, ...rest }, file: spooledFile(row, entry) };
  }
}

/** A row of `file_contents` as an entry of an archive. */
export function spooledFile(row: SqlRow, entry: string): SpooledFile {
  return {
    entry,
    object: textOf(row, 'name'),
    size: numberOf(row, 'size'),
    digest: textOf(row, 'digest'),
  };
}
