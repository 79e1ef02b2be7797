import { UNDO_MS } from '../../model/entities/define-entity.ts';
import { ENTITIES } from '../../model/entities/registry.ts';
import { orgStream } from '../../model/entities/scopes.ts';
import type { Database } from '../store/database.ts';
import { marks, quoted, textOf } from '../store/sql.ts';
import { eraseActivity } from './batch-sql.ts';
import type { Writer } from './writer-types.ts';

/** Rows per transaction; other writes wait for it. */
const AT_ONCE = 100;

interface EraseDeps {
  readonly database: Pick<Database, 'snapshot'>;
  readonly writer: Writer;
  /** Milliseconds. */
  readonly now: number;
}

/**
 * Erases deleted texts from the activity log when the time in which the author can undo the deletion is over (decision
 * 0039). Restored texts are left alone. Returns the number of rows.
 */
export async function eraseDeletedTexts({ database, writer, now }: EraseDeps): Promise<number> {
  let erased = 0;
  for (const { table, erase } of ENTITIES) {
    if (erase?.when !== 'after-undo') continue;
    const { fields } = erase;
    const due = await database.snapshot((sql) =>
      sql.all(
        `select r.org_id, r.id from ${quoted(table)} r where r.deleted = 1
         and exists (select 1 from activity a where ${OF_ROW}
           and a.field in (${marks(fields.length)}) and (a.old is not null or a.new is not null))
         and not exists (select 1 from activity a where ${OF_ROW} and a.field = 'deleted' and a.at > ?)`,
        [table, ...fields, table, now - UNDO_MS],
      ),
    );
    // One organisation in each transaction: they may be on different machines (decision 0106).
    for (const [orgId, rows] of Map.groupBy(due, (row) => textOf(row, 'org_id'))) {
      const ids = rows.map((row) => textOf(row, 'id'));
      for (let from = 0; from < ids.length; from += AT_ONCE) {
        const some = { orgId, table, fields, ids: ids.slice(from, from + AT_ONCE) };
        erased += await eraseSome(writer, some);
      }
    }
  }
  return erased;
}

interface DeletedRows {
  readonly orgId: string;
  readonly table: string;
  readonly fields: readonly string[];
  readonly ids: readonly string[];
}

async function eraseSome(
  writer: Writer,
  { orgId, table, fields, ids }: DeletedRows,
): Promise<number> {
  const stream = orgStream(orgId);
  return await writer.session([stream], async ({ sql, stream: stateOf }) => {
    const gone = [];
    for (const id of ids) {
      // Read again behind the lock: the author may have undone the deletion meanwhile.
      const [row] = await sql.all(
        `select deleted from ${quoted(table)} where org_id = ? and id = ? and deleted = 1`,
        [orgId, id],
      );
      if (row === undefined) continue;
      gone.push({ orgId, stream, table, rowId: id, fields, upTo: stateOf(stream)?.head ?? 0 });
    }
    await eraseActivity(sql, gone);
    return gone.length;
  });
}

const OF_ROW =
  "a.org_id = r.org_id and a.stream = 'org:' || r.org_id and a.tbl = ? and a.row_id = r.id";
