import { afterEach, expect, it } from 'vitest';
import { SESSION_END_MS } from '../../../server/auth/sessions.ts';
import { forEachDatabase } from '../../support/for-each-database.ts';
import { foundAndSignIn, restClient, signIn } from '../../support/rest-client.ts';
import { startTestApp, type TestApp } from '../../support/test-app.ts';

const ADA = 'ada@field.test';

forEachDatabase('a sign-in with a new browser', (open) => {
  const running: TestApp[] = [];
  const start = async () => {
    const setup = await startTestApp(await open());
    running.push(setup);
    return setup;
  };
  afterEach(async () => {
    for (const setup of running.splice(0)) await setup.close();
  });
  const noticesTo = async ({ app, mails }: TestApp, email: string) => {
    await app.services.mailer.settle();
    return mails.filter(({ to, subject }) => to === email && subject.startsWith('New sign-in'));
  };

  it('is mailed to the person, with its network address and name, and no other sign-in is', async () => {
    const setup = await start();
    const laptop = await foundAndSignIn(setup.app, ADA, 'Field Work');
    await signIn(laptop, ADA);
    expect(await noticesTo(setup, ADA)).toEqual([]);
    const phone = restClient(setup.app, '198.51.100.10');
    const headers = { 'user-agent': 'Mozilla/5.0 (iPhone)' };
    const form = { email: ADA, password: 'correct horse battery' };
    expect((await phone.post('api/user-login/', form, { headers })).status).toBe(200);
    const notices = await noticesTo(setup, ADA);
    expect(notices).toHaveLength(1);
    expect(notices[0]?.text).toContain('198.51.100.10');
    expect(notices[0]?.text).toContain('Mozilla/5.0 (iPhone)');
    await signIn(phone, ADA);
    expect(await noticesTo(setup, ADA)).toHaveLength(1);
  });

  it('writes nothing to an address that is not proved: it may be a stranger’s', async () => {
    const setup = await start();
    await foundAndSignIn(setup.app, ADA, 'Field Work', { proved: false });
    expect((await signIn(restClient(setup.app), ADA)).status).toBe(200);
    expect(await noticesTo(setup, ADA)).toEqual([]);
  });

  it('of a program without cookies writes a few mails and not one each time', async () => {
    const setup = await start();
    await foundAndSignIn(setup.app, ADA, 'Field Work');
    for (let call = 0; call < 9; call += 1) await signIn(restClient(setup.app), ADA);
    expect(await noticesTo(setup, ADA)).toHaveLength(5);
  });

  it('is in the list of sessions with its last end and the address of its last use', async () => {
    const { app, clock } = await start();
    const laptop = await foundAndSignIn(app, ADA, 'Field Work');
    const opened = clock.time;
    const elsewhere = restClient(app, '198.51.100.77');
    for (const [name, value] of laptop.cookies) elsewhere.cookies.set(name, value);
    const before = await laptop.get('api/session/list/');
    expect(before.body.data).toMatchObject([
      { address: '203.0.113.7', ends_at: opened + SESSION_END_MS },
    ]);
    clock.time += 60_000;
    expect((await elsewhere.post('api/session/token/')).status).toBe(200);
    const after = await laptop.get('api/session/list/');
    expect(after.body.data).toMatchObject([
      { address: '198.51.100.77', ends_at: opened + SESSION_END_MS },
    ]);
  });
});
