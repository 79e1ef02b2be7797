import { expect, it } from 'vitest';
import { groupScope } from '../../../model/entities/scopes.ts';
import { forEachDatabase } from '../../support/for-each-database.ts';
import type { RestClient } from '../../support/rest-client.ts';
import { foundTeam, freshId, hire, ok, orgStreamOf, startTeam } from '../support/team.ts';

/** More than a page has on each side of the requested message. */
const MANY = 60;

forEachDatabase('pages of messages', (open) => {
  it('[WIN-2] [WIN-5] contain those of one conversation of one organisation, whatever ids others use', async () => {
    const ours = await startTeam(open);
    const theirs = await foundTeam(ours.app, 'eve@other.test', 'Other Works');
    const [ada, eve] = [ours.founder, theirs.founder];
    const [group, other, id] = [freshId(), freshId(), freshId()];
    await addGroup(eve, group);
    for (let count = 0; count < MANY; count += 1) await say(eve, group, 'Theirs');
    await say(eve, group, 'Theirs', id);
    for (const one of [group, other]) await addGroup(ada, one);
    await say(ada, group, 'First', id);
    await say(ada, group, 'Second');
    const elsewhere = freshId();
    await say(ada, other, 'Elsewhere', elsewhere);

    const parts = { from: '1', around: id, before: '9' };
    for (const [name, value] of Object.entries(parts)) {
      const { body } = ok(await page(ada, group, { [name]: value }));
      const texts = body.rows.map(({ row }: { row: { text: string } }) => row.text);
      expect(texts.toSorted()).toEqual(['First', 'Second']);
    }
    const around = ok(await page(eve, group, { around: id })).body;
    expect(around.rows.map(({ row }: { row: { id: string } }) => row.id)).toContain(id);
    expect((await page(ada, group, { around: elsewhere })).status).toBe(404);
  });

  it('[WIN-4] are compared with the rows of a device by members of the conversation alone', async () => {
    const team = await startTeam(open);
    const ben = await hire(team, 'ben@field.test');
    const group = freshId();
    await addGroup(team.founder, group);
    await say(team.founder, group, 'First');
    const compare = (person: RestClient) => {
      const stream = orgStreamOf(person);
      const query = { stream, scope: groupScope(group), from: '1', to: '9' };
      return person.get('sync/check', { query });
    };
    expect(ok(await compare(team.founder)).body.scopes).toMatchObject([{ count: 1 }]);
    expect((await compare(ben)).status).toBe(404);
  });
});

async function addGroup(founder: RestClient, id: string): Promise<void> {
  ok(await founder.post('groups/create/', { id, name: 'Rope team', organization_users: [] }));
}

async function say(from: RestClient, group: string, message: string, id = freshId()) {
  ok(await from.post('message/create/', { id, conversation: groupScope(group), message }));
}

function page(person: RestClient, group: string, query: Readonly<Record<string, string>>) {
  return person.get(`sync/scope/${encodeURIComponent(groupScope(group))}`, { query });
}
