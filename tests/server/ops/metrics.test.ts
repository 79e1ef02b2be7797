import { afterEach, describe, expect, it } from 'vitest';
import type { MailSender } from '../../../server/mail/sender.ts';
import { openDatabase } from '../../../server/store/open.ts';
import { startTestApp, type TestApp } from '../../support/test-app.ts';

const TOKEN = 'a-token-of-the-operator';
const running: { setup: TestApp | undefined } = { setup: undefined };

const signUp = (setup: TestApp) =>
  setup.app.fastify.inject({
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
  const setup = await startTestApp(await openDatabase({ memory: true }), options);
  running.setup = setup;
  return setup;
}
const ask = (setup: TestApp, authorization?: string) =>
  setup.app.fastify.inject({
    method: 'GET',
    url: '/metrics',
    headers: authorization === undefined ? {} : { authorization },
  });

afterEach(async () => {
  await running.setup?.close();
  await running.setup?.app.services.database.close();
});

describe('the metrics', () => {
  it('do not exist without a token of the operator', async () => {
    const setup = await start(undefined);
    expect((await ask(setup, `Bearer ${TOKEN}`)).statusCode).toBe(404);
  });

  it('are refused to everybody else', async () => {
    const setup = await start(TOKEN);
    for (const given of [undefined, 'Bearer wrong', TOKEN, `Bearer ${TOKEN} `]) {
      expect((await ask(setup, given)).statusCode).toBe(401);
    }
  });

  it('count calls by pattern, commits and waiting mails, and name nobody', async () => {
    const setup = await start(TOKEN);
    await signUp(setup);
    await setup.app.fastify.inject({ method: 'GET', url: '/rest/task/list/?id=canary-id' });
    const reply = await ask(setup, `Bearer ${TOKEN}`);
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

  it('report the age of the oldest mail in the first scrape', async () => {
    const down = { send: () => Promise.reject(new Error('down')), close: () => undefined };
    const setup = await start(TOKEN, down);
    await signUp(setup);
    await setup.app.services.mailer.settle();
    setup.clock.time += 90_000;
    const { body } = await ask(setup, `Bearer ${TOKEN}`);
    expect(body).toMatch(/^cairn_mail_waiting 1$/m);
    expect(body).toMatch(/^cairn_mail_oldest_seconds 90$/m);
  });
});
