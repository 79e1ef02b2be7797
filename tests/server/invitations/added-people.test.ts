import { afterEach, expect, it } from 'vitest';
import { migrate } from '../../../server/store/migrate.ts';
import { numberOf, textOf } from '../../../server/store/sql.ts';
import { forEachDatabase } from '../../support/for-each-database.ts';
import {
  foundAndSignIn,
  PASSWORD,
  type Reply,
  type RestClient,
  restClient,
  signIn,
} from '../../support/rest-client.ts';
import { startTestApp, type TestApp } from '../../support/test-app.ts';

forEachDatabase('added people who have not joined', (open) => {
  const running: TestApp[] = [];
  const start = async () => {
    const setup = await startTestApp(await open());
    running.push(setup);
    return setup;
  };
  afterEach(async () => {
    for (const setup of running.splice(0)) await setup.close();
  });

  it('look alike with and without an account of their address: responses, rows, activity log, removal', async () => {
    const { app, mailTo } = await start();
    // Ben's account is as old as the server; Cleo has none.
    const ben = await foundAndSignIn(app, 'ben@example.org', 'Elsewhere');
    const admin = await foundAndSignIn(app, 'ada@example.org', 'Highland Paths');
    const own = (await ben.get('api/me/')).body.data.id;
    const seen = [];
    for (const name of ['Ben', 'Cleo', 'Dora']) {
      const email = `${name.toLowerCase()}@example.org`;
      seen.push(await everythingOf(admin, { name, email }, () => mailTo(email)));
    }
    const [known, unknown, after] = seen;
    expect(known?.number).not.toBe(own);
    expect(Number(unknown?.number) - Number(known?.number)).toBe(1);
    // Nor does the next number show how many were claimed.
    expect(Number(after?.number) - Number(unknown?.number)).toBe(1);
    expect(known?.alike).toEqual(unknown?.alike);
    expect(known?.alike).toContain('joined');
  });

  it('have the number of their account after joining, in every organisation', async () => {
    const { app } = await start();
    const ben = await foundAndSignIn(app, 'ben@example.org', 'Elsewhere');
    const admin = await foundAndSignIn(app, 'ada@example.org', 'Highland Paths');
    const other = await foundAndSignIn(app, 'eve@example.org', 'Far Away');
    await add(admin, { name: 'Ben', email: 'ben@example.org' });
    await add(other, { name: 'Ben', email: 'ben@example.org' });
    const account = (await ben.get('api/me/')).body.data.id;
    expect((await admin.get(`api/user-data/${account}/`)).status).toBe(404);
    await signIn(ben, 'ben@example.org');
    for (const client of [admin, other]) {
      const shown = (await client.get('organization-user/list/')).body.data[1];
      expect(shown).toMatchObject({ joined: true, user: { id: account } });
      expect((await client.get(`api/user-data/${account}/`)).status).toBe(200);
      expect((await ben.get('users/', { org: String(client.orgId) })).status).toBe(200);
    }
    const changes = await admin.get('activity/list/', {
      query: { row: String(await rowOf(admin)) },
    });
    const fields = changes.body.data.flatMap((entry: { changes: { field: string }[] }) =>
      entry.changes.map(({ field }) => field),
    );
    expect(fields).toContain('joined');
    expect(fields).not.toContain('user');
  });

  it('read the organisation with an earlier session, and lose it when they are deactivated', async () => {
    const { app } = await start();
    const ben = await foundAndSignIn(app, 'ben@example.org', 'Elsewhere');
    const admin = await foundAndSignIn(app, 'ada@example.org', 'Highland Paths');
    const added = await add(admin, { name: 'Ben', email: 'ben@example.org' });
    const there = { org: String(admin.orgId) };
    expect((await ben.get('users/', there)).status).toBe(200);
    expect((await ben.get('organization/list/')).body.data).toHaveLength(2);
    const path = `organization-user/update/${added.body.data.id}/`;
    expect((await admin.patch(path, { active: false })).status).toBe(200);
    expect((await ben.get('users/', there)).status).toBe(404);
    expect((await ben.get('organization/list/')).body.data).toHaveLength(1);
  });

  it('do not join with an account that had their address unproved and changed it', async () => {
    const { app, mailTo } = await start();
    const squatter = await foundAndSignIn(app, 'ben@example.org', 'Squat', { proved: false });
    const admin = await foundAndSignIn(app, 'ada@example.org', 'Highland Paths');
    const added = await add(admin, { name: 'Ben', email: 'ben@example.org' });
    await squatter.post('api/email-address/change/', {
      email: 'eve@example.org',
      password: PASSWORD,
    });
    const link = (await mailTo('eve@example.org'))?.link ?? '';
    const confirmed = await squatter.post('api/email-address/confirm/', {
      token: link.split('token=')[1] ?? '',
    });
    expect(confirmed.status).toBe(200);
    await signIn(squatter, 'eve@example.org');
    expect((await squatter.get('users/', { org: String(admin.orgId) })).status).toBe(404);
    const shown = (await admin.get('organization-user/list/')).body.data[1];
    expect(shown).toMatchObject({ joined: false, user: { email: 'ben@example.org' } });
    // The owner of the address still joins, by a new mail.
    const person = { organization_user: added.body.data.id };
    expect((await admin.post('api/organization-invite/resend/', person)).status).toBe(200);
    const token = (await mailTo('ben@example.org'))?.link?.split('/organizationinvite/')[1];
    const ben = restClient(app);
    const accepted = await ben.post('api/organization-invite/accept/', {
      token,
      password: 'my own password',
    });
    expect(String(accepted.body.data.organization_id)).toBe(admin.orgId);
  });

  it('get a number of their own in older databases, in a version that devices read', async () => {
    const { app } = await start();
    const ben = await foundAndSignIn(app, 'ben@example.org', 'Elsewhere');
    const admin = await foundAndSignIn(app, 'ada@example.org', 'Highland Paths');
    const added = await add(admin, { name: 'Ben', email: 'ben@example.org' });
    const account = (await ben.get('api/me/')).body.data.id;
    const { database, writer } = app.services;
    const stream = `org:${String(admin.orgId)}`;
    await writer.session([], async ({ sql }) => {
      await sql.run('update org_users set "user" = ? where joined = 0', [String(account)]);
      await sql.run('drop index org_users_email_index');
      // The table as it was then: its key had no organisation.
      await sql.run(
        'create table older as select stream, tbl, id, scope, v, kind, moved_to from changes',
      );
      await sql.run('drop table changes');
      await sql.run('alter table older rename to changes');
      await sql.run('create unique index older_key on changes (stream, tbl, id, scope)');
      await sql.run("delete from migrations where name = '0024-numbers-of-the-added'");
    });
    const read = () =>
      database.snapshot(async (sql) => {
        const rows = await sql.all(
          `select p."user", p.v, c.v as changed, s.head from org_users p
           join streams s on s.stream = ?
           join changes c on c.stream = s.stream and c.tbl = 'org_users' and c.id = p.id
           where p.joined = 0`,
          [stream],
        );
        return rows.map((row) => ({
          user: textOf(row, 'user'),
          v: numberOf(row, 'v'),
          changed: numberOf(row, 'changed'),
          head: numberOf(row, 'head'),
        }));
      });
    const [before] = await read();
    await migrate(database);
    const [after] = await read();
    const head = Number(before?.head) + 1;
    expect(after).toMatchObject({ v: head, changed: head, head });
    expect(after?.user).not.toBe(before?.user);
    expect(Number(after?.user)).toBeGreaterThan(Number(added.body.data.user.id));
    await writer.session([], async ({ sql }) => {
      await sql.run(
        'create table newer as select s.org_id, c.* from changes c join streams s on s.stream = c.stream',
      );
      await sql.run('drop table changes');
      await sql.run('alter table newer rename to changes');
      await sql.run('create unique index newer_key on changes (org_id, stream, tbl, id, scope)');
    });
    await signIn(ben, 'ben@example.org');
    expect((await ben.get('users/', { org: String(admin.orgId) })).status).toBe(200);
  });
});

interface Person {
  readonly name: string;
  readonly email: string;
}

async function add(client: RestClient, { name, email }: Person): Promise<Reply> {
  const roles = await client.get('user-role/list/');
  const role = roles.body.data.find((one: { name: string }) => one.name === 'Member');
  const added = await client.post('api/org-user/create/', {
    user: { display_name: name, phone_number: '+44 20 7946 0001', email },
    user_role: role.id,
    role_category: role.role_category.id,
  });
  expect(added.status).toBe(200);
  return added;
}

async function rowOf(client: RestClient): Promise<unknown> {
  return (await client.get('organization-user/list/')).body.data[1].id;
}

/** All that an administrator can see of a person from adding to removal, with necessary differences normalised. */
async function everythingOf(client: RestClient, person: Person, mailSent: () => Promise<unknown>) {
  const added = await add(client, person);
  const { id, user } = added.body.data;
  const org = String(client.orgId);
  const look = async () => {
    await mailSent();
    const pull = await client.get('sync/pull/', { query: { stream: `org:${org}`, since: '0' } });
    return [
      (await client.get(`organization-user/get/list/${id}/`)).text,
      (await client.get(`api/user-data/${user.id}/`)).text,
      (await client.get('activity/list/', { query: { row: String(id) } })).text,
      (await client.get('api/org-user-invite/list/')).body.data.filter(
        (one: { email: string }) => one.email === person.email,
      ),
      pull.body.changes.filter(
        (one: { row?: { email?: string } }) => one.row?.email === person.email,
      ),
    ];
  };
  const before = await look();
  const path = `organization-user/update/${id}/`;
  const resent = await client.post('api/organization-invite/resend/', { organization_user: id });
  const removed = await client.patch(path, { active: false });
  const seen = [added.text, before, resent.text, removed.text, await look()];
  const text = JSON.stringify(seen);
  // Numbers, versions, instants, ids and inputs differ for everybody, and mail is sent concurrently.
  const alike = text
    .replaceAll(person.name.toLowerCase(), 'somebody')
    .replaceAll(person.name, 'Somebody')
    .replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, 'uuid')
    .replaceAll(/"mail":"(queued|sent)"/g, '"mail":"on its way"')
    .replaceAll(/\d+/g, '0');
  return { number: user.id, alike };
}
