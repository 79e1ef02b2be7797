import { afterEach, expect, it } from 'vitest';
import WebSocket from 'ws';
import { type SocketFrame, socketFrameSchema } from '../../../model/protocol/messages.ts';
import { orgUsers } from '../../../model/entities/org-user.ts';
import { inboxScope } from '../../../model/entities/scopes.ts';
import { parseAt } from '../../../model/shared/parse.ts';
import { forEachDatabase } from '../../support/for-each-database.ts';
import type { RestClient } from '../../support/rest-client.ts';
import {
  addTask,
  cardCall,
  deviceOf,
  foundTeam,
  freshId,
  hire,
  join,
  ok,
  orgStreamOf,
  pull,
  startTeam,
  type Team,
  userStreamOf,
} from '../support/team.ts';

const open: WebSocket[] = [];
afterEach(() => {
  for (const socket of open.splice(0)) socket.terminate();
});

forEachDatabase('sync socket', (openDatabase) => {
  it('[PULL-7.1] a change reaches the others as a page that starts at their version', async () => {
    const team = await startTeam(openDatabase);
    const other = await hire(team, 'ben@field.test', 'Manager');
    const ear = await listen(team, other);
    const { heads } = await ear.next('ready');
    const task = await addTask(team, team.founder);
    const event = await ear.next('changed');
    const stream = orgStreamOf(other);
    expect(event).toMatchObject({ stream, from: heads[stream] });
    expect(event.page).toMatchObject({ next: event.head, complete: true });
    expect(event.page?.changes).toMatchObject([{ kind: 'put', table: 'tasks', id: task }]);
    const pulled = (await pull(other, event.from)).body;
    expect(event.page).toEqual(pulled);

    // PULL-4.3: the next event names the write at which it starts.
    await addTask(team, team.founder, { name: 'Next' });
    const next = await ear.next('changed');
    expect(next).toMatchObject({ from: event.head, from_at: event.page?.next_at });
    expect(next.from_at).toBeTypeOf('number');
  });

  it('[PULL-7.1] a person receives nothing of other scopes, and the next event leaves no gap', async () => {
    const team = await startTeam(openDatabase);
    const outsider = await hire(team, 'ben@field.test');
    const ear = await listen(team, outsider);
    const { heads } = await ear.next('ready');
    await addTask(team, team.founder, { name: 'Secret' });
    await join(team, outsider);
    const event = await ear.next('changed');
    expect(event.from).toBe(heads[orgStreamOf(outsider)]);
    expect(event.page?.scopes).toContain(`project:${team.project}`);
    expect(ear.frames.filter(({ type }) => type === 'changed')).toHaveLength(0);
  });

  it('[PULL-7.1] a person removed from a project receives no more of it', async () => {
    const team = await startTeam(openDatabase);
    const member = await hire(team, 'ben@field.test');
    await join(team, member);
    const ear = await listen(team, member);
    await ear.next('ready');
    const membership = `${team.project}.${member.orgUserId}`;
    ok(await team.founder.delete(`team-member/update-destroy/${membership}/`));
    const event = await ear.next('changed');
    expect(event.page?.scopes).toEqual(['directory', inboxScope(member.orgUserId ?? '')]);
    await addTask(team, team.founder, { name: 'Secret' });
    await quiet();
    expect(JSON.stringify(ear.frames)).not.toContain('Secret');
  });

  it('people with an open socket are listed as online, in their own organisation alone', async () => {
    const team = await startTeam(openDatabase);
    const other = await hire(team, 'ben@field.test');
    const online = async (who: RestClient) => ok(await who.get('api/online/')).body.data;
    expect(await online(team.founder)).toEqual([]);
    const ear = await listen(team, other);
    await ear.next('ready');
    await expect.poll(() => online(team.founder)).toEqual([other.orgUserId]);
    const { founder: stranger } = await foundTeam(team.app, 'eve@other.test', 'Other');
    expect(await online(stranger)).toEqual([]);
    for (const socket of open.splice(0)) socket.terminate();
    await expect.poll(() => online(team.founder)).toEqual([]);
  });

  it('[PULL-7.1] many rows at once are announced by their version only', async () => {
    const team = await startTeam(openDatabase);
    const other = await hire(team, 'ben@field.test', 'Manager');
    const device = await deviceOf(team.founder);
    const ear = await listen(team, other);
    await ear.next('ready');
    const calls = Array.from({ length: 60 }, (_, index) => cardCall(team, index + 1));
    await device.push(calls);
    const event = await ear.next('changed');
    expect(event.page).toBeUndefined();
    expect(event.head).toBe((await pull(other)).body.head);
  });

  it('[PULL-7.1] under load events are gathered, and every version is published in order without a gap', async () => {
    const team = await startTeam(openDatabase);
    const other = await hire(team, 'ben@field.test', 'Manager');
    const ear = await listen(team, other);
    const ready = await ear.next('ready');
    const path = `project-card/update-destroy/${team.card}/`;
    const names = Array.from({ length: 40 }, (_, index) => `Card ${index}`);
    for (const reply of await Promise.all(
      names.map((name) => team.founder.patch(path, { name })),
    )) {
      ok(reply);
    }
    const { head } = (await pull(other)).body;
    let at = ready.heads[orgStreamOf(other)] ?? 0;
    let events = 0;
    while (at < head) {
      const event = await ear.next('changed');
      expect(event.from).toBe(at);
      expect(event.head).toBeGreaterThan(at);
      at = event.head;
      events += 1;
    }
    expect(events).toBeLessThan(40);
  });

  it('a personal stream is published to the person’s other devices only', async () => {
    const team = await startTeam(openDatabase);
    const other = await hire(team, 'ben@field.test', 'Manager');
    const mine = await listen(team, team.founder);
    const theirs = await listen(team, other);
    await mine.next('ready');
    await theirs.next('ready');
    ok(await team.founder.post('note-tag/create/', { id: freshId(), name: 'Mine' }));
    const event = await mine.next('changed');
    expect(event.stream).toBe(userStreamOf(team.founder));
    await quiet();
    expect(theirs.frames).toEqual([]);
  });

  it('a socket is closed within a second when its session ends', async () => {
    const team = await startTeam(openDatabase);
    const ear = await listen(team, team.founder);
    await ear.next('ready');
    ok(await team.founder.post('api/logout/'));
    expect(await ear.next('closed')).toMatchObject({ code: 'unauthenticated' });
    await ear.closed;
  });

  it('a socket is closed when the person leaves the organisation', async () => {
    const team = await startTeam(openDatabase);
    const member = await hire(team, 'ben@field.test');
    const ear = await listen(team, member);
    await ear.next('ready');
    await team.app.services.writer.write([orgStreamOf(member)], async (tx) => {
      const place = { orgId: member.orgId ?? '' };
      const row = await tx.get(orgUsers, place, member.orgUserId ?? '');
      if (row !== undefined) await tx.put(orgUsers, place, { ...row, active: false });
    });
    expect(await ear.next('closed')).toMatchObject({ code: 'forbidden' });
    await ear.closed;
    expect((await pull(member)).status).toBe(404);
  });

  it.for([
    ['a token that nobody has', { token: 'nonsense' }, 'unauthenticated'],
    ['a foreign organisation', { organization: '999' }, 'not_found'],
    ['an organisation that no database takes', { organization: '1\u0000' }, 'invalid'],
    ['a build that is too old', { schema: 0 }, 'schema_too_old'],
    ['a first frame that is no hello', { type: 'hi' }, 'invalid'],
  ] as const)('a hello with %s is refused', async ([, change, code]) => {
    const team = await startTeam(openDatabase);
    const ear = await listen(team, team.founder, change);
    expect(await ear.next('closed')).toMatchObject({ code });
    await ear.closed;
  });
});

type FrameOf<Type extends SocketFrame['type']> = Extract<SocketFrame, { type: Type }>;

/** Opens a socket as the person's device does and sends `hello`. */
async function listen(team: Team, person: RestClient, change: object = {}) {
  const { fastify } = team.app;
  if (!fastify.server.listening) await fastify.listen({ port: 0, host: '127.0.0.1' });
  const address = fastify.server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const socket = new WebSocket(`ws://127.0.0.1:${port}/ws/sync/`);
  open.push(socket);
  const frames: SocketFrame[] = [];
  let wake: () => void = () => undefined;
  socket.on('message', (data) => {
    frames.push(parseAt(socketFrameSchema, JSON.parse(String(data))));
    wake();
  });
  const closed = new Promise<void>((resolve) => {
    socket.on('close', () => resolve());
  });
  await new Promise((resolve) => {
    socket.on('open', resolve);
  });
  const hello = { type: 'hello', token: person.token, organization: person.orgId, schema: 1 };
  socket.send(JSON.stringify({ ...hello, ...change }));
  const next = async <Type extends SocketFrame['type']>(type: Type): Promise<FrameOf<Type>> => {
    for (;;) {
      const frame = frames.shift();
      if (frame === undefined) {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      } else if (isFrame(frame, type)) return frame;
      else throw new Error(`Heard ${JSON.stringify(frame)} instead of ${type}`);
    }
  };
  return { frames, next, closed };
}

function isFrame<Type extends SocketFrame['type']>(
  frame: SocketFrame,
  type: Type,
): frame is FrameOf<Type> {
  return frame.type === type;
}

/** Long enough for a wrong event to arrive. */
async function quiet(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, 300));
}
