import type { MigrationContext } from '../ddl.ts';
import type { Migration } from './migration.ts';

/**
 * The security log of an organisation whose erasure has begun is erased with it (decision 0100): the table `erasures`
 * names the organisation then. The database refuses every other change, as before.
 */
export const securityLogOfErased: Migration = {
  name: '0086-security-log-of-erased',
  up: async (context) => {
    await (context.kind === 'sqlite' ? guardSqlite(context) : guardPostgres(context));
  },
};

const FLOOR = "coalesce((select max(value) from counters where name = 'security_log_floor'), 0)";
const IS_ERASED =
  "exists (select 1 from erasures e where e.org_id = old.org_id and e.kind = 'organization')";
const NO_CHANGE = 'the security log is never changed';
const TOO_YOUNG = 'the retention of this row of the security log has not ended';

async function guardSqlite({ run }: MigrationContext): Promise<void> {
  await run('drop trigger security_log_delete');
  await run(`create trigger security_log_delete before delete on security_log
    when old.at >= ${FLOOR} and not ${IS_ERASED}
    begin select raise(abort, '${TOO_YOUNG}'); end`);
}

/** The triggers stay: they call the function by its name. */
async function guardPostgres({ run }: MigrationContext): Promise<void> {
  await run(`create or replace function security_log_keep() returns trigger language plpgsql as $$
    begin
      if tg_op <> 'DELETE' then raise exception '${NO_CHANGE}'; end if;
      if old.at >= ${FLOOR} and not ${IS_ERASED} then
        raise exception '${TOO_YOUNG}';
      end if;
      return old;
    end $$`);
}
