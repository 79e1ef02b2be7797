import { createECDH, randomBytes } from 'node:crypto';
import { createServer, type ServerResponse } from 'node:http';
import { afterEach, expect, it } from 'vitest';
import { forEachDatabase } from '../../support/for-each-database.ts';
import type { RestClient } from '../../support/rest-client.ts';
import { startTestApp } from '../../support/test-app.ts';
import { foundTeam, hire, ok } from '../support/team.ts';

/** A push service that answers when the test lets it. */
async function startService(isSlow: boolean) {
  const waiting: ServerResponse[] = [];
  const seen = { calls: 0, most: 0 };
  const server = createServer((request, response) => {
    request.resume().on('end', () => {
      seen.calls += 1;
      if (isSlow) waiting.push(response);
      else response.writeHead(201).end();
      seen.most = Math.max(seen.most, waiting.length);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const answer = () => {
    for (const response of waiting.splice(0)) response.writeHead(201).end();
  };
  return {
    host: `127.0.0.1:${String(port)}`,
    seen,
    answer,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

forEachDatabase('pushes to a slow service', (open) => {
  const done: (() => Promise<void> | void)[] = [];
  afterEach(async () => {
    for (const step of done.splice(0).toReversed()) await step();
  });

  it('delay no push to another service, and are sent some at a time', async () => {
    const [slow, fast] = [await startService(true), await startService(false)];
    done.push(slow.close, fast.close);
    const options = { pushServices: [slow.host, fast.host] };
    const setup = await startTestApp(await open(), options);
    done.push(setup.close);
    const answerAll = () => void setInterval(slow.answer, 20).unref();
    done.push(answerAll);
    const team = { setup, ...(await foundTeam(setup.app, 'ada@field.test', 'Field Work')) };
    const people = { ben: slow.host, cid: fast.host };
    const ids = new Map<string, unknown>();
    for (const [name, host] of Object.entries(people)) {
      const person = await hire(team, `${name}@field.test`);
      await listen(person, `http://${host}/${name}`);
      ids.set(name, ok(await person.get('api/me/')).body.data.id);
    }
    const write = (to: string, text: string) =>
      team.founder.post('message/create/', { to: ids.get(to), message: text });
    for (let n = 0; n < 30; n += 1) ok(await write('ben', `Slow ${String(n)}`));
    ok(await write('cid', 'Fast'));
    const settled = setup.app.services.pusher.settle();
    await expect.poll(() => fast.seen.calls, { timeout: 5_000 }).toBe(1);
    await expect.poll(() => slow.seen.calls).toBe(20);
    answerAll();
    await settled;
    expect(slow.seen).toEqual({ calls: 30, most: 20 });
  });
});

async function listen(person: RestClient, endpoint: string): Promise<void> {
  const keys = {
    p256dh: createECDH('prime256v1').generateKeys().toString('base64url'),
    auth: randomBytes(16).toString('base64url'),
  };
  ok(await person.post('api/push/register/', { ...keys, endpoint, shows_text: true }));
}
