import { numberOf } from '../../store/sql.ts';
import type { ConsequenceContext } from '../consequence.ts';

interface Range {
  readonly conversation: string;
  /** Numbers of messages, both ends included. */
  readonly from: number;
  readonly to: number;
}

/** Number of the actor's own messages among those of a conversation with these numbers. */
export async function countOwn(
  { actor, tx }: Pick<ConsequenceContext, 'actor' | 'tx'>,
  { conversation, from, to }: Range,
): Promise<number> {
  if (from > to) return 0;
  const sql = await tx.sql();
  const [row] = await sql.all(
    `select count(*) as n from messages
     where org_id = ? and scope = ? and seq >= ? and seq <= ? and author = ?`,
    [actor.orgId, conversation, from, to, actor.orgUserId],
  );
  return row === undefined ? 0 : numberOf(row, 'n');
}
