import { textOf } from '../sql.ts';
import type { Migration } from './migration.ts';

/**
 * The row of an added person contained the number of their account, and a low number showed that it existed before. The
 * row gets a number of its own from the same counter (decision 0010), in a new version, so that devices read the row
 * again.
 */
export const numbersOfTheAdded: Migration = {
  name: '0024-numbers-of-the-added',
  up: async ({ all, run }) => {
    await run('create index org_users_email_index on org_users (email)');
    const added = await all(
      'select org_id, id, scope from org_users where joined = 0 order by org_id, id',
    );
    for (const row of added) {
      const [orgId, id] = [textOf(row, 'org_id'), textOf(row, 'id')];
      const stream = `org:${orgId}`;
      await run("update counters set value = value + 1 where name = 'users'");
      await run('update streams set head = head + 1 where stream = ?', [stream]);
      await run(
        `update org_users set
           "user" = (select cast(value as text) from counters where name = 'users'),
           v = (select head from streams where stream = ?)
         where org_id = ? and id = ?`,
        [stream, orgId, id],
      );
      await run(
        `insert into changes (stream, tbl, id, scope, v, kind, moved_to)
         select stream, 'org_users', ?, ?, head, 'put', null from streams where stream = ?
         on conflict (stream, tbl, id, scope)
         do update set v = excluded.v, kind = excluded.kind, moved_to = excluded.moved_to`,
        [id, textOf(row, 'scope'), stream],
      );
    }
  },
};
