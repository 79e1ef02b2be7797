import { afterEach, describe, expect, it } from 'vitest';
import type { MailSender } from '../../../server/mail/sender.ts';
import { openDatabase } from '../../../server/store/open.ts';
import { startTestApp, type TestApp } from '../../support/test-app.ts';

const TOKEN = 'a-token-of-the-operator';
const running: { world: TestApp | undefined } = { world: undefined };

const signUp = (world: TestApp) =>
  world.app.fastify.inject({
    method: 'POST',
    url: '/rest/api/user-organization-create/',
    payload: {
      display_name: 'Ada Canary',
      email: 'ada@canary.example',
      phone_number: '+44 20 7946 0000',
      organization: { name: 'Canary Field' },
      password: 'longenough1',
    },
  });

async function start(metricsToken: string | undefined, mail?: MailSender): Promise<TestApp> {
  const options = { metricsToken, ...(mail !== undefined && { mail }) };
  const world = await startTestApp(await openDatabase({ memory: true }), options);
  running.world = world;
  return world;
}
const ask = (world: TestApp, authorization?: string) =>
  world.app.fastify.inject({
    method: 'GET',
    url: '/metrics',
    headers: authorization === undefined ? {} : { authorization },
  });

afterEach(async () => {
  await running.world?.close();
  await running.world?.app.services.database.close();
});

describe('the metrics', () => {
  it('are not there without a token of the operator', async () => {
    const world = await start(undefined);
    expect((await ask(world, `Bearer ${TOKEN}`)).statusCode).toBe(404);
  });

  it('are refused to everybody else', async () => {
    const world = await start(TOKEN);
    for (const given of [undefined, 'Bearer wrong', TOKEN, `Bearer ${TOKEN} `]) {
      expect((await ask(world, given)).statusCode).toBe(401);
    }
  });

  it('count calls by pattern, commits and waiting letters, and name nobody', async () => {
    const world = await start(TOKEN);
    await signUp(world);
    await world.app.fastify.inject({ method: 'GET', url: '/rest/task/list/?id=canary-id' });
    const reply = await ask(world, `Bearer ${TOKEN}`);
    expect(reply.statusCode).toBe(200);
    expect(reply.headers['content-type']).toContain('text/plain');
    expect(reply.body).toContain(
      'cairn_http_call_seconds_count{method="POST",route="/rest/api/user-organization-create/",status="200"} 1',
    );
    expect(reply.body).toMatch(/^cairn_commits_total [1-9]/m);
    expect(reply.body).toMatch(/^cairn_mail_waiting \d+$/m);
    expect(reply.body).toContain('cairn_sockets_open 0');
    expect(reply.body).toContain('nodejs_eventloop_lag_seconds');
    expect(reply.body.toLowerCase()).not.toContain('canary');
  });

  it('say at the first look how long the oldest letter has been waiting', async () => {
    const down = { send: () => Promise.reject(new Error('down')), close: () => undefined };
    const world = await start(TOKEN, down);
    await signUp(world);
    await world.app.services.mailer.settle();
    world.clock.time += 90_000;
    const { body } = await ask(world, `Bearer ${TOKEN}`);
    expect(body).toMatch(/^cairn_mail_waiting 1$/m);
    expect(body).toMatch(/^cairn_mail_oldest_seconds 90$/m);
  });
});
