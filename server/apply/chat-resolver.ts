import { directScope, groupScope } from '../../model/entities/scopes.ts';
import type { ChatResolver } from '../../model/mutations/define-mutation.ts';
import type { Actor } from '../../model/permissions/actor.ts';
import type { WriteTx } from '../writer/writer-types.ts';
import { type Sql, textOf } from '../store/sql.ts';

/** The id of no conversation and no group: the rule rejects it. */
const NOBODY = '-';

/** Resolves the numbers by which plain clients name people and groups (product.md, 4). */
export function chatResolver(tx: WriteTx, actor: Actor): ChatResolver {
  const groupOf: ChatResolver['groupOf'] = async (id) => {
    if (id === undefined || !isNumber(id)) return id ?? NOBODY;
    return (await groupByNumber(await tx.sql(), actor.orgId, Number(id))) ?? NOBODY;
  };
  const peopleOf = async (userIds: unknown): Promise<unknown> => {
    if (userIds === undefined || userIds === '') return [];
    const asked: readonly unknown[] = Array.isArray(userIds) ? userIds : [userIds];
    const sql = await tx.sql();
    const found: unknown[] = [];
    for (const id of asked) found.push((await personByUser(sql, actor.orgId, id)) ?? NOBODY);
    return found;
  };
  return {
    groupOf,
    peopleOf,
    conversationWith: async ({ user, group }) => {
      if (typeof group === 'string') return groupScope(await groupOf(group));
      const person = await personByUser(await tx.sql(), actor.orgId, user);
      return person === undefined ? NOBODY : directScope(actor.orgUserId, person);
    },
    membersTo: async (groupId, userIds) => {
      const wanted = await peopleOf(userIds);
      if (!Array.isArray(wanted)) return { add: wanted, remove: [] };
      const rows = await (
        await tx.sql()
      ).all(
        'select organization_user from group_members where org_id = ? and "group" = ? order by id',
        [actor.orgId, groupId],
      );
      const now = rows.map((row) => textOf(row, 'organization_user'));
      return {
        add: wanted.filter((person) => !now.includes(String(person))),
        remove: now.filter((person) => person !== actor.orgUserId && !wanted.includes(person)),
      };
    },
  };
}

/** Finds the organisation user of a user id in this organisation. */
export async function personByUser(
  sql: Sql,
  orgId: string,
  userId: unknown,
): Promise<string | undefined> {
  const id = typeof userId === 'number' ? String(userId) : userId;
  if (typeof id !== 'string' || !isNumber(id)) return undefined;
  const [row] = await sql.all('select id from org_users where org_id = ? and "user" = ?', [
    orgId,
    id,
  ]);
  return row && textOf(row, 'id');
}

export async function groupByNumber(
  sql: Sql,
  orgId: string,
  number: number,
): Promise<string | undefined> {
  const [row] = await sql.all('select id from "groups" where org_id = ? and number = ?', [
    orgId,
    number,
  ]);
  return row && textOf(row, 'id');
}

function isNumber(text: string): boolean {
  return /^[1-9][0-9]{0,14}$/.test(text);
}
