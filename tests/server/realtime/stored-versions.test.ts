import { expect, it } from 'vitest';
import { readVersions } from '../../../server/realtime/stored-versions.ts';
import { forEachDatabase } from '../../support/for-each-database.ts';
import { startSameIds } from '../support/same-ids.ts';
import { freshId, hire, ok, orgStreamOf, type Team, userStreamOf } from '../support/team.ts';

forEachDatabase('versions of another process', (open) => {
  it('[PULL-7.1] contain the rows of their organisation, also where another one has rows of the same ids', async () => {
    const { ours, theirs, task } = await startSameIds(open);
    for (const [team, name] of [
      [ours, 'Ours'],
      [theirs, 'Theirs'],
    ] as const) {
      ok(await team.founder.patch(`task/update-destroy/${task}/`, { name }));
    }
    for (const [team, name] of [
      [ours, 'Ours'],
      [theirs, 'Theirs'],
    ] as const) {
      const rows = await rowsIn(team, orgStreamOf(team.founder));
      expect(rows).toContainEqual(expect.objectContaining({ id: task, name }));
    }
  });

  it('[PULL-7.1] of a personal stream contain the rows of their person', async () => {
    const { ours } = await startSameIds(open);
    const [ada, ben] = [ours.founder, await hire(ours, 'ben@field.test')];
    const id = freshId();
    ok(await ada.post('todo-task/create/', { id, name: 'Of Ada' }));
    ok(await ben.post('todo-task/create/', { id, name: 'Of Ben' }));
    for (const [person, name] of [
      [ada, 'Of Ada'],
      [ben, 'Of Ben'],
    ] as const) {
      const rows = await rowsIn({ ...ours, founder: person }, userStreamOf(person));
      const todos = rows.filter((row) => row['id'] === id).map((row) => row['name']);
      expect(todos).toEqual([name]);
    }
  });
});

/** The rows that the versions of a stream contain. */
async function rowsIn(
  { app, founder }: Team,
  stream: string,
): Promise<readonly Readonly<Record<string, unknown>>[]> {
  const place = { orgId: founder.orgId ?? '', stream };
  const found = await app.services.database.snapshot((sql) => readVersions(sql, place, 0));
  return (found?.versions ?? []).flatMap(({ changes }) =>
    changes.flatMap((change) => (change.kind === 'put' ? [change.row] : [])),
  );
}
