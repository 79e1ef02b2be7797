import { createDecipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import { afterEach, expect, it } from 'vitest';
import type { AppOptions } from '../../../server/http/services.ts';
import { forEachDatabase } from '../../support/for-each-database.ts';
import type { RestClient } from '../../support/rest-client.ts';
import { startTestApp } from '../../support/test-app.ts';
import { startPusher } from '../../../server/push/pusher.ts';
import { testSecrets } from '../../support/test-secrets.ts';
import { addAuthenticator } from '../support/authenticator.ts';
import { addTask, foundTeam, freshId, hire, join, ok, type Team } from '../support/team.ts';

const services: PushService[] = [];
afterEach(async () => {
  for (const service of services.splice(0)) await service.close();
});

forEachDatabase('pushes', (openDatabase) => {
  it('carry a message to the closed browser of the other person, readable by that browser alone', async () => {
    const { team, ben, service, browser } = await startSetup({ showsText: true });
    const users = ok(await team.founder.get('users/')).body.results;
    const { id } = users.find((one: { display_name: string }) => one.display_name === 'ben');
    ok(await team.founder.post('message/create/', { to: id, message: 'Rope is wet' }));
    await team.app.services.pusher.settle();
    expect(service.calls).toHaveLength(1);
    expect(service.calls[0]?.authorization).toMatch(/^vapid t=[\w.-]+, k=[\w-]+$/);
    const words = JSON.parse(browser.decrypt(service.calls[0]?.body ?? Buffer.of()));
    expect(words).toMatchObject({ body: 'Rope is wet', tag: expect.stringContaining('direct:') });
    expect(words.url).toBe(`/chat/chat-area/${String(await userIdOf(team.founder))}`);
    // One's own message sends no push.
    ok(
      await ben.post('message/create/', {
        to: Number(await userIdOf(team.founder)),
        message: 'I see',
      }),
    );
    await team.app.services.pusher.settle();
    expect(service.calls).toHaveLength(1);
  });

  it('carry the text that a message has when they are sent, cut between two characters, and no deleted one', async () => {
    const { team, service, browser } = await startSetup({ showsText: true });
    const to = await numberOf(team.founder, 'ben');
    const send = async (message: string) =>
      ok(await team.founder.post('message/create/', { to, message })).body.data.id;
    const sent = async () => {
      await team.app.services.pusher.settle();
      return service.calls.splice(0).map(({ body }) => JSON.parse(browser.decrypt(body)).body);
    };
    const edited = await send('The key is 4711');
    team.setup.clock.time += 1_000;
    const text = 'The key is with Ada';
    ok(await team.founder.patch(`message/update-destroy/${edited}/`, { message: text }));
    expect(await sent()).toEqual([text]);
    const deleted = await send('The key is 4711');
    team.setup.clock.time += 1_000;
    ok(await team.founder.patch(`message/update-destroy/${deleted}/`, { deleted: true }));
    expect(await sent()).toEqual([]);
    await send(`${'a'.repeat(178)}🧗🧗`);
    expect(await sent()).toEqual([`${'a'.repeat(178)}…`]);
  });

  it('are signed after a failure to read the keys', async () => {
    const { team } = await startSetup({ showsText: true });
    const { database, writer, pusher } = team.app.services;
    let isFailing = true;
    const reader = startPusher({
      database,
      secrets: testSecrets,
      publicUrl: 'https://cairn.test',
      delay: 0,
      now: () => team.setup.clock.now(),
      report: () => undefined,
      writer: {
        ...writer,
        write: (streams, work) =>
          isFailing ? Promise.reject(new Error('The disk is full')) : writer.write(streams, work),
      },
    });
    await expect(reader.publicKey()).rejects.toThrow('The disk is full');
    isFailing = false;
    expect(await reader.publicKey()).toBe(await pusher.publicKey());
    await reader.close();
  });

  it('contain no text and no names where the person wants none of them', async () => {
    const { team, ben, service, browser } = await startSetup({ showsText: false });
    await join(team, team.founder);
    await join(team, ben);
    const task = await addTask(team, ben, { name: 'Secret well' });
    ok(await team.founder.post('comment/create/', { task, comment: 'Hidden words' }));
    await team.app.services.pusher.settle();
    const text = browser.decrypt(service.calls[0]?.body ?? Buffer.of());
    expect(text).not.toMatch(/Secret|Hidden|\bada\b/i);
    expect(JSON.parse(text)).toMatchObject({ title: 'Cairn', url: expect.stringContaining(task) });
  });

  it('are not sent to people who have read the message on an open screen or have signed out', async () => {
    const { team, ben, service } = await startSetup({ showsText: true });
    const users = ok(await team.founder.get('users/')).body.results;
    const { id } = users.find((one: { display_name: string }) => one.display_name === 'ben');
    ok(await team.founder.post('message/create/', { to: id, message: 'One' }));
    const conversation = `direct:${team.founder.orgUserId}:${ben.orgUserId}`;
    ok(await ben.post('message/seen/', { conversation, seen: 1 }));
    await team.app.services.pusher.settle();
    expect(service.calls).toHaveLength(0);
    ok(await ben.post('api/logout/', {}));
    ok(await team.founder.post('message/create/', { to: id, message: 'Two' }));
    await team.app.services.pusher.settle();
    expect(service.calls).toHaveLength(0);
  });

  it('are not sent to people without the second factor that the organisation demands', async () => {
    const { team, service } = await startSetup({ showsText: true });
    const users = ok(await team.founder.get('users/')).body.results;
    const { id } = users.find((one: { display_name: string }) => one.display_name === 'ben');
    await addAuthenticator(team.setup, team.founder);
    const rules = { factor_levels: 4, factor_grace_days: 0, offline_days: null };
    ok(await team.founder.post('api/sign-in-rules/update/', rules));
    ok(await team.founder.post('message/create/', { to: id, message: 'One' }));
    await team.app.services.pusher.settle();
    expect(service.calls).toHaveLength(0);
  });

  it('are sent for events alone: not when a notification is marked, was read meanwhile, or its task is muted', async () => {
    const { team, ben, service } = await startSetup({ showsText: true });
    await join(team, team.founder);
    await join(team, ben);
    const task = await addTask(team, ben);
    const write = (comment: string) => team.founder.post('comment/create/', { task, comment });
    const mark = (read: boolean) =>
      ben.post('notification/read/', {
        ids: [`commented.${task}.${ben.orgUserId}`],
        upto: new Date(team.setup.clock.now()).toISOString(),
        read,
      });
    const sent = async () => {
      await team.app.services.pusher.settle();
      return service.calls.length;
    };
    ok(await write('One'));
    expect(await sent()).toBe(1);
    team.setup.clock.time += 1_000;
    ok(await mark(true));
    ok(await mark(false));
    expect(await sent()).toBe(1);
    ok(await write('Two'));
    ok(await mark(true));
    expect(await sent(), 'read on an open screen').toBe(1);
    ok(await ben.post('task/mute/', { task, muted: true }));
    ok(await write('Three'));
    expect(await sent()).toBe(1);
    ok(await write(`Four, @[${ben.orgUserId}]`));
    expect(await sent(), 'a mention').toBe(2);
  });

  it('contain text of the organisation itself, where another one has rows of the same ids', async () => {
    const { team, ben, service, browser } = await startSetup({ showsText: true });
    const there: Team = {
      setup: team.setup,
      ...(await foundTeam(team.app, 'zoe@other.test', 'Other')),
    };
    const yan = await hire(there, 'yan@other.test');
    const theirs = newBrowser();
    const body = { ...theirs.keys, endpoint: `${service.url}/yan`, shows_text: true };
    ok(await yan.post('api/push/register/', body));
    const ids = { project: freshId(), card: freshId(), task: freshId(), group: freshId() };
    await furnish(team, ben, ids, 'Rope');
    await furnish(there, yan, ids, 'Sail');
    const pushesOf = async (from: RestClient, reader: ReturnType<typeof newBrowser>) => {
      const words: unknown[] = [];
      for (const [path, body] of [
        ['message/create/', { group: ids.group, message: 'Hello' }],
        ['comment/create/', { task: ids.task, comment: 'Look' }],
      ] as const) {
        ok(await from.post(path, body));
        await team.app.services.pusher.settle();
        words.push(JSON.parse(reader.decrypt(service.calls.at(-1)?.body ?? Buffer.of())));
      }
      return words;
    };
    expect(await pushesOf(team.founder, browser)).toMatchObject([
      { title: 'Ada Field in Rope', body: 'Hello' },
      { title: 'Rope', url: expect.stringContaining('/workspace/rope-') },
    ]);
    expect(await pushesOf(there.founder, theirs)).toMatchObject([
      { title: 'Ada Field in Sail', body: 'Hello' },
      { title: 'Sail', url: expect.stringContaining('/workspace/sail-') },
    ]);
  });

  it('of one conversation do not depend on what was read in another', async () => {
    const { team, ben, service, browser } = await startSetup({ showsText: true });
    const { founder } = team;
    const to = await numberOf(founder, 'ben');
    for (const message of ['One', 'Two'])
      ok(await founder.post('message/create/', { to, message }));
    const conversation = `direct:${founder.orgUserId}:${ben.orgUserId}`;
    ok(await ben.post('message/seen/', { conversation, seen: 2 }));
    await team.app.services.pusher.settle();
    const before = service.calls.length;
    const group = freshId();
    ok(await founder.post('groups/create/', { id: group, name: 'Rope', members: [to] }));
    ok(await founder.post('message/create/', { group, message: 'Knots' }));
    await team.app.services.pusher.settle();
    expect(service.calls).toHaveLength(before + 1);
    expect(browser.decrypt(service.calls.at(-1)?.body ?? Buffer.of())).toContain('Knots');
  });

  it('end for a removed browser, and are sent to push services only', async () => {
    const { team, ben, service } = await startSetup({ showsText: true });
    service.status = 410;
    const users = ok(await team.founder.get('users/')).body.results;
    const { id } = users.find((one: { display_name: string }) => one.display_name === 'ben');
    for (const message of ['One', 'Two']) {
      ok(await team.founder.post('message/create/', { to: id, message }));
      await team.app.services.pusher.settle();
    }
    expect(service.calls).toHaveLength(1);
    for (const endpoint of [
      'https://fcm.googleapis.com:8443/send/x',
      'https://somebody:secret@fcm.googleapis.com/send/x',
      'https://somebody@updates.push.services.mozilla.com/x',
      'http://127.0.0.1:1/x',
      'https://169.254.169.254/latest/meta-data',
      'https://fcm.googleapis.com.evil.example/x',
      'http://fcm.googleapis.com/x',
    ]) {
      const refused = await ben.post('api/push/register/', {
        ...newBrowser().keys,
        endpoint,
        shows_text: true,
      });
      expect(refused.status).toBe(400);
    }
  });

  it('are written in the language in which their reader uses the app', async () => {
    const { team, ben, service, browser } = await startSetup({ showsText: true });
    await join(team, team.founder);
    await join(team, ben);
    const task = await addTask(team, ben, { name: 'Seil' });
    const pushes = async () => {
      service.calls.splice(0);
      ok(await team.founder.post('comment/create/', { task, comment: 'Nass' }));
      await team.app.services.pusher.settle();
      return service.calls.map(({ body }) => JSON.parse(browser.decrypt(body)).body);
    };
    expect(await pushes()).toEqual(['Ada Field commented on this task']);
    ben.cookies.set('cairn-language', 'de');
    ok(await ben.post('api/session/token/', {}));
    expect(await pushes()).toEqual(['Ada Field hat diese Aufgabe kommentiert']);
    const quiet = { ...newBrowser().keys, endpoint: `${service.url}/ben`, shows_text: false };
    ok(await ben.post('api/push/register/', { ...quiet, ...browser.keys }));
    expect(await pushes()).toEqual(['Es gibt Neues zu einer Aufgabe']);
  });

  async function startSetup({ showsText }: { readonly showsText: boolean }) {
    const service = await startPushService();
    services.push(service);
    const options: Partial<AppOptions> = { pushServices: [new URL(service.url).host] };
    const setup = await startTestApp(await openDatabase(), options);
    const team: Team = { setup, ...(await foundTeam(setup.app, 'ada@field.test', 'Field Work')) };
    const ben = await hire(team, 'ben@field.test');
    const browser = newBrowser();
    const body = { ...browser.keys, endpoint: `${service.url}/ben`, shows_text: showsText };
    const kept = ok(await ben.post('api/push/register/', body));
    expect(kept.body.data.message_token).toEqual(expect.any(String));
    return { team, ben, service, browser };
  }
});

interface SharedIds {
  readonly project: string;
  readonly card: string;
  readonly task: string;
  readonly group: string;
}

/** A board with one task of that person, and a channel with them in it, all with one name. */
async function furnish(team: Team, person: RestClient, ids: SharedIds, name: string) {
  const { founder, workspace } = team;
  const { project, card, task, group } = ids;
  ok(await founder.post('project/create/', { id: project, name, workspace }));
  ok(await founder.post('project-card/create/', { id: card, project, name }));
  await join(team, founder, project);
  await join(team, person, project);
  await addTask(team, person, { id: task, name, card, project });
  const members = [Number(await userIdOf(person))];
  ok(await founder.post('groups/create/', { id: group, name, members }));
}

async function numberOf(client: RestClient, name: string): Promise<number> {
  const people = ok(await client.get('users/')).body.results;
  return people.find((one: { display_name: string }) => one.display_name === name).id;
}

async function userIdOf(person: RestClient): Promise<unknown> {
  return ok(await person.get('api/me/')).body.data.id;
}

interface PushService {
  readonly url: string;
  readonly calls: { readonly authorization: string; readonly body: Buffer }[];
  status: number;
  readonly close: () => Promise<void>;
}

/** A local push service that stores the pushes. */
async function startPushService(): Promise<PushService> {
  const server: Server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const authorization = request.headers.authorization ?? '';
      service.calls.push({ authorization, body: Buffer.concat(parts) });
      response.writeHead(service.status).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const service: PushService = {
    url: `http://127.0.0.1:${String(port)}`,
    calls: [],
    status: 201,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
  return service;
}

/** A browser's subscription keys, and its decryption of a push (RFC 8188, RFC 8291). */
function newBrowser() {
  const pair = createECDH('prime256v1');
  const publicKey = pair.generateKeys();
  const auth = randomBytes(16);
  const hkdf = (salt: Buffer, key: Buffer, info: Buffer, length: number) =>
    Buffer.from(hkdfSync('sha256', key, salt, info, length));
  return {
    keys: { p256dh: publicKey.toString('base64url'), auth: auth.toString('base64url') },
    decrypt: (body: Buffer): string => {
      const salt = body.subarray(0, 16);
      const idLength = body.readUInt8(20);
      const sender = body.subarray(21, 21 + idLength);
      const sealed = body.subarray(21 + idLength);
      const info = Buffer.concat([Buffer.from('WebPush: info\0'), publicKey, sender]);
      const secret = hkdf(auth, pair.computeSecret(sender), info, 32);
      const key = hkdf(salt, secret, Buffer.from('Content-Encoding: aes128gcm\0'), 16);
      const nonce = hkdf(salt, secret, Buffer.from('Content-Encoding: nonce\0'), 12);
      const decipher = createDecipheriv('aes-128-gcm', key, nonce);
      decipher.setAuthTag(sealed.subarray(-16));
      const plain = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()]);
      return plain.subarray(0, plain.lastIndexOf(2)).toString('utf8');
    },
  };
}
