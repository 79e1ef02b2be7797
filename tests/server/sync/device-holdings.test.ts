import { expect, it } from 'vitest';
import type { Holdings } from '../../../model/protocol/device-holdings.ts';
import { sweepSessions } from '../../../server/auth/sessions.ts';
import { forEachDatabase } from '../../support/for-each-database.ts';
import { restClient, type RestClient, signIn } from '../../support/rest-client.ts';
import { addTask, foundTeam, hire, ok, pull, startTeam, type Team } from '../support/team.ts';

const HELD = {
  items: 120,
  files: 3,
  megabytes: 41,
  unsent: 2,
  encrypted: false,
  persistent: true,
};

forEachDatabase('what devices hold', (open) => {
  it('[HOLD-2] a person reads what each of their devices has reported, and no one else’s', async () => {
    const team = await startTeam(open);
    const { founder } = team;
    const phone = await secondDevice(team);
    const ben = await hire(team, 'ben@field.test');
    await report(founder);
    await report(phone, { items: 7, unsent: 0, megabytes: null, encrypted: true });
    const at = team.setup.clock.time;
    expect(await holdsOf(founder)).toMatchObject({ ...HELD, reported_at: at, up_to_date: true });
    expect(await holdsOf(phone)).toMatchObject({
      ...HELD,
      items: 7,
      unsent: 0,
      megabytes: null,
      encrypted: true,
    });
    const { data } = ok(await founder.get('api/session/list/')).body;
    expect(data.map(({ holds }: { holds: Holdings }) => holds.items).toSorted()).toEqual([120, 7]);
    expect(await holdsOf(ben)).toBeNull();
  });

  it('[HOLD-2] a device that lags behind says until when it has everything', async () => {
    const team = await startTeam(open);
    const { founder } = team;
    await report(founder);
    const at = team.setup.clock.time;
    team.setup.clock.time += 60_000;
    await addTask(team, founder);
    const holds = await holdsOf(founder);
    expect(holds).toMatchObject({ up_to_date: false });
    expect(holds?.until).toBeLessThanOrEqual(at);
    await report(founder);
    expect(await holdsOf(founder)).toMatchObject({ up_to_date: true, until: null });
  });

  it('[HOLD-1] unchanged numbers are not written', async () => {
    const team = await startTeam(open);
    const { founder } = team;
    await report(founder);
    const first = await holdsOf(founder);
    team.setup.clock.time += 600_000;
    await report(founder);
    expect(await holdsOf(founder)).toEqual(first);
    await report(founder, { unsent: 0 });
    expect((await holdsOf(founder))?.reported_at).toBe(team.setup.clock.time);
  });

  it('[HOLD-1] a cursor above the head or of another epoch is not stored', async () => {
    const team = await startTeam(open);
    const { founder } = team;
    const { head } = ok(await pull(founder)).body;
    expect(await report(founder, { cursor: head + 1 })).toBe(false);
    expect(await report(founder, { epoch: 'other' })).toBe(false);
    expect(await holdsOf(founder)).toBeNull();
    expect(await report(founder)).toBe(true);
  });

  it('[HOLD-2] several organisations count together, those that have deactivated the person do not', async () => {
    const team = await startTeam(open);
    const second = await foundTeam(team.app, 'eve@elsewhere.test', 'Elsewhere');
    const ben = await hire(team, 'ben@field.test');
    const role = ok(await second.founder.get('user-role/list/')).body.data.find(
      (one: { name: string }) => one.name === 'Member',
    );
    ok(
      await second.founder.post('api/org-user/create/', {
        user: { display_name: 'Ben', phone_number: '+44 20 7946 0001', email: 'ben@field.test' },
        user_role: role.id,
        role_category: role.role_category.id,
      }),
    );
    await report(ben);
    const home = ben.orgId;
    ben.orgId = second.founder.orgId;
    await report(ben, { items: 30 });
    expect(await holdsOf(ben)).toMatchObject({ items: 150, unsent: 4, megabytes: 41 });
    const people = ok(await second.founder.get('organization-user/list/')).body.data;
    const there = people.find(
      (one: { user: { email: string } }) => one.user.email === 'ben@field.test',
    );
    const path = `organization-user/update/${there.id}/`;
    ok(await second.founder.patch(path, { active: false }));
    ben.orgId = home;
    expect(await holdsOf(ben)).toMatchObject({ items: 120 });
  });

  it('[HOLD-2] a session that has ended leaves nothing', async () => {
    const team = await startTeam(open);
    const phone = await secondDevice(team);
    await report(phone);
    ok(await phone.post('api/logout/'));
    const { db } = team.app.services.database;
    await team.app.services.auth.writer.write([], async (tx) =>
      sweepSessions(await tx.db(), team.setup.clock.time),
    );
    expect(await db.selectFrom('device_holdings').selectAll().execute()).toEqual([]);
  });
});

async function secondDevice(team: Team): Promise<RestClient> {
  const phone = restClient(team.app);
  ok(await signIn(phone, 'ada@field.test'));
  return phone;
}

/** Whether the server has stored the report. */
async function report(
  device: RestClient,
  change: Readonly<Record<string, unknown>> = {},
): Promise<boolean> {
  const { epoch, head } = ok(await pull(device)).body;
  const body = { epoch, cursor: head, ...HELD, ...change };
  return ok(await device.post('sync/holdings', body)).body.data.stored;
}

async function holdsOf(device: RestClient): Promise<Holdings | null> {
  const { data } = ok(await device.get('api/session/list/')).body;
  return data.find(({ current }: { current: boolean }) => current).holds;
}
