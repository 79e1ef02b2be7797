import { afterEach, expect, it } from 'vitest';
import { erasePeople } from '../../../server/erasure/erase-people.ts';
import { forEachDatabase } from '../../support/for-each-database.ts';
import { PASSWORD, type RestClient, signIn } from '../../support/rest-client.ts';
import {
  addTask,
  deviceOf,
  foundTeam,
  freshId,
  hire,
  join,
  ok,
  pull,
  startTeam,
  type Team,
} from '../support/team.ts';

const DAY_MS = 24 * 60 * 60_000;

function erase({ app, setup }: Team): Promise<number> {
  const { database, writer, security } = app.services;
  return erasePeople({ database, writer, security, now: setup.clock.time });
}

async function setActive({ founder }: Team, person: RestClient, active: boolean): Promise<void> {
  const path = `organization-user/update/${person.orgUserId ?? ''}/`;
  ok(await founder.patch(path, { active }));
}

function plan({ founder }: Team, person: RestClient, password = PASSWORD) {
  const organization_user = Number(person.orgUserId);
  return founder.post('api/erasure/plan/', { organization_user, password });
}

async function afterDays(team: Team, days: number): Promise<void> {
  team.setup.clock.time += days * DAY_MS;
  ok(await signIn(team.founder, 'ada@field.test'));
}

/** Tables with a value that contains the text, besides the log that nobody may change. */
async function tablesWith({ app }: Team, text: string): Promise<readonly string[]> {
  const { database } = app.services;
  const names = await database.snapshot((sql) =>
    sql.all(
      database.kind === 'sqlite'
        ? "select name from sqlite_master where type = 'table'"
        : "select table_name as name from information_schema.tables where table_schema = 'public'",
    ),
  );
  const found = [];
  for (const { name } of names) {
    if (name === 'security_log') continue;
    const rows = await database.snapshot((sql) => sql.all(`select * from "${String(name)}"`));
    if (JSON.stringify(rows).toLowerCase().includes(text)) found.push(String(name));
  }
  return found.toSorted();
}

forEachDatabase('the erasure of a person', (open) => {
  const done: (() => Promise<void>)[] = [];
  afterEach(async () => {
    for (const step of done.splice(0)) await step();
  });

  async function scene() {
    const team = await startTeam(open);
    done.push(() => team.setup.close());
    const ben = await hire(team, 'benedict@field.test');
    await join(team, ben);
    await join(team, team.founder);
    return { team, ben };
  }

  it('leaves their work under a number, and nothing else of them', async () => {
    const { team, ben } = await scene();
    const task = await addTask(team, ben, { name: 'Dig' });
    ok(await ben.post('comment/create/', { id: freshId(), task, comment: 'Done' }));
    ok(await ben.post('note-tag/create/', { id: freshId(), name: 'private tag' }));
    ok(await ben.patch(`api/profile/${ben.orgUserId ?? ''}/`, { display_name: 'Benedict Hill' }));
    ok(await ben.post('task/mute/', { task, muted: true }));
    const token = { name: 'Robot', access: 'read', days: 30, password: PASSWORD };
    ok(await ben.post('api/token/create/', token));
    const device = await deviceOf(ben);
    const name = { display_name: 'Benedict Dale' };
    const path = `api/profile/${ben.orgUserId ?? ''}/`;
    ok(await device.push([{ seq: 1, method: 'PATCH', path, body: name }]));
    await team.setup.mailTo('benedict@field.test');
    await setActive(team, ben, false);
    const { head } = ok(await pull(team.founder)).body;
    const planned = ok(await plan(team, ben)).body.data;
    expect(planned.erase_at).toBe(team.setup.clock.time + 30 * DAY_MS);
    await afterDays(team, 29);
    expect(await erase(team)).toBe(0);
    expect(await tablesWith(team, 'benedict')).toContain('org_users');
    await afterDays(team, 1);
    expect(await erase(team)).toBe(1);
    const number = ben.orgUserId ?? '';
    const { changes } = ok(await pull(team.founder, head)).body;
    const rows = changes.filter((one: { readonly table: string }) => one.table === 'org_users');
    expect(rows).toMatchObject([
      {
        kind: 'put',
        id: number,
        row: {
          display_name: `Deleted person ${number}`,
          email: `deleted-${number}@erased.invalid`,
          phone_number: '',
          profile_image: null,
          active: false,
        },
      },
    ]);
    expect(await tablesWith(team, 'benedict')).toEqual([]);
    expect(await tablesWith(team, 'private tag')).toEqual([]);
    const kept = await team.app.services.database.snapshot((sql) =>
      sql.all('select author, comment from comments'),
    );
    expect(kept).toEqual([{ author: number, comment: 'Done' }]);
    const log = ok(await team.founder.get('security-log/list/', { query: { group: 'people' } }));
    expect(log.body.data[0]).toMatchObject({
      kind: 'person_erased',
      subject: `Deleted person ${number}`,
    });
    expect(await erase(team)).toBe(0);
    const back = await team.founder.patch(`organization-user/update/${number}/`, { active: true });
    expect(back).toMatchObject({ status: 409, body: { message: 'This person has been erased' } });
  });

  it('needs level 1, the password and a deactivated person, and keeps the first date', async () => {
    const { team, ben } = await scene();
    expect((await plan(team, ben)).status).toBe(409);
    await setActive(team, ben, false);
    expect((await plan(team, ben, 'another password')).status).toBe(400);
    const manager = await hire(team, 'mia@field.test', 'Manager');
    expect((await plan({ ...team, founder: manager }, ben)).status).toBe(403);
    expect((await manager.get('api/erasure/list/')).status).toBe(403);
    const first = ok(await plan(team, ben)).body.data.erase_at;
    team.setup.clock.time += 60_000;
    expect(ok(await plan(team, ben)).body.data.erase_at).toBe(first);
  });

  it('does not happen to a person who is kept, or activated again', async () => {
    const { team, ben } = await scene();
    await setActive(team, ben, false);
    ok(await plan(team, ben));
    const organization_user = Number(ben.orgUserId);
    ok(await team.founder.post('api/erasure/cancel/', { organization_user }));
    await afterDays(team, 31);
    expect(await erase(team)).toBe(0);
    ok(await plan(team, ben));
    await setActive(team, ben, true);
    await afterDays(team, 31);
    expect(await erase(team)).toBe(0);
    expect(await tablesWith(team, 'benedict')).toContain('org_users');
    expect(ok(await team.founder.get('api/erasure/list/')).body.data).toEqual([]);
  });

  it('is asked for by the person, and level 1 sees it', async () => {
    const { team, ben } = await scene();
    expect(ok(await ben.get('api/erasure/own/')).body.data).toBeNull();
    ok(await ben.post('api/erasure/ask/'));
    ok(await ben.post('api/erasure/ask/'));
    const asked = { organization_user: ben.orgUserId, asked_at: team.setup.clock.time };
    expect(ok(await ben.get('api/erasure/own/')).body.data).toMatchObject(asked);
    const list = ok(await team.founder.get('api/erasure/list/')).body.data;
    expect(list).toEqual([{ ...asked, erase_at: null }]);
    expect(await team.setup.mailTo('ada@field.test')).toMatchObject({
      subject: 'Somebody asks to be erased on Cairn',
      text: expect.stringContaining('benedict asks to be erased'),
    });
    const mails = () => team.setup.mails.filter(({ subject }) => subject.startsWith('Somebody'));
    ok(await ben.post('api/erasure/withdraw/'));
    ok(await ben.post('api/erasure/ask/'));
    await team.setup.mailTo('ada@field.test');
    // One mail a day for each person.
    expect(mails()).toHaveLength(1);
    await afterDays(team, 31);
    expect(await erase(team)).toBe(0);
    ok(await signIn(ben, 'benedict@field.test'));
    ok(await ben.post('api/erasure/withdraw/'));
    expect(ok(await team.founder.get('api/erasure/list/')).body.data).toEqual([]);
  });

  it('tells the devices that were offline for the 30 days to remove their data', async () => {
    const { team, ben } = await scene();
    ok(await signIn(ben, 'benedict@field.test'));
    await setActive(team, ben, false);
    ok(await plan(team, ben));
    await afterDays(team, 30);
    expect(await erase(team)).toBe(1);
    const { status, body } = await ben.post('api/session/token/');
    expect(status).toBe(401);
    expect(body.details).toMatchObject({
      reason: 'deactivated',
      former_organizations: [{ organization_id: Number(team.founder.orgId), erased: false }],
    });
  });

  it('leaves the account to a person who belongs to another organisation', async () => {
    const { team, ben } = await scene();
    const form = {
      display_name: 'Ben',
      email: 'benedict@field.test',
      phone_number: '+44 20 7946 0000',
    };
    const own = { ...form, organization: { name: 'His own' }, password: PASSWORD };
    ok(await ben.post('api/user-organization-create/', own));
    await setActive(team, ben, false);
    ok(await plan(team, ben));
    await afterDays(team, 31);
    expect(await erase(team)).toBe(1);
    const signed = ok(await signIn(ben, 'benedict@field.test'));
    expect(signed.body.data.organizations).toHaveLength(1);
    // Another organisation neither sees nor changes who is to be erased.
    const other = await foundTeam(team.app, 'eve@field.test', 'Others');
    const organization_user = Number(team.founder.orgUserId);
    const foreign = { organization_user, password: PASSWORD };
    expect((await other.founder.post('api/erasure/plan/', foreign)).status).toBe(404);
  });
});
