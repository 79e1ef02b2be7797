import { ENTITIES } from '../../model/entities/registry.ts';
import { throwAway } from '../files/file-sql.ts';
import { addErasedWrites } from '../store/erased-writes.ts';
import { numberOf, quoted, type Sql, textOf } from '../store/sql.ts';

/** Rows of one table that belong to an organisation. `where` has one parameter: its id. */
export interface OrganizationRows {
  readonly table: string;
  /** Columns of the primary key. */
  readonly key: readonly string[];
  readonly where: string;
}

const OF_ORGANIZATION = 'org_id = ?';

/** Ways in and out, removed first: nothing is sent for an organisation that is being erased, and nobody joins it. */
export const OUTLETS: readonly OrganizationRows[] = [
  ...keyed(
    ['digest'],
    [
      'invitation_links',
      'one_time_tokens',
      'api_tokens',
      'organization_tokens',
      'former_token_secrets',
      'calendar_feeds',
      'socket_tickets',
      'retry_keys',
      'sso_attempts',
    ],
  ),
  ...keyed(['org_id', 'id'], ['webhook_deliveries', 'webhooks']),
  ...keyed(['org_id', 'user_id'], ['mail_digests']),
  ...keyed(['org_id', 'digest'], ['sso_logouts']),
  ...keyed(['org_id', 'domain'], ['sso_domains']),
  ...keyed(['org_id'], ['sso_providers', 'sign_in_rules']),
  {
    table: 'mail_queue',
    key: ['id'],
    where: `invitation like (? || '/%')`,
  },
];

/** Rows with objects in the storage of files. */
export const WITH_BYTES: readonly OrganizationRows[] = [
  ...keyed(['org_id', 'file', 'n'], ['file_parts']),
  ...keyed(['org_id', 'file', 'variant'], ['file_contents']),
];

/** Everything else, in an order in which the rows that others are found by come after those. */
export const ROWS: readonly OrganizationRows[] = [
  ...ENTITIES.filter(({ table }) => table !== 'org_users').map(({ table, stream }) => ({
    table,
    key: stream === 'user' ? ['org_id', 'owner', 'id'] : ['org_id', 'id'],
    where: OF_ORGANIZATION,
  })),
  ...keyed(['org_id'], ['file_usage']),
  ...keyed(['org_id', 'session_id'], ['device_cursors', 'device_holdings']),
  ...keyed(['org_id', 'task', 'person'], ['task_seen']),
  ...keyed(['digest', 'user_id', 'org_id'], ['unsent_reports']),
  ...keyed(['org_id', 'person'], ['person_erasures']),
  ...keyed(['org_id', 'target', 'id'], ['security_forwards']),
  ...keyed(['org_id', 'id'], ['security_log', 'unused_files']),
  ...keyed(['org_id', 'client_id', 'seq'], ['verdicts', 'settled_keys']),
  ...keyed(['org_id', 'client_id'], ['clients']),
  ...keyed(['org_id', 'stream', 'tbl', 'row_id', 'v', 'field'], ['activity']),
  ...keyed(['org_id', 'stream', 'tbl', 'id', 'scope'], ['changes']),
  ...keyed(['org_id', 'stream', 'scope'], ['scope_digests']),
  ...keyed(['org_id', 'stream'], ['streams']),
  // The note of the erasure itself stays until all else is gone.
  ...keyed(['org_id', 'kind', 'id'], ['erasures'], `kind <> 'organization' and org_id = ?`),
];

function keyed(
  key: readonly string[],
  tables: readonly string[],
  where = OF_ORGANIZATION,
): readonly OrganizationRows[] {
  return tables.map((table) => ({ table, key, where }));
}

/** Deletes at most `limit` rows of the organisation; returns their number. Writes of removed streams stay counted. */
export async function deleteSome(
  sql: Sql,
  { table, key, where }: OrganizationRows,
  { orgId, limit }: { readonly orgId: string; readonly limit: number },
): Promise<number> {
  const columns = key.map(quoted).join(', ');
  const statement = `delete from ${quoted(table)} where ${where} and (${columns}) in
     (select ${columns} from ${quoted(table)} where ${where} limit ${String(limit)})`;
  if (table !== 'streams') return sql.run(statement, [orgId, orgId]);
  const removed = await sql.all(`${statement} returning head`, [orgId, orgId]);
  if (removed.length > 0) {
    await addErasedWrites(
      sql,
      removed.reduce((sum, row) => sum + numberOf(row, 'head'), 0),
    );
  }
  return removed.length;
}

/** The same for rows with objects, which the sweep of files then removes from the storage. `at`: milliseconds. */
export async function deleteSomeWithBytes(
  sql: Sql,
  { table, key, where }: OrganizationRows,
  { orgId, limit, at }: { readonly orgId: string; readonly limit: number; readonly at: number },
): Promise<number> {
  const columns = key.map(quoted).join(', ');
  const found = await sql.all(
    `select name from ${quoted(table)} where ${where} order by ${columns} limit ${String(limit)}`,
    [orgId],
  );
  const names = found.map((row) => textOf(row, 'name'));
  for (const name of names) {
    await sql.run(`delete from ${quoted(table)} where ${where} and name = ?`, [orgId, name]);
  }
  await throwAway(sql, { names, at });
  return names.length;
}
