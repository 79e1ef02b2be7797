import { afterEach, expect, it } from 'vitest';
import { forEachDatabase } from '../../support/for-each-database.ts';
import {
  adopt,
  foundAndSignIn,
  PASSWORD,
  type RestClient,
  restClient,
  signIn,
} from '../../support/rest-client.ts';
import { startTestApp, type TestApp } from '../../support/test-app.ts';
import { softwarePasskey } from '../support/software-passkey.ts';
import { ok } from '../support/team.ts';

const ADA = 'ada@field.test';
const BEA = 'bea@field.test';
const SITE = { origin: 'http://cairn.test', rpId: 'cairn.test' };

forEachDatabase('passkeys', (open) => {
  const running: TestApp[] = [];
  const start = async () => {
    const setup = await startTestApp(await open());
    running.push(setup);
    return setup;
  };
  afterEach(async () => {
    for (const setup of running.splice(0)) await setup.close();
  });
  const withPasskey = async () => {
    const setup = await start();
    const client = await foundAndSignIn(setup.app, ADA, 'Field Work');
    return { setup, client, ...(await add(client)) };
  };

  it('sign in alone, and the password alone no longer does', async () => {
    const { setup, passkey } = await withPasskey();
    const phone = restClient(setup.app, '198.51.100.10');
    const reply = await enterWith(phone, passkey.get(await options(phone)));
    expect(reply.body.data.user.email).toBe(ADA);
    expect((await phone.get('workspace/list/')).status).toBe(200);
    const asked = await signIn(restClient(setup.app), ADA);
    expect(asked).toMatchObject({ status: 403, body: { code: 'factor_required' } });
    expect(asked.body.details).toEqual({ methods: ['passkey', 'recovery'] });
    const [listed] = ok(await phone.get('api/factor/list/')).body.data.passkeys;
    expect(listed).toMatchObject({ name: 'Laptop', used_at: setup.clock.time });
  });

  it('answer a challenge once, within five minutes, at this site, with the person verified', async () => {
    const { setup, passkey } = await withPasskey();
    const phone = restClient(setup.app, '198.51.100.10');
    const used = passkey.get(await options(phone));
    ok(await enterWith(phone, used));
    const late = await options(phone);
    setup.clock.time += 5 * 60_000 + 1;
    const elsewhere = { at: 'http://cairn.test.evil.example' };
    const refused = [
      used,
      passkey.get(late),
      passkey.get({ challenge: Buffer.from('x'.repeat(43)).toString('base64url') }),
      passkey.get(await options(phone), elsewhere),
      // Present, and not verified.
      passkey.get(await options(phone), { flags: 0x01 }),
      softwarePasskey({ ...SITE, rpId: 'other.test' }).get(await options(phone)),
    ];
    for (const answer of refused) {
      const reply = await enterWith(restClient(setup.app), answer);
      expect(reply).toMatchObject({ status: 400, body: { code: 'bad_credentials' } });
      expect(reply.headers['set-cookie']).toBeUndefined();
    }
  });

  it('give the session of the first call to a repetition whose answer was lost', async () => {
    const { setup, passkey } = await withPasskey();
    const phone = restClient(setup.app, '198.51.100.10');
    const body = { passkey: passkey.get(await options(phone)), retry_key: 'k'.repeat(43) };
    const first = ok(await phone.post('api/passkey/sign-in/', body));
    const again = ok(await restClient(setup.app).post('api/passkey/sign-in/', body));
    expect(again.body.data.session_id).toBe(first.body.data.session_id);
    const other = { ...body, retry_key: 'j'.repeat(43) };
    expect((await phone.post('api/passkey/sign-in/', other)).status).toBe(400);
  });

  it('are added with the password, by the person who began', async () => {
    const { setup, client } = await withPasskey();
    const wrong = await client.post('api/factor/passkey/begin/', { password: 'not the password' });
    expect(wrong.body.code).toBe('bad_credentials');
    const bea = await foundAndSignIn(setup.app, BEA, 'Other Work');
    const begun = ok(await client.post('api/factor/passkey/begin/', { password: PASSWORD }));
    const stolen = softwarePasskey(SITE).create(begun.body.data);
    const reply = await bea.post('api/factor/passkey/create/', { passkey: stolen, name: 'Mine' });
    expect(reply.body.code).toBe('bad_credentials');
    // The challenge of a sign-in creates nothing.
    const other = softwarePasskey(SITE).create(await options(client));
    const second = await client.post('api/factor/passkey/create/', {
      passkey: other,
      name: 'Mine',
    });
    expect(second.body.code).toBe('bad_credentials');
    expect(ok(await client.get('api/factor/list/')).body.data.passkeys).toHaveLength(1);
  });

  it('are removed with the password and a second factor, of the own account alone', async () => {
    const { setup, client, passkey, codes } = await withPasskey();
    const bea = await foundAndSignIn(setup.app, BEA, 'Other Work');
    const theirs = await add(bea);
    const [{ id }] = ok(await client.get('api/factor/list/')).body.data.passkeys;
    const remove = (who: RestClient, proof: object) =>
      who.post('api/factor/passkey/remove/', { id, password: PASSWORD, ...proof });
    expect((await remove(client, {})).status).toBe(400);
    const foreign = { passkey: theirs.passkey.get(await options(bea)) };
    expect((await remove(client, foreign)).body.code).toBe('bad_credentials');
    expect((await remove(bea, { code: theirs.codes[0] ?? '' })).status).toBe(404);
    ok(await remove(client, { passkey: passkey.get(await options(client)) }));
    ok(await signIn(restClient(setup.app), ADA));
    const reply = await enterWith(restClient(setup.app), passkey.get(await options(client)));
    expect(reply.body.code).toBe('bad_credentials');
    expect(codes).toHaveLength(10);
  });

  it('refuse a copy whose count of signatures is behind', async () => {
    const { setup, passkey } = await withPasskey();
    const phone = restClient(setup.app, '198.51.100.10');
    const behind = passkey.get(await options(phone));
    ok(await enterWith(phone, passkey.get(await options(phone))));
    expect((await enterWith(phone, behind)).body.code).toBe('bad_credentials');
  });

  async function add(client: RestClient) {
    const passkey = softwarePasskey(SITE);
    const begun = ok(await client.post('api/factor/passkey/begin/', { password: PASSWORD }));
    const body = { passkey: passkey.create(begun.body.data), name: 'Laptop' };
    const created = ok(await client.post('api/factor/passkey/create/', body));
    const codes: readonly string[] = created.body.data.recovery_codes;
    return { passkey, codes };
  }

  async function options(client: RestClient): Promise<{ readonly challenge: string }> {
    return ok(await client.post('api/passkey/options/')).body.data;
  }

  async function enterWith(client: RestClient, passkey: object) {
    const reply = await client.post('api/passkey/sign-in/', { passkey });
    if (reply.status === 200) adopt(client, reply);
    return reply;
  }
});
