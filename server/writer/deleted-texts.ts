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
    for (let from = 0; from < due.length; from += AT_ONCE) {
      const rows = due.slice(from, from + AT_ONCE).map((row) => ({
        orgId: textOf(row, 'org_id'),
        id: textOf(row, 'id'),
      }));
      const streams = [...new Set(rows.map(({ orgId }) => orgStream(orgId)))];
      erased += await writer.session(streams, async ({ sql, stream: stateOf }) => {
        const gone = [];
        for (const { orgId, id } of rows) {
          // Read again behind the lock: the author may have undone the deletion meanwhile.
          const [row] = await sql.all(
            `select deleted from ${quoted(table)} where org_id = ? and id = ? and deleted = 1`,
            [orgId, id],
          );
          if (row === undefined) continue;
          const stream = orgStream(orgId);
          const upTo = stateOf(stream)?.head ?? 0;
          gone.push({ stream, table, rowId: id, fields, upTo });
        }
        await eraseActivity(sql, gone);
        return gone.length;
      });
    }
  }
  return erased;
}

const OF_ROW = "a.stream = 'org:' || r.org_id and a.tbl = ? and a.row_id = r.id";
