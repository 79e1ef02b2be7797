import { expect, it } from 'vitest';
import { forEachDatabase } from '../../support/for-each-database.ts';
import type { RestClient } from '../../support/rest-client.ts';
import { freshId, hire, ok, startTeam } from '../support/team.ts';

forEachDatabase('saved views of the overview', (open) => {
  it('are the person’s own: another person lists, changes and deletes none of them', async () => {
    const team = await startTeam(open);
    const ben = await hire(team, 'ben@field.test');
    const id = freshId();
    const view = { id, name: 'Late', search: '{"q":"rope"}', hidden: ['label'] };
    ok(await create(ben, view));
    expect(await viewsOf(ben)).toMatchObject([view]);
    ok(await ben.patch(path(id), { name: 'Later' }));
    expect(await viewsOf(ben)).toMatchObject([{ ...view, name: 'Later' }]);
    expect(await viewsOf(team.founder)).toEqual([]);
    expect((await team.founder.patch(path(id), { name: 'Mine' })).status).toBe(404);
    // A row of the same id in another person's stream is another row.
    ok(await create(team.founder, { id, name: 'Mine' }));
    ok(await team.founder.delete(path(id)));
    expect(await viewsOf(ben)).toHaveLength(1);
    ok(await ben.delete(path(id)));
    ok(await ben.delete(path(id)));
    expect(await viewsOf(ben)).toEqual([]);
  });

  it('have a name, and a limited size', async () => {
    const { founder } = await startTeam(open);
    const refused = [
      { name: ' ' },
      { name: 'x'.repeat(61) },
      { name: 'Late', search: 'x'.repeat(10_001) },
      { name: 'Late', hidden: Array.from({ length: 61 }, () => 'label') },
      { name: 'Late', hidden: ['x'.repeat(61)] },
    ];
    for (const body of refused) expect((await create(founder, body)).status).toBe(400);
  });
});

function path(id: string): string {
  return `saved-view/update-destroy/${id}/`;
}

function create(person: RestClient, body: object) {
  return person.post('saved-view/create/', body);
}

async function viewsOf(person: RestClient) {
  return ok(await person.get('saved-view/list/')).body.data;
}
