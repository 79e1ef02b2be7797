import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type IdentityProvider, startIdentityProvider } from '../../support/identity-provider.ts';
import { forEachDatabase } from '../../support/for-each-database.ts';
import {
  adopt,
  foundAndSignIn,
  PASSWORD,
  type Reply,
  type RestClient,
  restClient,
  signIn,
  signUpForm,
} from '../../support/rest-client.ts';
import { startTestApp, type TestApp } from '../../support/test-app.ts';
import { softwarePasskey } from '../support/software-passkey.ts';
import { foundTeam, hire, ok, type Team } from '../support/team.ts';

const DOMAIN = 'field.test';
const ADA = `ada@${DOMAIN}`;
const BEN = `ben@${DOMAIN}`;
const PUBLIC_URL = 'http://cairn.test';

forEachDatabase('single sign-on', (open) => {
  let provider: IdentityProvider;
  const running: TestApp[] = [];
  const records = new Map<string, readonly string[]>();
  beforeAll(async () => {
    provider = await startIdentityProvider(`${PUBLIC_URL}/rest/api/sso/callback/`);
  });
  afterAll(() => provider.close());
  afterEach(async () => {
    provider.claims.clear();
    provider.forge = undefined;
    records.clear();
    for (const setup of running.splice(0)) await setup.close();
  });

  const start = async (): Promise<Team> => {
    const setup = await startTestApp(await open(), {
      publicUrl: PUBLIC_URL,
      ssoHosts: [new URL(provider.issuer).host],
      lookupTxt: async (name) => {
        const found = records.get(name);
        if (found === undefined) throw new Error('ENOTFOUND');
        return found;
      },
    });
    running.push(setup);
    return { setup, ...(await foundTeam(setup.app, ADA, 'Field Work')) };
  };

  interface Settings {
    readonly required?: boolean;
    readonly join_role?: number | null;
    readonly active?: boolean;
    readonly client_secret?: string;
  }
  const update = (client: RestClient, settings: Settings = {}) =>
    client.post('api/sso/update/', {
      issuer: provider.issuer,
      client_id: provider.clientId,
      client_secret: provider.clientSecret,
      active: true,
      required: false,
      join_role: null,
      ...settings,
    });
  const settingsOf = async (client: RestClient) =>
    ok(await client.get('api/sso/settings/')).body.data;
  const verify = async (client: RestClient, domain = DOMAIN) => {
    ok(await client.post('api/sso/domain/add/', { domain }));
    const settings = await settingsOf(client);
    const { record } = settings.domains.find((one: { domain: string }) => one.domain === domain);
    records.set(record.name, [record.value]);
    ok(await client.post('api/sso/domain/verify/', { domain }));
  };
  /** A team with the provider and the proved domain. */
  const startWithProvider = async (settings: Settings = {}): Promise<Team> => {
    const team = await start();
    await verify(team.founder);
    ok(await update(team.founder, settings));
    return team;
  };
  const roleOf = async ({ founder }: Pick<Team, 'founder'>, name: string): Promise<number> => {
    const roles = await founder.get('user-role/list/');
    return roles.body.data.find((one: { name: string }) => one.name === name).id;
  };

  /** What a browser does until the provider has sent it back. */
  const returnOf = async (
    client: RestClient,
    email: string,
    as = email,
  ): Promise<URLSearchParams> => {
    const { url } = ok(await client.post('api/sso/start/', { email })).body.data;
    const back = await provider.signIn(url, as);
    return come(client, back);
  };
  const come = async (client: RestClient, back: URL): Promise<URLSearchParams> => {
    const reply = await client.get('api/sso/callback/', {
      query: Object.fromEntries(back.searchParams),
    });
    expect(reply.status).toBe(303);
    const location = String(reply.headers['location']);
    expect(location).toMatch(/^\/sign-in\/return#/);
    return new URLSearchParams(location.slice(location.indexOf('#') + 1));
  };
  const finish = async (
    client: RestClient,
    returned: URLSearchParams,
    more: object = {},
  ): Promise<Reply> => {
    expect(returned.get('failed')).toBeNull();
    const reply = await client.post('api/sso/finish/', { ticket: returned.get('ticket'), ...more });
    if (reply.status === 200) adopt(client, reply);
    return reply;
  };
  const enter = async (client: RestClient, email: string): Promise<Reply> =>
    finish(client, await returnOf(client, email));

  it('signs in a member whom the provider names, and the session works', async () => {
    const team = await startWithProvider();
    await hire(team, BEN);
    const browser = restClient(team.app);
    const reply = ok(await enter(browser, BEN));
    expect(reply.body.data.user.email).toBe(BEN);
    expect((await browser.get('workspace/list/')).status).toBe(200);
    const log = ok(await team.founder.get('security-log/list/')).body.data;
    expect(JSON.stringify(log)).toContain('sso_changed');
    expect(JSON.stringify(log)).not.toContain(provider.clientSecret);
  });

  it('lets a person join at their first sign-in, with the role of the setting, or refuses', async () => {
    const team = await startWithProvider();
    const stranger = restClient(team.app);
    expect(await enter(stranger, `new@${DOMAIN}`)).toMatchObject({ status: 403 });
    ok(await update(team.founder, { join_role: await roleOf(team, 'Member') }));
    const reply = ok(await enter(stranger, `new@${DOMAIN}`));
    expect(reply.body.data.user.display_name).toBe('Person new');
    expect(reply.body.data.organizations).toHaveLength(1);
    const again = ok(await enter(restClient(team.app), `new@${DOMAIN}`));
    expect(again.body.data.user.id).toBe(reply.body.data.user.id);
    const people = ok(await team.founder.get('organization-user/list/')).body.data;
    expect(
      people.filter((one: { user: { email: string } }) => one.user.email === `new@${DOMAIN}`),
    ).toHaveLength(1);
  });

  it('lets nobody join at Level 1', async () => {
    const team = await startWithProvider();
    const join_role = await roleOf(team, 'Administrator');
    expect(await update(team.founder, { join_role })).toMatchObject({ status: 400 });
  });

  it('accepts an invitation, and the person who was added, without a link', async () => {
    const team = await startWithProvider();
    const role = await roleOf(team, 'Member');
    expect((await team.founder.post('api/org-user-invite/', { email: BEN, role })).status).toBe(
      201,
    );
    const reply = ok(await enter(restClient(team.app), BEN));
    expect(reply.body.data.organizations).toHaveLength(1);
    const invited = ok(await team.founder.get('api/org-user-invite/list/')).body.data;
    expect(invited.find((one: { email: string }) => one.email === BEN).state).toBe('accepted');
  });

  it('accepts the invitation of its own organisation, although another invited the person later', async () => {
    const team = await startWithProvider();
    const invite = async (by: RestClient) => {
      const role = await roleOf({ founder: by }, 'Member');
      const reply = await by.post('api/org-user-invite/', { email: BEN, role });
      expect(reply.status).toBe(201);
    };
    await invite(team.founder);
    team.setup.clock.time += 1_000;
    const other = await foundAndSignIn(team.app, 'eve@elsewhere.test', 'Elsewhere');
    await invite(other);
    const reply = ok(await enter(restClient(team.app), BEN));
    expect(reply.body.data.organizations).toHaveLength(1);
    const stateOf = async (by: RestClient) => {
      const { data } = ok(await by.get('api/org-user-invite/list/')).body;
      return data.find((one: { email: string }) => one.email === BEN).state;
    };
    expect([await stateOf(team.founder), await stateOf(other)]).toEqual(['accepted', 'pending']);
  });

  it('refuses a deactivated person', async () => {
    const team = await startWithProvider({});
    const ben = await hire(team, BEN);
    ok(
      await team.founder.patch(`organization-user/update/${String(ben.orgUserId)}/`, {
        active: false,
      }),
    );
    expect(await enter(restClient(team.app), BEN)).toMatchObject({ status: 403 });
  });

  it('speaks for no address of another domain, whatever the provider says', async () => {
    const team = await startWithProvider();
    const other = await foundAndSignIn(team.app, 'eve@elsewhere.test', 'Elsewhere');
    provider.claims.set(BEN, { email: 'eve@elsewhere.test' });
    const returned = await returnOf(restClient(team.app), BEN);
    expect(returned.get('failed')).toBe('other_domain');
    expect(returned.get('ticket')).toBeNull();
    // An organisation that has not proved a domain cannot use it.
    ok(await other.post('api/sso/domain/add/', { domain: DOMAIN }));
    ok(await update(other));
    expect(await other.post('api/sso/domain/verify/', { domain: DOMAIN })).toMatchObject({
      status: 409,
    });
    ok(await team.founder.post('api/sso/domain/remove/', { domain: DOMAIN }));
    expect(await restClient(team.app).post('api/sso/start/', { email: ADA })).toMatchObject({
      status: 404,
    });
  });

  it('gives a domain to the organisation that verifies it last', async () => {
    const team = await startWithProvider();
    const other = await foundAndSignIn(team.app, 'eve@elsewhere.test', 'Elsewhere');
    await verify(other);
    const [domain] = (await settingsOf(team.founder)).domains;
    expect(domain.verified_at).toBeNull();
    expect((await settingsOf(other)).domains[0].verified_at).not.toBeNull();
  });

  it('is removed for one organisation alone, with its sign-ins that are under way', async () => {
    const team = await startWithProvider();
    await hire(team, BEN);
    const other = await foundAndSignIn(team.app, 'eve@elsewhere.test', 'Elsewhere');
    expect((await settingsOf(other)).provider).toBeNull();
    ok(await update(other));
    ok(await restClient(team.app).post('api/sso/start/', { email: BEN }));
    ok(await other.post('api/sso/remove/'));
    expect((await settingsOf(other)).provider).toBeNull();
    expect((await settingsOf(team.founder)).provider).toMatchObject({ issuer: provider.issuer });
    const { db } = team.app.services.database;
    const attempts = await db.selectFrom('sso_attempts').select('org_id').execute();
    expect(attempts).toEqual([{ org_id: team.founder.orgId }]);
  });

  it('refuses an address that the provider has not verified, and a cancelled sign-in', async () => {
    const team = await startWithProvider();
    await hire(team, BEN);
    provider.claims.set(BEN, { email_verified: false });
    expect((await returnOf(restClient(team.app), BEN)).get('failed')).toBe('unverified');
    const browser = restClient(team.app);
    const { url } = ok(await browser.post('api/sso/start/', { email: BEN })).body.data;
    const back = new URL(`${PUBLIC_URL}/rest/api/sso/callback/`);
    back.searchParams.set('state', new URL(url).searchParams.get('state') ?? '');
    back.searchParams.set('error', 'access_denied');
    back.searchParams.set('iss', provider.issuer);
    expect((await come(browser, back)).get('failed')).toBe('declined');
  });

  it('accepts no ID token that is unsigned, changed, too old, or for another client or issuer', async () => {
    const team = await startWithProvider();
    await hire(team, BEN);
    const forgeries: Readonly<Record<string, (token: string) => string>> = {
      'another person': (token) => withClaims(token, { email: ADA }),
      'another client': (token) => withClaims(token, { aud: 'other' }),
      'another issuer': (token) => withClaims(token, { iss: 'https://other.test' }),
      'too old': (token) => withClaims(token, { exp: 1_000_000_000 }),
      'another nonce': (token) => withClaims(token, { nonce: 'other' }),
      unsigned: (token) => {
        const header = Buffer.from(JSON.stringify({ alg: 'none' })).toString('base64url');
        return `${header}.${token.split('.')[1] ?? ''}.`;
      },
    };
    for (const [name, forge] of Object.entries(forgeries)) {
      provider.forge = forge;
      const returned = await returnOf(restClient(team.app), BEN);
      expect([name, returned.get('failed')]).toEqual([name, 'unreachable']);
    }
    provider.forge = undefined;
    ok(await enter(restClient(team.app), BEN));
  });

  it('continues only in the browser that began, and once', async () => {
    const team = await startWithProvider();
    await hire(team, BEN);
    const browser = restClient(team.app);
    const { url } = ok(await browser.post('api/sso/start/', { email: BEN })).body.data;
    const back = await provider.signIn(url, BEN);
    expect((await come(restClient(team.app), back)).get('failed')).toBe('expired');
    const victim = restClient(team.app);
    ok(await victim.post('api/sso/start/', { email: BEN }));
    expect((await come(victim, back)).get('failed')).toBe('expired');
    const returned = await come(browser, back);
    expect((await come(browser, back)).get('failed')).toBe('expired');
    expect(await finish(victim, returned)).toMatchObject({ status: 404 });
    ok(await finish(browser, returned));
    expect(await finish(browser, returned)).toMatchObject({ status: 404 });
  });

  it('opens one session for a call that is repeated because its answer was lost', async () => {
    const team = await startWithProvider();
    await hire(team, BEN);
    const browser = restClient(team.app);
    const returned = await returnOf(browser, BEN);
    const cookies = new Map(browser.cookies);
    const retry_key = 'k'.repeat(43);
    const first = ok(await finish(browser, returned, { retry_key }));
    const again = restClient(team.app);
    for (const [name, value] of cookies) again.cookies.set(name, value);
    const second = ok(await finish(again, returned, { retry_key }));
    expect(second.body.data.session_id).toBe(first.body.data.session_id);
    expect(
      await finish(restClient(team.app), returned, { retry_key: 'j'.repeat(43) }),
    ).toMatchObject({ status: 404 });
  });

  it('ends what a stranger had set up who signed up with the address', async () => {
    const team = await startWithProvider({});
    const stranger = restClient(team.app);
    ok(await stranger.post('api/user-organization-create/', signUpForm(BEN, 'Trap')));
    ok(await signIn(stranger, BEN));
    ok(await update(team.founder, { join_role: await roleOf(team, 'Member') }));
    ok(await enter(restClient(team.app), BEN));
    expect((await stranger.get('workspace/list/')).status).toBe(401);
    expect((await signIn(restClient(team.app), BEN)).status).toBe(400);
  });

  it('when required, refuses passwords and ends sessions of its members, except at Level 1', async () => {
    const team = await startWithProvider();
    const ben = await hire(team, BEN);
    const guest = await hire(team, 'guest@elsewhere.test');
    ok(await update(team.founder, { required: true }));
    const refused = await signIn(restClient(team.app), BEN);
    expect(refused).toMatchObject({ status: 403, body: { details: { single_sign_on: true } } });
    const renewal = { headers: { 'sec-fetch-site': 'same-origin' } };
    expect((await ben.post('api/session/token/', {}, renewal)).status).toBe(401);
    expect((await guest.post('api/session/token/', {}, renewal)).status).toBe(200);
    ok(await signIn(restClient(team.app), 'guest@elsewhere.test'));
    ok(await signIn(restClient(team.app), ADA));
    const browser = restClient(team.app);
    ok(await enter(browser, BEN));
    ok(await browser.post('api/session/token/', {}, renewal));
    expect(
      await browser.post('api/email-address/change/', {
        email: 'ben@elsewhere.test',
        password: PASSWORD,
      }),
    ).toMatchObject({ status: 403 });
  });

  it('is set up by Level 1 alone, over https to the public internet unless the operator says otherwise', async () => {
    const team = await start();
    const manager = await hire(team, BEN, 'Manager');
    for (const [path, body] of [
      ['api/sso/domain/add/', { domain: DOMAIN }],
      ['api/sso/domain/verify/', { domain: DOMAIN }],
      ['api/sso/domain/remove/', { domain: DOMAIN }],
      ['api/sso/remove/', {}],
    ] as const) {
      expect([path, (await manager.post(path, body)).status]).toEqual([path, 403]);
    }
    expect((await manager.get('api/sso/settings/')).status).toBe(403);
    expect(await update(manager)).toMatchObject({ status: 403 });
    for (const issuer of ['http://127.0.0.1:1', 'https://10.0.0.1', 'https://localhost:1']) {
      const reply = await team.founder.post('api/sso/update/', {
        issuer,
        client_id: 'cairn',
        client_secret: 'secret',
        active: true,
        required: false,
        join_role: null,
      });
      expect([issuer, reply.status]).toEqual([issuer, 409]);
    }
    expect((await settingsOf(team.founder)).provider).toBeNull();
  });

  it('shows no secret, and sends the one of an issuer to no other', async () => {
    const team = await startWithProvider();
    expect(JSON.stringify(await settingsOf(team.founder))).not.toContain(provider.clientSecret);
    const kept = { issuer: provider.issuer, client_id: provider.clientId };
    const rest = { active: true, required: false, join_role: null };
    ok(await team.founder.post('api/sso/update/', { ...kept, ...rest }));
    const other = { issuer: 'https://other.test', client_id: 'cairn', ...rest };
    expect(await team.founder.post('api/sso/update/', other)).toMatchObject({ status: 400 });
  });

  it('keeps a new secret that was stored while the provider described itself', async () => {
    const team = await startWithProvider({ client_secret: 'expired' });
    const rest = { issuer: provider.issuer, client_id: provider.clientId, join_role: null };
    const [kept, renewed] = await Promise.all([
      team.founder.post('api/sso/update/', { ...rest, active: true, required: false }),
      update(team.founder, { active: false }),
    ]);
    ok(kept);
    ok(renewed);
    ok(await team.founder.post('api/sso/update/', { ...rest, active: true, required: false }));
    await hire(team, BEN, 'Member');
    const browser = restClient(team.setup.app, '198.51.100.7');
    ok(await enter(browser, BEN));
  });

  describe('a person without a password', () => {
    /** Ben, whom the provider has signed in, and what his browser does to prove himself there. */
    const withBen = async () => {
      const team = await startWithProvider();
      ok(await update(team.founder, { join_role: await roleOf(team, 'Member') }));
      const ben = restClient(team.setup.app, '198.51.100.7');
      adopt(ben, ok(await finish(ben, await returnOf(ben, BEN))));
      const leave = async (as = BEN) => {
        const { url } = ok(await ben.post('api/own-proof/provider/')).body.data;
        return { url: new URL(url), returned: await come(ben, await provider.signIn(url, as)) };
      };
      return { ...team, ben, leave };
    };
    const token = { name: 'Report', access: 'read', days: 7, password: '' };

    it('proves themselves by a new sign-in at the provider, for five minutes', async () => {
      const { setup, founder, ben, leave } = await withBen();
      expect(ok(await ben.get('api/own-proof/')).body.data).toEqual({
        password: false,
        passkey: false,
        provider: true,
        until: null,
      });
      const before = await ben.post('api/token/create/', token);
      expect(before).toMatchObject({ status: 400, body: { code: 'bad_credentials' } });
      const { url, returned } = await leave();
      expect(url.searchParams.get('prompt')).toBe('login');
      expect(returned.get('proof')).toBe('1');
      const ticket = returned.get('ticket') ?? '';
      // It signs nobody in, and another browser cannot use it.
      expect((await ben.post('api/sso/finish/', { ticket })).status).toBe(404);
      expect((await founder.post('api/own-proof/finish/', { ticket })).status).toBe(400);
      ok(await ben.post('api/own-proof/finish/', { ticket }));
      expect((await ben.post('api/own-proof/finish/', { ticket })).status).toBe(400);
      ok(await ben.post('api/token/create/', token));
      ok(await ben.post('api/own-data/request/', { password: '' }));
      ok(await ben.post('api/factor/totp/begin/', { password: '' }));
      setup.clock.time += 5 * 60_000;
      expect((await ben.post('api/token/create/', token)).status).toBe(400);
    });

    it('is not proved by a sign-in of somebody else, by a ticket of a sign-in, or in another session', async () => {
      const { setup, ben, leave } = await withBen();
      const { returned } = await leave(`cleo@${DOMAIN}`);
      const ticket = returned.get('ticket') ?? '';
      expect((await ben.post('api/own-proof/finish/', { ticket })).status).toBe(400);
      const signIn = await returnOf(ben, BEN);
      const other = signIn.get('ticket') ?? '';
      expect((await ben.post('api/own-proof/finish/', { ticket: other })).status).toBe(400);
      const right = (await leave()).returned.get('ticket') ?? '';
      ok(await ben.post('api/own-proof/finish/', { ticket: right }));
      const laptop = restClient(setup.app, '198.51.100.8');
      adopt(laptop, ok(await finish(laptop, await returnOf(laptop, BEN))));
      expect((await laptop.post('api/token/create/', token)).status).toBe(400);
      ok(await ben.post('api/token/create/', token));
    });

    it('is not proved by a provider that does not say when it asked the person', async () => {
      const { ben } = await withBen();
      const { url } = ok(await ben.post('api/own-proof/provider/')).body.data;
      const bare = new URL(url);
      bare.searchParams.delete('prompt');
      bare.searchParams.delete('max_age');
      const returned = await come(ben, await provider.signIn(bare.href, BEN));
      expect(returned.get('ticket')).toBeNull();
      expect(returned.get('failed')).not.toBeNull();
    });

    it('proves themselves by a passkey, and only by their own', async () => {
      const { setup, ben, leave, founder } = await withBen();
      const { returned } = await leave();
      ok(await ben.post('api/own-proof/finish/', { ticket: returned.get('ticket') ?? '' }));
      const passkey = softwarePasskey({ origin: PUBLIC_URL, rpId: 'cairn.test' });
      const asked = ok(await ben.post('api/factor/passkey/begin/', { password: '' })).body.data;
      const created = { name: 'Laptop', passkey: passkey.create(asked) };
      ok(await ben.post('api/factor/passkey/create/', created));
      setup.clock.time += 10 * 60_000;
      expect((await ben.post('api/token/create/', token)).status).toBe(400);
      const sign = async () => passkey.get(ok(await ben.post('api/passkey/options/')).body.data);
      expect((await founder.post('api/own-proof/passkey/', { passkey: await sign() })).status).toBe(
        400,
      );
      const signed = await sign();
      ok(await ben.post('api/own-proof/passkey/', { passkey: signed }));
      expect((await ben.post('api/own-proof/passkey/', { passkey: signed })).status).toBe(400);
      ok(await ben.post('api/token/create/', token));
    });

    it('with a password is asked for it, whatever they have proved', async () => {
      const { founder } = await withBen();
      const { url } = ok(await founder.post('api/own-proof/provider/')).body.data;
      const returned = await come(founder, await provider.signIn(url, ADA));
      ok(await founder.post('api/own-proof/finish/', { ticket: returned.get('ticket') ?? '' }));
      expect((await founder.post('api/token/create/', token)).status).toBe(400);
    });
  });
});

/** The token with other claims, under its former signature. */
function withClaims(token: string, claims: object): string {
  const [header, payload = '', signature] = token.split('.');
  const changed = { ...JSON.parse(Buffer.from(payload, 'base64url').toString('utf8')), ...claims };
  const text = Buffer.from(JSON.stringify(changed)).toString('base64url');
  return [header, text, signature].join('.');
}
