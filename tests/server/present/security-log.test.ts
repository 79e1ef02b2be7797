import { expect, it } from 'vitest';
import { readSecurityLog } from '../../../server/present/security-log.ts';
import { LEVEL_4 } from '../../support/actors.ts';
import { forEachDatabase } from '../../support/for-each-database.ts';
import { freshId } from '../support/team.ts';

forEachDatabase('a page of the security log', (open) => {
  it('begins behind its cursor by the index, so that the last page of a long log costs as much as the first', async () => {
    const database = await open();
    if (database.kind === 'postgres') return; // It chooses by the size of the tables.
    const reader = LEVEL_4;
    const ids = Array.from({ length: 5 }, freshId);
    await database.writer.begin();
    for (const [at, id] of ids.entries()) {
      await database.writer.run(
        "insert into security_log (id, org_id, at, kind, details) values (?, ?, ?, 'sign_in', '{}')",
        [id, reader.orgId, at],
      );
    }
    await database.writer.commit();
    const plans: string[] = [];
    const { entries } = await database.snapshot((store) =>
      readSecurityLog(
        {
          actor: reader,
          store: {
            ...store,
            all: async (text, values) => {
              const plan = await store.all(`explain query plan ${text}`, values);
              plans.push(...plan.map(({ detail }) => String(detail)));
              return store.all(text, values);
            },
          },
        },
        { before: ids[2] },
        100,
      ),
    );
    expect(entries.map(({ id }) => id)).toEqual([ids[1], ids[0]]);
    expect(plans.filter((plan) => plan.startsWith('SEARCH e '))).toEqual([
      'SEARCH e USING INDEX security_log_org_id_at_id_index (org_id=? AND (at,id)<(?,?))',
    ]);
    expect(plans.join()).not.toContain('SUBQUERY');
  });
});
