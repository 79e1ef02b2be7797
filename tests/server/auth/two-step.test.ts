import { TOTP } from 'otpauth';
import { afterEach, describe, expect, it } from 'vitest';
import { forEachDatabase } from '../../support/for-each-database.ts';
import {
  adopt,
  foundAndSignIn,
  PASSWORD,
  type Reply,
  type RestClient,
  restClient,
  signIn,
} from '../../support/rest-client.ts';
import { startTestApp, type TestApp } from '../../support/test-app.ts';
import { foundTeam, hire, join, ok, type Team } from '../support/team.ts';

const ADA = 'ada@field.test';
const STEP_MS = 30_000;
const RETRY_KEY = 'k'.repeat(43);

forEachDatabase('the two-step sign-in', (open) => {
  const running: TestApp[] = [];
  const start = async () => {
    const setup = await startTestApp(await open());
    running.push(setup);
    return setup;
  };
  const startTeam = async (): Promise<Team> => {
    const setup = await start();
    return { setup, ...(await foundTeam(setup.app, ADA, 'Field Work')) };
  };
  afterEach(async () => {
    for (const setup of running.splice(0)) await setup.close();
  });
  /** Ada with an app whose secret the test has, and her recovery codes. */
  const withApp = async () => {
    const setup = await start();
    const client = await foundAndSignIn(setup.app, ADA, 'Field Work');
    return { setup, client, ...(await addApp(setup, client)) };
  };

  it('asks for a code after the right password alone, and a wrong password is refused as before', async () => {
    const { setup, code } = await withApp();
    const stranger = restClient(setup.app, '198.51.100.9');
    const wrong = await signIn(stranger, ADA, 'not the password');
    const unknown = await signIn(stranger, 'nobody@field.test', 'not the password');
    expect({ ...wrong.body, request_id: '' }).toEqual({ ...unknown.body, request_id: '' });
    const asked = await signIn(stranger, ADA);
    expect(asked).toMatchObject({ status: 403, body: { code: 'factor_required' } });
    expect(asked.body.details).toEqual({ methods: ['totp', 'recovery'] });
    expect(asked.headers['set-cookie']).toBeUndefined();
    setup.clock.time += STEP_MS;
    ok(await enterWith(stranger, code()));
    expect((await stranger.get('workspace/list/')).status).toBe(200);
  });

  it('accepts a code once, also when two sign-ins send it at the same time', async () => {
    const { setup, code } = await withApp();
    setup.clock.time += STEP_MS;
    const typed = code();
    const both = await Promise.all([
      enterWith(restClient(setup.app, '198.51.100.8'), typed),
      enterWith(restClient(setup.app, '198.51.100.9'), typed),
    ]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 400]);
    setup.clock.time += STEP_MS;
    // Still in the window, and used.
    expect((await enterWith(restClient(setup.app), typed)).status).toBe(400);
  });

  it('accepts the code of the step before, and none that is older', async () => {
    const { setup, code } = await withApp();
    setup.clock.time += 2 * STEP_MS;
    const typed = code();
    setup.clock.time += STEP_MS;
    ok(await enterWith(restClient(setup.app), typed));
    setup.clock.time += STEP_MS;
    const older = code();
    setup.clock.time += 2 * STEP_MS;
    expect((await enterWith(restClient(setup.app), older)).status).toBe(400);
  });

  it('gives the session of the first call to a repetition whose answer was lost, without a second code', async () => {
    const { setup, code } = await withApp();
    setup.clock.time += STEP_MS;
    const form = { email: ADA, password: PASSWORD, code: code(), retry_key: RETRY_KEY };
    const first = ok(await restClient(setup.app).post('api/user-login/', form));
    const again = ok(await restClient(setup.app).post('api/user-login/', form));
    expect(again.body.data.session_id).toBe(first.body.data.session_id);
    const other = { ...form, retry_key: 'j'.repeat(43) };
    expect((await restClient(setup.app).post('api/user-login/', other)).status).toBe(400);
  });

  it('limits wrong codes, logs them, and does not lock out the browser of the person', async () => {
    const { setup, client, code } = await withApp();
    const thief = restClient(setup.app, '198.51.100.9');
    const replies: number[] = [];
    for (let attempt = 0; attempt < 8; attempt += 1)
      replies.push((await enterWith(thief, '000000')).status);
    expect(replies.slice(0, 5)).toEqual([400, 400, 400, 400, 400]);
    expect(replies.slice(5)).toEqual([429, 429, 429]);
    setup.clock.time += STEP_MS;
    ok(await enterWith(client, code()));
    const log = ok(await client.get('security-log/list/')).body.data;
    const kinds = log.map(({ kind }: { kind: string }) => kind);
    expect(kinds.filter((kind: string) => kind === 'factor_wrong')).toHaveLength(5);
    expect(kinds).toContain('factor_added');
  });

  it('accepts each of the ten recovery codes once, tells the person by mail, and stores digests', async () => {
    const { setup, codes } = await withApp();
    expect(new Set(codes).size).toBe(10);
    const [first = '', second = ''] = codes;
    ok(await enterWith(restClient(setup.app), first));
    expect((await setup.mailTo(ADA))?.subject).toMatch(/recovery code|New sign-in/);
    expect(setup.mails.map(({ subject }) => subject)).toContain(
      'A recovery code was used on Cairn',
    );
    expect((await enterWith(restClient(setup.app), first)).status).toBe(400);
    // As people type them.
    ok(await enterWith(restClient(setup.app), ` ${second.replaceAll('-', ' ').toUpperCase()}`));
    const { db } = setup.app.services.database;
    const rows = await db.selectFrom('recovery_codes').selectAll().execute();
    expect(rows).toHaveLength(8);
    for (const one of codes) expect(JSON.stringify(rows)).not.toContain(one);
  });

  it('is not bypassed by a new password from a mail', async () => {
    const { setup, code } = await withApp();
    const stranger = restClient(setup.app, '198.51.100.9');
    ok(await stranger.post('api/password-reset/request/', { email: ADA }));
    const link = (await setup.mailTo(ADA))?.link ?? '';
    const [id, token] = link.split('/').slice(-2);
    const password = 'another horse battery';
    ok(await stranger.post('api/password-reset/confirm/', { id, token, password }));
    const asked = await signIn(stranger, ADA, password);
    expect(asked.body.code).toBe('factor_required');
    setup.clock.time += STEP_MS;
    ok(await enterWith(stranger, code(), password));
  });

  it('is not bypassed by an invitation of another organisation', async () => {
    const { setup } = await withApp();
    const bea = await foundAndSignIn(setup.app, 'bea@field.test', 'Other Work');
    const roles = ok(await bea.get('user-role/list/')).body.data;
    const form = { email: ADA, role: roles[0].id };
    expect((await bea.post('api/org-user-invite/', form)).status).toBe(201);
    const link = (await setup.mailTo(ADA))?.link ?? '';
    const token = link.split('/').at(-1);
    const body = { token, password: PASSWORD };
    const reply = await restClient(setup.app).post('api/organization-invite/accept/', body);
    expect(reply).toMatchObject({ status: 403, body: { code: 'factor_required' } });
    expect(reply.headers['set-cookie']).toBeUndefined();
  });

  it('is set up with the password, and asked for only after a first code', async () => {
    const setup = await start();
    const client = await foundAndSignIn(setup.app, ADA, 'Field Work');
    const wrong = await client.post('api/factor/totp/begin/', { password: 'not the password' });
    expect(wrong.body.code).toBe('bad_credentials');
    ok(await client.post('api/factor/totp/begin/', { password: PASSWORD }));
    ok(await signIn(restClient(setup.app), ADA));
    const guess = await client.post('api/factor/totp/confirm/', { code: '000000' });
    expect(guess.body.code).toBe('bad_credentials');
    ok(await signIn(restClient(setup.app), ADA));
  });

  it('needs a proved address: a stranger’s factor must not meet the owner of the mailbox', async () => {
    const setup = await start();
    const client = await foundAndSignIn(setup.app, ADA, 'Field Work', { proved: false });
    const reply = await client.post('api/factor/totp/begin/', { password: PASSWORD });
    expect(reply).toMatchObject({ status: 403, body: { code: 'forbidden' } });
  });

  it('is removed with the password and a code, never with one of them', async () => {
    const { setup, client, code, codes } = await withApp();
    setup.clock.time += STEP_MS;
    const remove = (password: string, typed: string) =>
      client.post('api/factor/totp/remove/', { password, code: typed });
    expect((await remove('not the password', code())).status).toBe(400);
    expect((await remove(PASSWORD, '000000')).status).toBe(400);
    expect((await signIn(restClient(setup.app), ADA)).body.code).toBe('factor_required');
    ok(await remove(PASSWORD, code()));
    ok(await signIn(restClient(setup.app), ADA));
    expect((await setup.mailTo(ADA))?.subject).toBeDefined();
    expect(ok(await client.get('api/factor/list/')).body.data).toEqual({
      totp: null,
      recovery_codes: 0,
      passkeys: [],
    });
    expect((await enterWith(restClient(setup.app), codes[0] ?? '')).status).toBe(200);
  });

  it('replaces the recovery codes: the old ones no longer work', async () => {
    const { setup, client, code, codes } = await withApp();
    setup.clock.time += STEP_MS;
    const body = { password: PASSWORD, code: code() };
    const renewed = ok(await client.post('api/factor/recovery/renew/', body)).body.data;
    expect(renewed.recovery_codes).toHaveLength(10);
    expect((await enterWith(restClient(setup.app), codes[0] ?? '')).status).toBe(400);
    ok(await enterWith(restClient(setup.app), renewed.recovery_codes[0]));
  });

  it('of a member who lost the app is reset by level 1, logged and mailed', async () => {
    const team = await startTeam();
    const { setup, founder } = team;
    const bea = await hire(team, 'bea@field.test');
    await join(team, bea);
    await addApp(setup, bea);
    const about = { organization_user: bea.orgUserId };
    expect((await bea.post('api/factor/reset/', about)).status).toBe(403);
    const self = { organization_user: founder.orgUserId };
    expect((await founder.post('api/factor/reset/', self)).status).toBe(403);
    ok(await founder.post('api/factor/reset/', about));
    await setup.mailTo('bea@field.test');
    const subjects = setup.mails.filter(({ to }) => to === 'bea@field.test');
    expect(subjects.map(({ text }) => text).join()).toContain('an administrator has removed');
    const log = ok(await founder.get('security-log/list/')).body.data;
    const reset = log.find(({ kind }: { kind: string }) => kind === 'factor_reset');
    expect(reset).toMatchObject({ by: { id: Number(founder.orgUserId) } });
    expect((await founder.post('api/factor/reset/', about)).status).toBe(409);
    ok(await signIn(restClient(setup.app), 'bea@field.test'));
  });

  it('of somebody who also belongs elsewhere is not reset by an organisation', async () => {
    const team = await startTeam();
    const { setup, founder } = team;
    const bea = await hire(team, 'bea@field.test');
    await join(team, bea);
    await addApp(setup, bea);
    ok(
      await bea.post('api/user-organization-create/', {
        display_name: 'Bea',
        email: 'bea@field.test',
        phone_number: '+44 20 7946 0000',
        organization: { name: 'Bea alone' },
        password: PASSWORD,
      }),
    );
    const reply = await founder.post('api/factor/reset/', { organization_user: bea.orgUserId });
    expect(reply).toMatchObject({ status: 409, body: { code: 'conflict' } });
    const asked = await signIn(restClient(setup.app), 'bea@field.test');
    expect(asked.body.code).toBe('factor_required');
  });

  describe('a change of the two-step sign-in', () => {
    const twoBrowsers = async () => {
      const setup = await start();
      const ada = await foundAndSignIn(setup.app, ADA, 'Field Work');
      const phone = restClient(setup.app, '198.51.100.9');
      adopt(phone, await signIn(phone, ADA));
      return { setup, ada, phone };
    };
    const changed = { status: 401, body: { details: { reason: 'factor_changed' } } };

    it('ends every other session at once, and the next sign-in there needs the factor', async () => {
      const { setup, ada, phone } = await twoBrowsers();
      const { code } = await addApp(setup, ada);
      expect((await phone.get('workspace/list/')).status).toBe(401);
      expect(await phone.post('api/session/token/')).toMatchObject(changed);
      expect((await ada.post('api/session/token/')).status).toBe(200);
      expect((await signIn(phone, ADA)).body.code).toBe('factor_required');
      setup.clock.time += STEP_MS;
      ok(await enterWith(phone, code()));
      expect((await phone.get('workspace/list/')).status).toBe(200);
      // Other recovery codes, and none at all.
      setup.clock.time += STEP_MS;
      ok(await ada.post('api/factor/recovery/renew/', { password: PASSWORD, code: code() }));
      expect(await phone.post('api/session/token/')).toMatchObject(changed);
      setup.clock.time += STEP_MS;
      ok(await enterWith(phone, code()));
      setup.clock.time += STEP_MS;
      ok(await ada.post('api/factor/totp/remove/', { password: PASSWORD, code: code() }));
      expect(await phone.post('api/session/token/')).toMatchObject(changed);
      expect((await ada.post('api/session/token/')).status).toBe(200);
    });

    it('that is refused ends nothing', async () => {
      const { setup, ada, phone } = await twoBrowsers();
      ok(await ada.post('api/factor/totp/begin/', { password: PASSWORD }));
      expect((await ada.post('api/factor/totp/confirm/', { code: '000000' })).status).toBe(400);
      expect((await phone.post('api/session/token/')).status).toBe(200);
      await setup.app.services.mailer.settle();
    });

    it('of an earlier build ends the sessions that have proved no factor, with their next renewal', async () => {
      const { setup, ada, phone } = await twoBrowsers();
      const { code } = await addApp(setup, ada);
      setup.clock.time += STEP_MS;
      const opened = ok(await enterWith(phone, code())).body.data.session_id;
      await setup.app.services.writer.write([], async (tx) => {
        const sessions = (await tx.db()).updateTable('sessions').set({ factor: 0 });
        await sessions.where('id', '=', opened).execute();
      });
      expect(await phone.post('api/session/token/')).toMatchObject(changed);
      expect((await ada.post('api/session/token/')).status).toBe(200);
    });

    it('leaves no session that a sign-in by the password alone opens at the same time', async () => {
      const { setup, ada } = await twoBrowsers();
      const begun = ok(await ada.post('api/factor/totp/begin/', { password: PASSWORD })).body.data;
      const app = new TOTP({ secret: begun.secret });
      const code = app.generate({ timestamp: setup.clock.time });
      const others = Array.from({ length: 4 }, (_, index) =>
        restClient(setup.app, `203.0.113.${String(index)}`),
      );
      const [confirmed, ...replies] = await Promise.all([
        ada.post('api/factor/totp/confirm/', { code }),
        ...others.map((client) => signIn(client, ADA)),
      ]);
      ok(confirmed);
      for (const [index, reply] of replies.entries()) {
        const client = others[index];
        if (reply.status !== 200 || client === undefined) continue;
        adopt(client, reply);
        expect((await client.get('workspace/list/')).status).toBe(401);
      }
    });

    it('by level 1 ends the sessions of the member', async () => {
      const team = await startTeam();
      const bea = await hire(team, 'bea@field.test');
      await join(team, bea);
      await addApp(team.setup, bea);
      ok(await team.founder.post('api/factor/reset/', { organization_user: bea.orgUserId }));
      expect(await bea.post('api/session/token/')).toMatchObject(changed);
    });
  });

  async function addApp({ clock }: TestApp, client: RestClient) {
    const begun = ok(await client.post('api/factor/totp/begin/', { password: PASSWORD })).body.data;
    expect(begun.uri).toContain(`secret=${begun.secret}`);
    const app = new TOTP({ secret: begun.secret, algorithm: 'SHA1', digits: 6, period: 30 });
    const code = () => app.generate({ timestamp: clock.time });
    const confirmed = ok(await client.post('api/factor/totp/confirm/', { code: code() }));
    const codes: readonly string[] = confirmed.body.data.recovery_codes;
    return { code, codes };
  }

  async function enterWith(client: RestClient, code: string, password = PASSWORD): Promise<Reply> {
    client.token = undefined;
    const reply = await client.post('api/user-login/', { email: ADA, password, code });
    if (reply.status === 200) adopt(client, reply);
    return reply;
  }
});
