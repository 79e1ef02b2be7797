import type { FieldsOfRow } from '../../model/mutations/define-mutation.ts';
import { orgStream } from '../../model/entities/scopes.ts';
import type { Actor } from '../../model/permissions/actor.ts';
import { marks, textOf } from '../store/sql.ts';
import type { WriteTx } from '../writer/writer-types.ts';

interface Who {
  readonly tx: WriteTx;
  readonly actor: Actor;
}

/**
 * True if the actor's own changes of these fields, since the last one of anybody else, have replaced all these values:
 * each was there, and nobody but the actor has removed it. False when the activity log has no entries any more.
 */
export async function haveRemoved(
  { tx, actor }: Who,
  { table, id, fields }: FieldsOfRow,
  values: readonly string[],
): Promise<boolean> {
  const sql = await tx.sql();
  const ofFields = `org_id = ? and stream = ? and tbl = ? and row_id = ? and field in (${marks(fields.length)})`;
  const key = [actor.orgId, orgStream(actor.orgId), table, id, ...fields];
  const rows = await sql.all(
    `select old from activity where ${ofFields} and old is not null
       and v > coalesce((select max(v) from activity where ${ofFields} and org_user <> ?), 0)`,
    [...key, ...key, actor.orgUserId],
  );
  const replaced = new Set(rows.flatMap((row): unknown => JSON.parse(textOf(row, 'old'))));
  return values.every((value) => replaced.has(value));
}
