import { expect, it } from 'vitest';
import { LIMITS } from '../../../model/protocol/version.ts';
import type { Sql } from '../../../server/store/sql.ts';
import { readChangesAfter, readStream } from '../../../server/sync/pull.ts';
import { forEachDatabase } from '../../support/for-each-database.ts';
import { addTask, orgStreamOf, pull, startTeam } from '../support/team.ts';

/** More versions than are read at once for an event. */
const MANY = 2_100;

forEachDatabase('changes after several cursors', (openDatabase) => {
  it('[PULL-7.1] devices that are behind by different versions get their changes from one read', async () => {
    const database = await openDatabase();
    const team = await startTeam(async () => database);
    const stream = orgStreamOf(team.founder);
    const heads: number[] = [];
    for (let count = 0; count < 4; count += 1) {
      heads.push((await pull(team.founder, 0, { limit: '1' })).body.head);
      await addTask(team, team.founder);
    }
    const orgId = team.founder.orgId ?? '';
    const owner = { orgId, orgUserId: team.founder.orgUserId ?? '' };
    const expected = new Map<number, unknown>();
    for (const since of heads) {
      expected.set(since, (await pull(team.founder, since)).body.changes);
    }
    let reads = 0;
    await database.snapshot(async (sql) => {
      const counted: Sql = {
        ...sql,
        all: (text, parameters) => {
          if (text.includes('from changes')) reads += 1;
          return sql.all(text, parameters);
        },
      };
      const state = await readStream(sql, { orgId, stream });
      if (state === undefined) throw new Error('There is no stream');
      const changesAfter = await readChangesAfter(counted, owner, { state, cursors: heads });
      for (const since of heads) {
        const found = await changesAfter(since);
        expect(found?.changes.map(({ change }) => change)).toEqual(expected.get(since));
      }
      expect(await changesAfter(state.head + 1)).toBeUndefined();
    });
    expect(reads).toBe(1);
  });

  it('[PULL-7.5] a device that is behind by more than is read at once pulls, and others get their changes', async () => {
    const database = await openDatabase();
    const team = await startTeam(async () => database);
    const stream = orgStreamOf(team.founder);
    const orgId = team.founder.orgId ?? '';
    const first = (await pull(team.founder, 0, { limit: '1' })).body.head;
    await database.writer.begin();
    await database.writer.run(
      `insert into changes (org_id, stream, tbl, id, scope, v, kind)
       with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < ${MANY})
       select '${orgId}', '${stream}', 'cards', 'card-' || n, 'org', ${first} + n, 'del' from numbers`,
    );
    await database.writer.run('update streams set head = ? where stream = ?', [
      first + MANY,
      stream,
    ]);
    await database.writer.commit();
    const owner = { orgId, orgUserId: team.founder.orgUserId ?? '' };
    await database.snapshot(async (sql) => {
      const state = await readStream(sql, { orgId, stream });
      if (state === undefined) throw new Error('There is no stream');
      const near = first + MANY - LIMITS.eventRows;
      const changesAfter = await readChangesAfter(sql, owner, { state, cursors: [first, near] });
      expect(await changesAfter(first)).toBeUndefined();
      expect((await changesAfter(near))?.changes).toHaveLength(LIMITS.eventRows);
    });
  });
});
