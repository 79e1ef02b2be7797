import { decodeJwt, generateKeyPair, SignJWT } from 'jose';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { type IdentityProvider, startIdentityProvider } from '../../support/identity-provider.ts';
import { forEachDatabase } from '../../support/for-each-database.ts';
import {
  adopt,
  type Reply,
  type RestClient,
  restClient,
  signIn,
} from '../../support/rest-client.ts';
import { startTestApp, type TestApp } from '../../support/test-app.ts';
import { foundTeam, hire, ok, pull, type Team } from '../support/team.ts';

const BEN = 'ben@field.test';
const CEM = 'cem@field.test';
const PUBLIC_URL = 'http://cairn.test';
const EVENT = 'http://schemas.openid.net/event/backchannel-logout';

forEachDatabase('logout by the identity provider', (open) => {
  let provider: IdentityProvider;
  const running: TestApp[] = [];
  beforeAll(async () => {
    provider = await startIdentityProvider(`${PUBLIC_URL}/rest/api/sso/callback/`);
  });
  afterAll(() => provider.close());
  afterEach(async () => {
    provider.forge = undefined;
    for (const setup of running.splice(0)) await setup.close();
  });

  const start = async (): Promise<Team> => {
    const setup = await startTestApp(await open(), {
      publicUrl: PUBLIC_URL,
      ssoHosts: [new URL(provider.issuer).host],
      ssoDomains: ['field.test', 'other.test'],
    });
    running.push(setup);
    const team = { setup, ...(await foundTeam(setup.app, 'ada@field.test', 'Field Work')) };
    await connect(team.founder, 'field.test');
    return team;
  };
  const connect = async (founder: RestClient, domain: string) => {
    ok(await founder.post('api/sso/domain/add/', { domain }));
    ok(
      await founder.post('api/sso/update/', {
        issuer: provider.issuer,
        client_id: provider.clientId,
        client_secret: provider.clientSecret,
        active: true,
        required: false,
        join_role: null,
      }),
    );
  };
  /** Signs in by the provider; returns the id of the session there. */
  const enter = async (client: RestClient, email: string): Promise<string> => {
    let sid = '';
    provider.forge = (idToken) => {
      sid = String(decodeJwt(idToken)['sid']);
      return idToken;
    };
    const { url } = ok(await client.post('api/sso/start/', { email })).body.data;
    const back = await provider.signIn(url, email);
    const query = Object.fromEntries(back.searchParams);
    const reply = await client.get('api/sso/callback/', { query });
    const [, values] = String(reply.headers['location']).split('#');
    const ticket = new URLSearchParams(values).get('ticket');
    adopt(client, ok(await client.post('api/sso/finish/', { ticket })));
    return sid;
  };
  const setSid = ({ app }: Team, sid: string | null) =>
    app.services.writer.write([], async (tx) => {
      const db = await tx.db();
      const all = db.updateTable('sessions').set({ sso_sid: sid });
      await all.where('sso_org', 'is not', null).execute();
    });
  /** As a provider sends it: a form, without a session. */
  const send = ({ app }: Team, token: string): Promise<Reply> =>
    restClient(app, '198.51.100.7').post('api/sso/logout/', {
      logout_token: token,
      other: 'value',
    });

  it('ends the sessions of the person that the provider opened, and no others', async () => {
    const team = await start();
    const password = await hire(team, BEN);
    const cem = await hire(team, CEM);
    const [phone, laptop] = [restClient(team.app), restClient(team.app)];
    const sid = await enter(phone, BEN);
    await enter(laptop, BEN);
    await enter(cem, CEM);
    const reply = await send(team, await provider.logoutToken(BEN, sid));
    expect(reply).toMatchObject({ status: 200, headers: { 'cache-control': 'no-store' } });
    expect((await pull(phone)).status).toBe(401);
    expect(await phone.post('api/session/token/')).toMatchObject({
      status: 401,
      body: { details: { reason: 'ended_by_organization' } },
    });
    // Another session at the provider, another way in, and another person.
    for (const client of [laptop, password, cem]) ok(await pull(client));
    const log = ok(await team.founder.get('security-log/list/')).body.data;
    expect(JSON.stringify(log)).toContain('provider_logout');
  });

  it('a token without a session of the provider ends all sessions of its subject', async () => {
    const team = await start();
    const password = await hire(team, BEN);
    const [phone, laptop] = [restClient(team.app), restClient(team.app)];
    await enter(phone, BEN);
    await enter(laptop, BEN);
    await setSid(team, null);
    ok(await send(team, await provider.logoutToken(BEN, 'unknown')));
    for (const client of [phone, laptop]) expect((await pull(client)).status).toBe(401);
    ok(await pull(password));
  });

  it('ends those of every organisation with the same registration, whatever is wrong with one of them', async () => {
    const team = await start();
    const other = { ...(await foundTeam(team.app, 'zoe@other.test', 'Other')) };
    await connect(other.founder, 'other.test');
    await hire(team, BEN);
    const [ben, zoe] = [restClient(team.app), restClient(team.app)];
    const [bens, zoes] = [await enter(ben, BEN), await enter(zoe, 'zoe@other.test')];
    ok(await send(team, await provider.logoutToken('zoe@other.test', zoes)));
    expect((await pull(zoe)).status).toBe(401);
    ok(await pull(ben));

    // The secret of one organisation can no longer be read.
    await team.app.services.writer.write([], async (tx) => {
      const db = await tx.db();
      const providers = db.updateTable('sso_providers').set({ client_secret: 'unreadable' });
      await providers.where('org_id', '=', other.founder.orgId ?? '').execute();
    });
    ok(await send(team, await provider.logoutToken(BEN, bens)));
    expect((await pull(ben)).status).toBe(401);
  });

  it('a token counts once: somebody who has signed in again stays', async () => {
    const team = await start();
    await hire(team, BEN);
    const browser = restClient(team.app);
    const sid = await enter(browser, BEN);
    const token = await provider.logoutToken(BEN, sid);
    ok(await send(team, token));
    await enter(browser, BEN);
    await setSid(team, sid);
    ok(await send(team, token));
    ok(await pull(browser));
  });

  it('refuses what the provider has not signed, what is for somebody else, and what is no logout', async () => {
    const team = await start();
    await hire(team, BEN);
    const browser = restClient(team.app);
    const sid = await enter(browser, BEN);
    let idToken = '';
    provider.forge = (token) => {
      idToken = token;
      return token;
    };
    const { url } = ok(await browser.post('api/sso/start/', { email: BEN })).body.data;
    const back = await provider.signIn(url, BEN);
    await browser.get('api/sso/callback/', { query: Object.fromEntries(back.searchParams) });
    const { privateKey } = await generateKeyPair('RS256');
    const forged = (claims: object) =>
      new SignJWT({ sub: BEN, sid, jti: 'x', events: { [EVENT]: {} }, ...claims })
        .setProtectedHeader({ alg: 'RS256', typ: 'logout+jwt' })
        .setIssuer(provider.issuer)
        .setAudience(provider.clientId)
        .setIssuedAt()
        .setExpirationTime('2m')
        .sign(privateKey);
    const right = await provider.logoutToken(BEN, sid);
    const [header = '', body = '', signature = ''] = right.split('.');
    const unsigned = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${body}.`;
    const bad = [
      '',
      'no token',
      await forged({}),
      await forged({ iss: 'https://elsewhere.example' }),
      unsigned,
      `${header}.${body}.${signature.slice(0, -8)}AAAAAAAA`,
      idToken,
    ];
    expect(idToken).not.toBe('');
    for (const token of bad) expect((await send(team, token)).status).toBe(400);
    ok(await pull(browser));
    ok(await team.founder.post('api/sso/remove/', {}));
    expect((await send(team, right)).status).toBe(400);
    ok(await signIn(team.founder, 'ada@field.test'));
  });
});
