import type { Actor } from '../../model/permissions/actor.ts';
import { numberOf, type Sql } from '../store/sql.ts';

/** What is switched on of the receipts of work (RECEIPT-5). */
export interface ReceiptSettings {
  /** In the organisation. */
  readonly work: boolean;
  /** Of the person: what they have seen is stored and shown to others, and they see it of others. */
  readonly seen: boolean;
}

export async function readReceiptSettings(
  sql: Sql,
  { orgId, orgUserId }: Pick<Actor, 'orgId' | 'orgUserId'>,
): Promise<ReceiptSettings> {
  const [row] = await sql.all(
    `select o.work_receipts, ou.shares_seen from org_users ou
       join organizations o on o.org_id = ou.org_id and o.id = ou.org_id
     where ou.org_id = ? and ou.id = ?`,
    [orgId, orgUserId],
  );
  if (row === undefined) return { work: false, seen: false };
  const work = numberOf(row, 'work_receipts') === 1;
  return { work, seen: work && numberOf(row, 'shares_seen') === 1 };
}
