import type { Entity, RawRow } from '../../model/entities/define-entity.ts';
import { kindOfTable } from '../../model/entities/details.ts';
import { ENTITIES } from '../../model/entities/registry.ts';
import { contentShape, sumsOfContent } from '../../model/entities/row-digest.ts';
import { orgStream, userStream } from '../../model/entities/scopes.ts';
import {
  addSums,
  NO_SUMS,
  subtractSums,
  type Sums,
  sumsOfVersion,
} from '../../model/shared/digest.ts';
import { decodeRow } from './rows.ts';
import { marks, numberOf, quoted, type Sql, type SqlRow, textOf } from './sql.ts';
import type { StreamPlace } from './stream-place.ts';

/**
 * Counts and digests of scopes, kept beside the rows (PULL-8): each write changes them in its own transaction by what
 * it changes, so that a check, the order of a first download and its progress read no rows.
 */

/** Rows of one kind in a scope. */
export interface Tally {
  readonly count: number;
  /** Digest of (id, v). */
  readonly versions: Sums;
  /** Digest of the contents. */
  readonly contents: Sums;
}

export interface ScopeDigest {
  /** Version that last changed the scope, or a higher one. */
  readonly v: number;
  /** Rows that are neither tasks nor details nor numbered. */
  readonly others: Tally;
  readonly tasks: Tally;
  readonly details: Tally;
  /** Number of numbered rows; these are in no digest (WIN-4). */
  readonly numbered: number;
}

export const NO_ROWS: Tally = { count: 0, versions: NO_SUMS, contents: NO_SUMS };
export const NO_DIGEST: ScopeDigest = {
  v: 0,
  others: NO_ROWS,
  tasks: NO_ROWS,
  details: NO_ROWS,
  numbered: 0,
};

/** Count and digests of the rows of two kinds together. */
export function together(one: Tally, other: Tally): Tally {
  return {
    count: one.count + other.count,
    versions: addSums(one.versions, other.versions),
    contents: addSums(one.contents, other.contents),
  };
}

/** Changes of digests in one transaction. */
export class DigestChanges {
  readonly #scopes = new Map<string, PlacedDigest>();

  /** A row as the database has it, and as it is written; undefined: there is none. */
  replace(
    entity: Entity,
    place: StreamPlace,
    before: RawRow | undefined,
    after: RawRow | undefined,
  ) {
    if (before !== undefined) this.#count(entity, place, before, 'removed');
    if (after !== undefined) this.#count(entity, place, after, 'added');
  }

  #count(
    entity: Entity,
    { orgId, stream }: StreamPlace,
    row: RawRow,
    change: 'added' | 'removed',
  ): void {
    const key = `${stream} ${row.scope}`;
    const { scope } = row;
    const known = this.#scopes.get(key) ?? { orgId, stream, scope, digest: NO_DIGEST };
    this.#scopes.set(key, { ...known, digest: counted(known.digest, entity, row, change) });
  }

  /** `versions`: head of each stream after the transaction. */
  async write(sql: Sql, headOf: (stream: string) => number): Promise<void> {
    for (const { orgId, stream, scope, digest } of this.#scopes.values()) {
      await sql.run(ADD, [orgId, stream, scope, ...columnsOf({ ...digest, v: headOf(stream) })]);
    }
  }

  /** Stores them as the whole digests of their scopes, which have none. */
  async store(sql: Sql): Promise<void> {
    for (const { orgId, stream, scope, digest } of this.#scopes.values()) {
      await sql.run(INSERT, [orgId, stream, scope, ...columnsOf(digest)]);
    }
  }

  set({ orgId, stream }: StreamPlace, scope: string, digest: ScopeDigest): void {
    this.#scopes.set(`${stream} ${scope}`, { orgId, stream, scope, digest });
  }

  /** The digest of a scope that was counted completely. */
  of(stream: string, scope: string): ScopeDigest {
    return this.#scopes.get(`${stream} ${scope}`)?.digest ?? NO_DIGEST;
  }
}

interface PlacedDigest extends StreamPlace {
  readonly scope: string;
  readonly digest: ScopeDigest;
}

function counted(
  digest: ScopeDigest,
  entity: Entity,
  row: RawRow,
  change: 'added' | 'removed',
): ScopeDigest {
  const by = change === 'added' ? 1 : -1;
  const v = Math.max(digest.v, row.v);
  if (entity.ranged !== undefined) return { ...digest, v, numbered: digest.numbered + by };
  const kind = kindOfTable(entity.table);
  const add = change === 'added' ? addSums : subtractSums;
  const { count, versions, contents } = digest[kind];
  return {
    ...digest,
    v,
    [kind]: {
      count: count + by,
      versions: add(versions, sumsOfVersion(row)),
      contents: add(contents, sumsOfContent(entity, row)),
    },
  };
}

/** Begin of the columns of each kind. */
const PREFIXES = { others: 'rows', tasks: 'tasks', details: 'details' } as const;
const KINDS = ['others', 'tasks', 'details'] as const;
const PREFIXED = KINDS.map((kind) => PREFIXES[kind]);
const COUNTS = [...PREFIXED, 'numbered'] as const;
const SUMS = PREFIXED.flatMap((name) => ['a', 'b', 'c', 'd'].map((sum) => `${name}_${sum}`));
const COLUMNS = ['v', ...COUNTS, ...SUMS];
const MODULUS = String(2 ** 32);

const INSERT = `insert into scope_digests (org_id, stream, scope, ${COLUMNS.map(quoted).join(', ')}) values (${marks(COLUMNS.length + 3)})`;

const ADD = `${INSERT} on conflict (org_id, stream, scope) do update set v = excluded.v, ${[
  ...COUNTS.map((name) => `${quoted(name)} = scope_digests.${quoted(name)} + excluded.${name}`),
  ...SUMS.map(
    (name) => `${quoted(name)} = (scope_digests.${quoted(name)} + excluded.${name}) % ${MODULUS}`,
  ),
].join(', ')}`;

function columnsOf(digest: ScopeDigest): readonly number[] {
  const tallies = KINDS.map((kind) => digest[kind]);
  return [
    digest.v,
    ...tallies.map(({ count }) => count),
    digest.numbered,
    ...tallies.flatMap(({ versions, contents }) => [...versions, ...contents]),
  ];
}

export function digestOfRow(row: SqlRow): ScopeDigest {
  const tally = (kind: (typeof KINDS)[number]): Tally => {
    const name = PREFIXES[kind];
    const sums = (first: string, second: string): Sums => [
      numberOf(row, `${name}_${first}`),
      numberOf(row, `${name}_${second}`),
    ];
    return { count: numberOf(row, name), versions: sums('a', 'b'), contents: sums('c', 'd') };
  };
  return {
    v: numberOf(row, 'v'),
    others: tally('others'),
    tasks: tally('tasks'),
    details: tally('details'),
    numbered: numberOf(row, 'numbered'),
  };
}

/** Rows read at once. */
const READ = 2_000;

/**
 * Counts every scope anew after an upgrade that changes the fields of rows. Runs in the transaction of the migrations.
 */
export async function refreshScopeDigests(sql: Sql): Promise<void> {
  const mark = `${MARK}${contentShape()}`;
  const known = await sql.all('select name from counters where name = ?', [mark]);
  if (known.length > 0) return;
  await sql.run('delete from scope_digests');
  const changes = new DigestChanges();
  for (const entity of ENTITIES) await countTable(sql, entity, changes);
  await changes.store(sql);
  await sql.run(`delete from counters where name like '${MARK}%'`);
  await sql.run('insert into counters (name, value) values (?, 1)', [mark]);
}

/** Begins the name of the counter that says for which fields all digests were counted. */
const MARK = 'scope_digests ';

async function countTable(sql: Sql, entity: Entity, changes: DigestChanges): Promise<void> {
  const key = entity.stream === 'user' ? ['org_id', 'owner', 'id'] : ['org_id', 'id'];
  const names = key.map(quoted).join(', ');
  let after: readonly string[] = key.map(() => '');
  for (let rows: readonly SqlRow[] | undefined; rows === undefined || rows.length === READ;) {
    rows = await sql.all(
      `select * from ${quoted(entity.table)} where (${names}) > (${marks(key.length)})
       order by ${names} limit ${String(READ)}`,
      after,
    );
    for (const row of rows) {
      const orgId = textOf(row, 'org_id');
      const stream = entity.stream === 'user' ? userStream(textOf(row, 'owner')) : orgStream(orgId);
      changes.replace(entity, { orgId, stream }, undefined, decodeRow(entity, row));
    }
    const last = rows.at(-1);
    if (last !== undefined) after = key.map((name) => textOf(last, name));
  }
}
