import { afterEach, expect, it } from 'vitest';
import { GUESSES } from '../../../server/auth/guess-alert.ts';
import { removeOldEvents } from '../../../server/security/retention.ts';
import { forEachDatabase } from '../../support/for-each-database.ts';
import { PASSWORD, type RestClient, restClient, signIn } from '../../support/rest-client.ts';
import { startTestApp, type TestApp } from '../../support/test-app.ts';
import { deviceOf, foundTeam, freshId, hire, join, ok, type Team } from '../support/team.ts';

interface Entry {
  readonly id: string;
  readonly kind: string;
  readonly by: { readonly id: number | null; readonly email: string | null } | null;
  readonly subject: string | null;
  readonly address: string | null;
  readonly details: Readonly<Record<string, unknown>>;
}

forEachDatabase('the security log', (open) => {
  const running: TestApp[] = [];
  const start = async (): Promise<Team> => {
    // The limits of attempts are tested with the sign-in; here all guesses arrive.
    const many = { burst: 1_000, refillMs: 1 };
    const setup = await startTestApp(await open());
    const { auth } = setup.app.services.limits;
    await setup.close();
    const limits = { auth: { ...auth, perAccount: many, perAddress: many, perDevice: many } };
    const second = await startTestApp(await open(), { limits });
    running.push(second);
    return { setup: second, ...(await foundTeam(second.app, 'ada@field.test', 'Field Work')) };
  };
  afterEach(async () => {
    for (const setup of running.splice(0)) await setup.close();
  });
  const read = async (client: RestClient, query: Record<string, string> = {}) => {
    const { body, status } = await client.get('security-log/list/', { query });
    expect(status).toBe(200);
    const entries: readonly Entry[] = body.data;
    return entries;
  };
  const kinds = async (client: RestClient, query?: Record<string, string>) =>
    (await read(client, query)).map(({ kind }) => kind);

  it('has sign-ins, wrong passwords, ended sessions and password changes, with person and address', async () => {
    const team = await start();
    const { app, founder, setup } = team;
    setup.clock.time += 1;
    const wrong = await signIn(restClient(app, '198.51.100.9'), 'ada@field.test', 'not the one');
    expect(wrong.status).toBe(400);
    const phone = restClient(app, '198.51.100.10');
    setup.clock.time += 1;
    ok(await signIn(phone, 'ada@field.test'));
    setup.clock.time += 1;
    ok(await phone.post('api/logout/'));
    setup.clock.time += 1;
    const change = { current_password: PASSWORD, password: 'a better horse battery' };
    ok(await founder.post('api/password/change/', change));
    const entries = await read(founder);
    expect(entries.map(({ kind }) => kind).slice(0, 4)).toEqual([
      'password_changed',
      'session_ended',
      'sign_in',
      'sign_in_failed',
    ]);
    const by = { id: Number(founder.orgUserId), email: 'ada@field.test' };
    expect(entries[3]).toMatchObject({ by, address: '198.51.100.9' });
    expect(entries[2]).toMatchObject({ by, address: '198.51.100.10' });
  });

  it('has who changed people, rights and invitations, with the names of then', async () => {
    const team = await start();
    const { founder, setup } = team;
    const bea = await hire(team, 'bea@field.test');
    await join(team, bea);
    const roles = await founder.get('user-role/list/');
    const admin = roles.body.data.find((one: { name: string }) => one.name === 'Administrator');
    const role = { user_role: admin.id };
    ok(await founder.patch(`organization-user/update/${bea.orgUserId ?? ''}/`, role));
    const access = { get_access: true, post_access: true, patch_access: false };
    const made = { id: freshId(), name: 'Seasonal', order: 9, ...access, delete_access: false };
    ok(await founder.post('role-level/create/', made));
    const levels = await founder.get('role-level/list/');
    const level = levels.body.data.find((one: { name: string }) => one.name === 'Seasonal');
    ok(await founder.patch(`role-level/update/${level.id}/`, { post_access: false }));
    const invited = {
      id: freshId(),
      email: 'cy@field.test',
      role: admin.id,
    };
    expect((await founder.post('api/org-user-invite/', invited)).status).toBe(201);
    setup.clock.time += 1;
    ok(await founder.patch(`api/org-user-invite/update/${invited.id}/`, { revoked: true }));
    const entries = await read(founder, { group: 'rights' });
    expect(entries.find(({ kind }) => kind === 'level_changed')).toMatchObject({
      subject: 'Seasonal',
      details: { post_access: false },
    });
    expect(entries.find(({ kind }) => kind === 'project_member_added')).toMatchObject({
      subject: 'bea',
      details: { project: 'Wells' },
    });
    expect(await kinds(founder, { group: 'invitations' })).toEqual([
      'invitation_revoked',
      'invitation_sent',
    ]);
    const people = await read(founder, { group: 'people' });
    expect(people.map(({ kind }) => kind)).toContain('person_added');
    expect(people.find(({ kind }) => kind === 'person_role_changed')).toMatchObject({
      by: { id: Number(founder.orgUserId), email: 'ada@field.test' },
      subject: 'bea',
      details: { role: 'Administrator' },
    });
  });

  it('adds a repeated call once, and nothing of a rejected one', async () => {
    const team = await start();
    const { founder } = team;
    const invited = { id: freshId(), email: 'cy@field.test' };
    const roles = await founder.get('user-role/list/');
    const body = { ...invited, role: roles.body.data[0].id };
    const bad = await founder.post('api/org-user-invite/', { ...body, role: freshId() });
    expect(bad.status).toBeGreaterThanOrEqual(400);
    for (let count = 0; count < 2; count += 1) {
      expect((await founder.post('api/org-user-invite/', body)).status).toBe(201);
    }
    expect(await kinds(founder, { group: 'invitations' })).toEqual(['invitation_sent']);
  });

  it('is read and exported by levels 1 to 3 of the organisation alone; the others are in it', async () => {
    const team = await start();
    const { app, founder } = team;
    const bea = await hire(team, 'bea@field.test');
    expect((await bea.get('security-log/list/')).status).toBe(403);
    const stranger = (await foundTeam(app, 'eve@other.test', 'Other')).founder;
    // After every event of the stranger: as their cursor it would find all of them.
    team.setup.clock.time += 1;
    const refused = await bea.post('security-log/export/', { format: 'csv' });
    expect(refused.status).toBe(403);
    const foreign = await stranger.get('security-log/list/', { org: founder.orgId ?? '' });
    expect(foreign.status).toBe(404);
    const [newest] = await read(founder);
    expect(newest).toMatchObject({
      kind: 'refused',
      by: { email: 'bea@field.test' },
      details: { call: 'POST security-log/export/' },
    });
    // A cursor of another organisation finds nothing.
    expect(await read(stranger, { before: newest?.id ?? '' })).toEqual([]);
    const theirs = await read(stranger);
    expect(JSON.stringify(theirs)).not.toContain('field.test');
  });

  it('has refusals of writes that a device sends', async () => {
    const team = await start();
    const bea = await hire(team, 'bea@field.test');
    const device = await deviceOf(bea);
    const flags = {
      get_access: true,
      post_access: true,
      patch_access: true,
      delete_access: true,
    };
    const body = { id: freshId(), name: 'Mine', order: 9, ...flags };
    const call = { seq: 1, method: 'POST', path: 'role-level/create/', body } as const;
    const answer = await device.push([call]);
    expect(answer.body.verdicts[0].code).toBe('forbidden');
    // The same call again gets the stored verdict, and is no second refusal.
    await device.push([call]);
    const refusals = (await read(team.founder)).filter(({ kind }) => kind === 'refused');
    expect(refusals.map(({ details }) => details['call'])).toEqual(['POST role-level/create/']);
  });

  it('exports everything in parts, as CSV that no spreadsheet runs and as JSON lines, and logs it once', async () => {
    const team = await start();
    const { app, founder, setup } = team;
    setup.clock.time += 1;
    const header = { headers: { 'user-agent': '=HYPERLINK("https://evil.test")' } };
    await restClient(app).post(
      'api/user-login/',
      { email: 'ada@field.test', password: 'wrong one here' },
      header,
    );
    setup.clock.time += 1;
    const csv = await founder.post('security-log/export/', { format: 'csv' });
    expect(csv.body.next).toBeNull();
    const lines = String(csv.body.data).trimEnd().split('\r\n');
    expect(lines[0]).toBe(
      '"at","kind","person","email","subject","address","browser","details","id"',
    );
    expect(lines.some((line) => line.includes(`"'=HYPERLINK(""https://evil.test"")"`))).toBe(true);
    setup.clock.time += 1;
    const json = await founder.post('security-log/export/', { format: 'json' });
    const entries = String(json.body.data).trimEnd().split('\n');
    expect(entries.map((line) => JSON.parse(line).kind).slice(0, 3)).toEqual([
      'log_exported',
      'log_exported',
      'sign_in_failed',
    ]);
    const [, second] = await read(founder);
    const rest = await founder.post('security-log/export/', {
      format: 'json',
      before: second?.id,
    });
    expect(String(rest.body.data).split('\n')[0]).toContain('sign_in_failed');
    expect((await kinds(founder, { group: 'exports' })).length).toBe(2);
  });

  it('reads two parts of an export for one person at a time, and logs no export that it refuses', async () => {
    const { app, founder } = await start();
    const { database, logPartsInFlight } = app.services;
    const { id } = await database.db.selectFrom('users').select('id').executeTakeFirstOrThrow();
    const running = [logPartsInFlight.begin(id), logPartsInFlight.begin(id)];
    const third = await founder.post('security-log/export/', { format: 'csv' });
    expect(third.status).toBe(429);
    expect(third.headers['retry-after']).toBe('5');
    expect(await kinds(founder, { group: 'exports' })).toEqual([]);
    for (const end of running) end();
    ok(await founder.post('security-log/export/', { format: 'csv' }));
  });

  it('contains every token, calendar and webhook that begins or ends, and no secret of them', async () => {
    const { founder, setup } = await start();
    const calls: readonly (readonly [string, object])[] = [
      ['api/token/create/', { name: 'Nightly', access: 'read', days: 30, password: PASSWORD }],
      ['api/calendar/create/', {}],
      ['api/calendar/end/', {}],
      ['api/webhook/create/', { url: 'https://1.1.1.1/path-secret', kinds: [] }],
    ];
    const made: string[] = [];
    const secrets: string[] = ['path-secret'];
    const send = async (path: string, body: object) => {
      setup.clock.time += 1;
      const { data } = ok(await founder.post(path, { ...body })).body;
      made.push(String(data?.id));
      for (const name of ['token', 'secret', 'address']) {
        if (typeof data?.[name] === 'string') secrets.push(String(data[name].split('/').at(-1)));
      }
    };
    for (const [path, body] of calls) await send(path, body);
    const [token, , , hook] = made;
    await send('api/token/rotate/', { id: token, password: PASSWORD });
    await send('api/token/end/', { id: token });
    await send('api/webhook/update/', { id: hook, active: false });
    await send('api/webhook/rotate/', { id: hook });
    await send('api/webhook/end/', { id: hook });
    const entries = await read(founder, { group: 'access' });
    expect(entries.map(({ kind, subject }) => [kind, subject]).toReversed()).toEqual([
      ['token_created', 'Nightly'],
      ['calendar_created', null],
      ['calendar_ended', null],
      ['webhook_created', '1.1.1.1'],
      ['token_secret_replaced', 'Nightly'],
      ['token_ended', 'Nightly'],
      ['webhook_changed', '1.1.1.1'],
      ['webhook_secret_replaced', '1.1.1.1'],
      ['webhook_deleted', '1.1.1.1'],
    ]);
    expect(secrets).toHaveLength(6);
    for (const secret of secrets) expect(JSON.stringify(entries)).not.toContain(secret);
    // A token that is not one's own is no event.
    expect((await founder.post('api/token/end/', { id: token })).status).toBe(404);
    expect(await kinds(founder, { group: 'access' })).toHaveLength(9);
  });

  it('pages without gaps, also between events of one millisecond', async () => {
    const team = await start();
    const { app, founder, setup } = team;
    const { security, writer } = app.services;
    await writer.separate(async (tx) => {
      const db = await tx.db();
      for (let count = 0; count < 230; count += 1) {
        if (count === 150) setup.clock.time += 1;
        const orgId = founder.orgId ?? '';
        await security.add(db, { kind: 'refused', orgId, details: { count } });
      }
    });
    const seen: unknown[] = [];
    let before: string | undefined;
    for (;;) {
      const query: Record<string, string> = { group: 'rights', ...(before && { before }) };
      const { body } = await founder.get('security-log/list/', { query });
      for (const { details } of body.data) seen.push(details.count);
      if (body.next === null) break;
      before = body.next;
    }
    expect(new Set(seen).size).toBe(230);
    expect(seen).toHaveLength(230);
  });

  it('is changed by nobody, also with SQL; only the end of the retention removes a row', async () => {
    const { app, founder, setup } = await start();
    const { writer } = app.services;
    const inSql = (text: string) => writer.separate(async (tx) => (await tx.sql()).run(text));
    await expect(inSql("update security_log set kind = 'sign_in'")).rejects.toThrow(/never/);
    await expect(inSql('delete from security_log')).rejects.toThrow(/retention/);
    if (app.services.database.kind === 'postgres') {
      await expect(inSql('truncate security_log')).rejects.toThrow(/never/);
    }
    const before = await kinds(founder);
    setup.clock.time += 1_000;
    const limit = setup.clock.time;
    expect(await signIn(restClient(app), 'ada@field.test')).toMatchObject({ status: 200 });
    const removed = await writer.separate(async (tx) => removeOldEvents(await tx.sql(), limit));
    expect(removed).toBeGreaterThanOrEqual(before.length);
    expect(await kinds(founder)).toEqual(['sign_in']);
    await expect(inSql('delete from security_log')).rejects.toThrow(/retention/);
  });

  it('notifies administrators of guesses once an hour, and nobody else', async () => {
    const team = await start();
    const { app, setup, founder } = team;
    const verify = await setup.mailTo('ada@field.test');
    const token = new URL(String(verify?.link)).searchParams.get('token');
    ok(await founder.post('api/email-address/confirm/', { token }));
    await hire(team, 'bea@field.test');
    const alerts = async () => {
      await setup.app.services.mailer.settle();
      return setup.mails
        .filter(({ subject }) => subject === 'Many wrong passwords on Cairn')
        .map(({ to }) => to);
    };
    const guess = (email: string, from: number) =>
      signIn(restClient(app, `198.51.100.${String(from)}`), email, 'a wrong password');
    for (let count = 1; count < GUESSES.ofAccount; count += 1) await guess('bea@field.test', count);
    expect(await alerts()).toEqual([]);
    await guess('bea@field.test', 99);
    expect(await alerts()).toEqual(['ada@field.test']);
    for (let count = 0; count < 5; count += 1) await guess('bea@field.test', count);
    expect(await alerts()).toHaveLength(1);
    const found = (await read(founder)).find(({ kind }) => kind === 'guesses');
    expect(found).toMatchObject({ subject: 'bea@field.test', details: { account: 10 } });
    setup.clock.time += 61 * 60_000;
    ok(await signIn(founder, 'ada@field.test'));
    for (let count = 0; count < GUESSES.ofNetwork; count += 1) {
      // Both accounts from one network: neither reaches the number of an account alone.
      await guess(count % 3 === 0 ? 'ada@field.test' : 'bea@field.test', 7);
    }
    expect(await alerts()).toHaveLength(2);
    // Unknown addresses concern no organisation.
    for (let count = 0; count < 30; count += 1) await guess('nobody@field.test', 8);
    expect(await alerts()).toHaveLength(2);
  });

  it('has guesses that a limit refuses, once an hour', async () => {
    const setup = await startTestApp(await open());
    running.push(setup);
    const { founder } = await foundTeam(setup.app, 'ada@field.test', 'Field Work');
    for (let count = 0; count < 40; count += 1) {
      await signIn(restClient(setup.app, '198.51.100.9'), 'ada@field.test', 'a wrong password');
    }
    const found = await kinds(founder);
    expect(found.filter((kind) => kind === 'sign_in_limited')).toHaveLength(1);
  });
});
