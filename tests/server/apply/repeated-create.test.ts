import { expect, it } from 'vitest';
import { forEachDatabase } from '../../support/for-each-database.ts';
import { freshId, hire, pull, startTeam } from '../support/team.ts';

forEachDatabase('creating the same row again', (open) => {
  it('[WRITE-4.5] with the same content succeeds and changes nothing; with other content it is rejected', async () => {
    const team = await startTeam(open);
    const { founder } = team;
    const ben = await hire(team, 'ben@field.test');
    const [group, message, invitation] = [freshId(), freshId(), freshId()];
    const people = (await founder.get('organization-user/list/')).body.data;
    const member = people.find((one: { id: number }) => String(one.id) === ben.orgUserId);
    const calls = [
      {
        path: 'groups/create/',
        body: { id: group, name: 'Site', organization_users: [ben.orgUserId] },
        other: { name: 'Elsewhere' },
      },
      {
        path: 'message/create/',
        body: { id: message, conversation: `group:${group}`, message: 'Ropes?' },
        other: { message: 'Nails?' },
      },
      {
        path: 'api/org-user-invite/',
        body: { id: invitation, email: 'eve@field.test', role: member.user_role.id },
        other: { email: 'mia@field.test' },
      },
    ];
    const first = [];
    for (const { path, body } of calls) first.push((await founder.post(path, body)).body);
    // A member added since and a message written since do not count.
    await founder.post('message/create/', { conversation: `group:${group}`, message: 'Two' });
    const { head } = (await pull(founder)).body;
    for (const [index, { path, body, other }] of calls.entries()) {
      const again = await founder.post(path, body);
      expect.soft(again.status, path).toBeLessThan(300);
      const mailSentOut = 'mail' in again.body.data ? { mail: again.body.data.mail } : {};
      expect.soft(again.body.data, path).toEqual({ ...first[index]?.data, ...mailSentOut });
      expect.soft((await founder.post(path, { ...body, ...other })).status, path).toBe(409);
    }
    expect((await pull(founder)).body.head).toBe(head);
    const thief = await ben.post('message/create/', {
      id: message,
      conversation: `group:${group}`,
      message: 'Ropes?',
    });
    expect(thief.status, 'of somebody else').toBe(409);
    expect(await team.setup.mailTo('eve@field.test')).toBeDefined();
    expect(team.setup.mails.filter(({ to }) => to === 'eve@field.test')).toHaveLength(1);
  });

  it('[WRITE-4.5] includes a todo from a device with a wrong clock, which gets the server’s time', async () => {
    const { founder, setup } = await startTeam(open);
    for (const made_at of ['1970-01-01T00:00:00Z', '2031-01-01T00:00:00Z']) {
      const body = { id: freshId(), name: 'Order the pump', made_at };
      const first = await founder.post('todo-task/create/', body);
      setup.clock.time += 5_000;
      const again = await founder.post('todo-task/create/', body);
      expect([again.status, again.body.data]).toEqual([200, first.body.data]);
      expect((await founder.post('todo-task/create/', { ...body, name: 'Other' })).status).toBe(
        409,
      );
    }
  });
});
