import { entitiesOfScope } from './readable-scopes.ts';
import { marks, numberOf, quoted, type Sql, textOf } from '../store/sql.ts';
import { decodeRow } from '../store/rows.ts';
import { DigestChanges, digestOfRow, type ScopeDigest } from '../store/scope-digests.ts';
import type { StreamPlace } from '../store/stream-place.ts';
import type { RawRow } from '../../model/entities/define-entity.ts';
import type { Actor } from '../../model/permissions/actor.ts';
import { powersOfTwo } from '../writer/batch-sql.ts';
import { type DetailsOnly, entitiesToSend, placeOf, readScopeRows } from './scope-pages.ts';

/** From this number of scopes on all digests of the stream are read, and those of other scopes dropped. */
const MOST_NAMED = 256;

/** Kept digests of these scopes; those without rows are missing. Reads no rows. */
export async function readDigests(
  sql: Sql,
  { orgId, stream }: StreamPlace,
  { scopes, since = -1 }: { readonly scopes: readonly string[]; readonly since?: number },
): Promise<ReadonlyMap<string, ScopeDigest>> {
  const found = new Map<string, ScopeDigest>();
  if (scopes.length > MOST_NAMED) {
    const wanted = new Set(scopes);
    const rows = await sql.all(
      'select * from scope_digests where org_id = ? and stream = ? and v > ?',
      [orgId, stream, since],
    );
    for (const row of rows) {
      if (wanted.has(textOf(row, 'scope'))) found.set(textOf(row, 'scope'), digestOfRow(row));
    }
    return found;
  }
  for (const some of powersOfTwo(scopes)) {
    const rows = await sql.all(
      `select * from scope_digests where org_id = ? and stream = ? and scope in (${marks(some.length)}) and v > ?`,
      [orgId, stream, ...some, since],
    );
    for (const row of rows) found.set(textOf(row, 'scope'), digestOfRow(row));
  }
  return found;
}

interface Place {
  readonly actor: Actor;
  readonly stream: string;
  readonly scope: string;
}

/** The same, computed from all rows of the scope. */
export async function countScope(sql: Sql, { actor, stream, scope }: Place): Promise<ScopeDigest> {
  const counted = new DigestChanges();
  for (const entity of entitiesOfScope(scope)) {
    const { where, values } = placeOf(entity, actor, scope);
    const rows = await sql.all(`select * from ${quoted(entity.table)} where ${where}`, values);
    for (const row of rows) {
      counted.replace(entity, { orgId: actor.orgId, stream }, undefined, decodeRow(entity, row));
    }
  }
  return counted.of(stream, scope);
}

/** Rows read at once. */
const READ = 2_000;

/** The digest of details alone: those that `only` lets a fill contain, as the fill reads them. */
export async function countDetails(
  sql: Sql,
  { actor, stream, scope, only }: Place & { readonly only: DetailsOnly },
): Promise<ScopeDigest> {
  const counted = new DigestChanges();
  for (const entity of entitiesToSend(scope, 'details', only)) {
    for (let after: string | undefined = ''; after !== undefined;) {
      const part = { actor, scope, after, limit: READ, only };
      const rows: readonly RawRow[] = await readScopeRows(sql, entity, part);
      for (const row of rows) {
        counted.replace(entity, { orgId: actor.orgId, stream }, undefined, row);
      }
      after = rows.length === READ ? rows.at(-1)?.id : undefined;
    }
  }
  return counted.of(stream, scope);
}

/** Replaces a kept digest by one computed from all rows. The transaction has locked the stream. */
export async function recountScope(sql: Sql, place: Place): Promise<void> {
  const { actor, stream, scope } = place;
  const { orgId } = actor;
  const [state] = await sql.all('select head from streams where org_id = ? and stream = ?', [
    orgId,
    stream,
  ]);
  if (state === undefined) return;
  await sql.run('delete from scope_digests where org_id = ? and stream = ? and scope = ?', [
    orgId,
    stream,
    scope,
  ]);
  const counted = new DigestChanges();
  const digest = await countScope(sql, place);
  counted.set({ orgId, stream }, scope, { ...digest, v: numberOf(state, 'head') });
  await counted.store(sql);
}
