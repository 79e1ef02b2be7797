import type { Migration } from './migration.ts';
import type { MigrationContext } from '../ddl.ts';

/**
 * The security log (`server/security/log.ts`): rows are added, never changed, and removed only by the end of their
 * retention, whose instant the counter `security_log_floor` contains. The database itself refuses everything else, so that no
 * build and no administrator with SQL changes a row unnoticed. `security_forwards` are events that other systems have
 * not accepted yet.
 */
export const securityLog: Migration = {
  name: '0052-security-log',
  up: async (context) => {
    const { createTable, kind } = context;
    await createTable({
      name: 'security_log',
      columns: {
        // A UUIDv7: sorts by time.
        id: 'text',
        // Empty: an event that belongs to no organisation.
        org_id: 'text',
        at: 'integer',
        kind: 'text',
        user_id: 'text?',
        org_user: 'text?',
        email: 'text?',
        subject: 'text?',
        address: 'text?',
        network: 'text?',
        browser: 'text?',
        details: 'text',
      },
      primaryKey: ['org_id', 'id'],
      indexes: [['org_id', 'at', 'id'], ['at']],
    });
    await createTable({
      name: 'security_forwards',
      columns: {
        target: 'text',
        org_id: 'text',
        id: 'text',
        attempts: 'integer',
        next_at: 'integer',
      },
      primaryKey: ['org_id', 'target', 'id'],
      indexes: [['target', 'id']],
    });
    await (kind === 'sqlite' ? guardSqlite(context) : guardPostgres(context));
  },
};

const FLOOR = "coalesce((select max(value) from counters where name = 'security_log_floor'), 0)";
const NO_CHANGE = 'the security log is never changed';
const TOO_YOUNG = 'the retention of this row of the security log has not ended';

async function guardSqlite({ run }: MigrationContext): Promise<void> {
  await run(`create trigger security_log_update before update on security_log
    begin select raise(abort, '${NO_CHANGE}'); end`);
  await run(`create trigger security_log_delete before delete on security_log
    when old.at >= ${FLOOR}
    begin select raise(abort, '${TOO_YOUNG}'); end`);
}

async function guardPostgres({ run }: MigrationContext): Promise<void> {
  await run(`create or replace function security_log_keep() returns trigger language plpgsql as $$
    begin
      if tg_op <> 'DELETE' then raise exception '${NO_CHANGE}'; end if;
      if old.at >= ${FLOOR} then
        raise exception '${TOO_YOUNG}';
      end if;
      return old;
    end $$`);
  await run(`create trigger security_log_row before update or delete on security_log
    for each row execute function security_log_keep()`);
  await run(`create trigger security_log_truncate before truncate on security_log
    for each statement execute function security_log_keep()`);
}
