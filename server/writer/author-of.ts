import { orgStream } from '../../model/entities/scopes.ts';
import { type Sql, textOf } from '../store/sql.ts';

interface FieldKey {
  readonly orgId: string;
  readonly table: string;
  readonly id: string;
  /** `*`: the row itself. */
  readonly field: string;
}

/** The person who last changed a field, for example who deleted a row; empty when the activity log has no entry. */
export async function authorOf(sql: Sql, { orgId, table, id, field }: FieldKey): Promise<string> {
  const [row] = await sql.all(
    `select org_user from activity where org_id = ? and stream = ? and tbl = ? and row_id = ? and field = ? order by v desc limit 1`,
    [orgId, orgStream(orgId), table, id, field],
  );
  return row === undefined ? '' : textOf(row, 'org_user');
}
