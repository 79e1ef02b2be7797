import { createPrivateKey, diffieHellman, generateKeyPairSync } from 'node:crypto';
import { afterEach, expect, it } from 'vitest';
import { forEachDatabase } from '../../support/for-each-database.ts';
import { foundAndSignIn, restClient, signIn } from '../../support/rest-client.ts';
import { startTestApp, type TestApp } from '../../support/test-app.ts';

const PATH = 'api/session/sealing-key/';

forEachDatabase('the key pair of a person', (open) => {
  const running: TestApp[] = [];
  const start = async () => {
    const setup = await startTestApp(await open());
    running.push(setup);
    return setup;
  };
  afterEach(async () => {
    for (const setup of running.splice(0)) await setup.close();
  });

  it('returns the public half to every session, and the private one to the person’s own sessions only', async () => {
    const { app } = await start();
    const ada = await foundAndSignIn(app, 'ada@example.org', 'Highland Paths');
    const eve = await foundAndSignIn(app, 'eve@example.org', 'Lowland Canals');
    const own = await ada.get(PATH);
    expect(own.status).toBe(200);
    expect(own.headers['cache-control']).toBe('no-store');
    const renewed = await ada.post('api/session/token/');
    expect(renewed.body.data.sealing_key).toBe(own.body.data.public_key);
    expect(JSON.stringify(renewed.body)).not.toContain(own.body.data.private_key);

    const others = await eve.get(PATH);
    expect(others.body.data.public_key).not.toBe(own.body.data.public_key);
    expect(others.body.data.private_key).not.toBe(own.body.data.private_key);
    // Her organisation named by another person, and no person at all.
    expect((await eve.get(PATH, { org: ada.orgId ?? '' })).status).toBe(404);
    expect((await restClient(app).get(PATH)).status).toBe(401);
  });

  it('is not returned to an ended session, and is the same for the next one', async () => {
    const { app } = await start();
    const ada = await foundAndSignIn(app, 'ada@example.org', 'Highland Paths');
    const before = (await ada.get(PATH)).body.data;
    const { token } = ada;
    await ada.post('api/logout/');
    ada.token = token;
    expect((await ada.get(PATH)).status).toBe(401);
    await signIn(ada, 'ada@example.org');
    expect((await ada.get(PATH)).body.data).toEqual(before);
  });

  it('is generated once, also when two sessions request it at the same time', async () => {
    const { app } = await start();
    const ada = await foundAndSignIn(app, 'ada@example.org', 'Highland Paths');
    await app.services.writer.write([], async (tx) => {
      await (await tx.db()).deleteFrom('sealing_keys').execute();
    });
    const both = await Promise.all([ada.get(PATH), ada.get(PATH)]);
    expect(both[0].body.data).toEqual(both[1].body.data);
    const renewed = await ada.post('api/session/token/');
    expect(renewed.body.data.sealing_key).toBe(both[0].body.data.public_key);
  });

  it('matches: both halves agree on the same secret', async () => {
    const { app } = await start();
    const ada = await foundAndSignIn(app, 'ada@example.org', 'Highland Paths');
    const { public_key: point, private_key: pkcs8 } = (await ada.get(PATH)).body.data;
    const bytes = Buffer.from(point, 'base64url');
    expect(bytes).toHaveLength(65);
    const coordinates = [bytes.subarray(1, 33), bytes.subarray(33)];
    const [x, y] = coordinates.map((one) => one.toString('base64url'));
    const own = createPrivateKey({
      key: Buffer.from(pkcs8, 'base64url'),
      format: 'der',
      type: 'pkcs8',
    });
    expect(own.export({ format: 'jwk' })).toMatchObject({ crv: 'P-256', x, y });
    const device = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    expect(diffieHellman({ privateKey: own, publicKey: device.publicKey })).toHaveLength(32);
  });

  it('can be read a limited number of times', async () => {
    const { app } = await start();
    const ada = await foundAndSignIn(app, 'ada@example.org', 'Highland Paths');
    const answers: number[] = [];
    for (let count = 0; count < 61; count += 1) answers.push((await ada.get(PATH)).status);
    expect(answers.filter((status) => status === 429)).toHaveLength(1);
    expect(answers.at(-1)).toBe(429);
  });
});
