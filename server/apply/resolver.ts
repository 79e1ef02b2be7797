import type { Reader, RestResolver } from '../../model/mutations/define-mutation.ts';
import type { Actor } from '../../model/permissions/actor.ts';
import { rankBetween } from '../../model/shared/rank.ts';
import { chatResolver } from './chat-resolver.ts';
import { type Sql, textOf } from '../store/sql.ts';
import type { Machine } from '../shared/machine.ts';
import type { WriteTx } from '../writer/writer-types.ts';

interface ResolverDeps {
  readonly tx: WriteTx;
  readonly actor: Actor;
  readonly reader: Reader;
  readonly newId: Machine['newId'];
}

/** Values that a plain client's call leaves to the server: ids, and ranks for positions in an order. */
export function createResolver({ tx, actor, reader, newId }: ResolverDeps): RestResolver {
  return {
    actor,
    reader,
    newId,
    chat: chatResolver(tx, actor),
    rankAt: async (table, parentId, order, exceptId) => {
      const neighbours = createNeighbours(await tx.sql(), {
        orgId: actor.orgId,
        table,
        parentId,
        exceptId,
      });
      if (order === undefined) return rankBetween(await neighbours.last(), undefined);
      const [before, after] = await neighbours.around(order);
      return rankBetween(before, after);
    },
  };
}

/** Column of the parent in which the rows of a table are ordered. */
const PARENTS = { cards: 'project', tasks: 'card', subtasks: 'task', task_files: 'task' } as const;

interface RankColumn {
  readonly orgId: string;
  readonly table: keyof typeof PARENTS;
  readonly parentId: string;
  readonly exceptId: string;
}

/** Reads the ranks of the active rows of a parent, in their order, without the row that is placed. */
function createNeighbours(sql: Sql, { orgId, table, parentId, exceptId }: RankColumn) {
  const active = table === 'task_files' ? 'removed_at is null' : 'status = 1';
  const rows = `select rank from ${table} where org_id = ? and ${PARENTS[table]} = ? and ${active} and id <> ?`;
  const column = [orgId, parentId, exceptId];
  const last = async (): Promise<string | undefined> => {
    const [row] = await sql.all(`${rows} order by rank desc, id desc limit 1`, column);
    return row && textOf(row, 'rank');
  };
  const around = async (
    order: number,
  ): Promise<readonly [string | undefined, string | undefined]> => {
    const found = await sql.all(`${rows} order by rank, id limit 2 offset ?`, [
      ...column,
      Math.max(0, order - 1),
    ]);
    const ranks = found.map((row) => textOf(row, 'rank'));
    if (order === 0) return [undefined, ranks[0]];
    // A position beyond the end means the end.
    return ranks.length === 0 ? [await last(), undefined] : [ranks[0], ranks[1]];
  };
  return { last, around };
}
