import type { Entity, RawRow } from '../../model/entities/define-entity.ts';
import { ENTITIES } from '../../model/entities/registry.ts';
import { inboxScope, orgStream } from '../../model/entities/scopes.ts';
import { readScopes } from '../sync/readable-scopes.ts';
import { decodeRow } from '../store/rows.ts';
import { quoted, type Sql, type SqlRow, type SqlValue } from '../store/sql.ts';
import type { OwnOrganization } from './own-account.ts';
import { paged, spooledFile } from './read-tables.ts';
import { holdsPeople } from './renumber.ts';
import type { TableLine } from './spool.ts';

/** Rows of an organisation that name a person and that they may read now, table by table. */
export async function* ownRows(sql: Sql, organization: OwnOrganization): AsyncGenerator<TableLine> {
  const { orgId, name, orgUserId, actor } = organization;
  const folder = `organization-${orgId}`;
  const [person] = await sql.all('select * from org_users where org_id = ? and id = ?', [
    orgId,
    orgUserId,
  ]);
  yield { table: `${folder}/person`, line: { organization: name, ...person } };
  const scopes = new Set(actor && (await readScopes(sql, actor, orgStream(orgId))));
  const hidden: { readonly table: string; readonly rows: number }[] = [];
  for (const entity of ENTITIES) {
    const table = `${folder}/${entity.table}`;
    let unread = 0;
    for await (const row of rowsNaming(sql, entity, organization)) {
      // Personal rows have no other readers; they stay the person's after their access has ended.
      if (entity.stream === 'user' || scopes.has(row.scope)) {
        const file = await fileOf(sql, orgId, entity, row);
        yield { table, line: row, ...(file !== undefined && { file }) };
      } else unread += 1;
    }
    if (unread > 0) hidden.push({ table: entity.table, rows: unread });
  }
  const activity = paged(sql, {
    from: 'activity',
    key: ['tbl', 'row_id', 'v', 'field'],
    where: { org_id: orgId, stream: orgStream(orgId), org_user: orgUserId },
  });
  for await (const { tbl, row_id, field, at, claimed_at } of activity) {
    yield { table: `${folder}/activity`, line: { table: tbl, row: row_id, field, at, claimed_at } };
  }
  for (const line of hidden) yield { table: `${folder}/not-included`, line };
}

async function* rowsNaming(
  sql: Sql,
  entity: Entity,
  { orgId, orgUserId }: OwnOrganization,
): AsyncGenerator<RawRow> {
  const isPersonal = entity.stream === 'user';
  const found = paged(sql, {
    from: quoted(entity.table),
    key: ['id'],
    where: { org_id: orgId, ...(isPersonal && { owner: orgUserId }) },
    ...(!isPersonal && { also: naming(entity, orgUserId) }),
  });
  for await (const stored of found) yield decodeRow(entity, stored);
}

/** In a list or record, people are texts of JSON. */
function naming(
  entity: Entity,
  orgUserId: string,
): { readonly text: string; readonly parameters: readonly SqlValue[] } {
  const people = Object.entries(entity.columns).filter(([name]) => holdsPeople(entity, name));
  const conditions = people.map(([name, kind]) =>
    kind === 'json'
      ? { text: `${quoted(name)} like ?`, parameter: `%"${orgUserId}"%` }
      : { text: `${quoted(name)} = ?`, parameter: orgUserId },
  );
  const all = [...conditions, { text: 'scope = ?', parameter: inboxScope(orgUserId) }];
  return {
    text: `(${all.map(({ text }) => text).join(' or ')})`,
    parameters: all.map(({ parameter }) => parameter),
  };
}

/** Bytes of a file that the person added. */
async function fileOf(
  sql: Sql,
  orgId: string,
  { table }: Entity,
  row: RawRow,
): Promise<TableLine['file']> {
  if (table !== 'files') return undefined;
  const [stored]: readonly SqlRow[] = await sql.all(
    "select * from file_contents where org_id = ? and file = ? and variant = 'full'",
    [orgId, row.id],
  );
  if (stored === undefined) return undefined;
  return spooledFile(stored, `files/${row.id}-${safeName(String(row['name']))}`);
}

/** A name that no program takes for a path. */
function safeName(name: string): string {
  const safe = name.replaceAll(/[^\p{L}\p{N}._ -]/gu, '_').replace(/^\.+/, '_');
  return safe.slice(-80);
}
