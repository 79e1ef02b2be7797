import { setTimeout } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { PART_BYTES } from '../../../model/shared/file-limits.ts';
import { dropParts } from '../../../server/files/file-sql.ts';
import { forEachDatabase } from '../../support/for-each-database.ts';
import { startTestApp } from '../../support/test-app.ts';
import { addRow, partOf, putPart } from '../support/files.ts';
import { foundTeam, freshId, ok } from '../support/team.ts';

forEachDatabase('parts that two processes delete at the same time', (open, openAgain) => {
  it('free the space of the organisation once', async () => {
    const database = await open();
    const setup = await startTestApp(database);
    const other = await startTestApp(await openAgain(database));
    const team = { setup, ...(await foundTeam(setup.app, 'ada@field.test', 'Field Work')) };
    const { founder } = team;
    const bytes = Buffer.alloc(2 * PART_BYTES, 'cairn ');
    const usage = async () => {
      const { db } = setup.app.services.database;
      const row = await db.selectFrom('file_usage').select('bytes').executeTakeFirst();
      return row?.bytes;
    };
    const ids = [freshId(), freshId()];
    for (const id of ids) {
      ok(await addRow(founder, { id, scope: `project:${team.project}`, name: 'a.txt', bytes }));
      for (const n of [0, 1]) await putPart(team, founder, { id, n, bytes: partOf(bytes, n) });
    }
    expect(await usage()).toBe(4 * PART_BYTES);

    const key = { orgId: founder.orgId ?? '', id: ids[0] ?? '' };
    const [dropped, committed] = [Promise.withResolvers<null>(), Promise.withResolvers<null>()];
    const first = setup.app.services.writer.session([], async ({ sql }) => {
      await dropParts(sql, key, 0);
      dropped.resolve(null);
      await committed.promise;
    });
    await dropped.promise;
    const second = other.app.services.writer.session([], ({ sql }) => dropParts(sql, key, 0));
    // The second one waits for the rows of the first, or for its turn.
    await setTimeout(300);
    committed.resolve(null);
    await Promise.all([first, second]);
    expect(await usage()).toBe(2 * PART_BYTES);
    const left = ok(await founder.get(`files/${ids[1] ?? ''}/parts/`)).body.data.parts;
    expect(left).toEqual([0, 1]);
    await other.close();
    await setup.close();
  });
});
