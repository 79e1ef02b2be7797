import { afterEach, expect, it } from 'vitest';
import WebSocket from 'ws';
import { forEachDatabase, type OpenEmpty } from '../../support/for-each-database.ts';
import { startTestApp } from '../../support/test-app.ts';
import { freshId, foundTeam, hire, ok, type Team } from '../support/team.ts';

const open: WebSocket[] = [];
afterEach(() => {
  for (const socket of open.splice(0)) socket.terminate();
});

forEachDatabase('chat socket', (openDatabase) => {
  it('a message arrives at the other person with all specified fields, and its receipt is published', async () => {
    const { team, ada, ben, users } = await startPair(openDatabase);
    const mine = await listen(team, `user/${users.ben}/?token=${ada.token}`);
    const theirs = await listen(team, `user/${users.ada}/?token=${ben.token}`);
    await theirs.ready();
    mine.say({ type: 'new_message', message: 'Are the ropes dry?' });
    const frame = await theirs.next('new_message');
    expect(frame).toMatchObject({
      message: 'Are the ropes dry?',
      date: '2026-03-02',
      from_who: { id: users.ada, email: 'ada@field.test' },
      to_who: { email: 'ben@field.test' },
      has_been_seen: false,
    });
    await mine.next('new_message');
    theirs.say({ type: 'i_have_seen_the_messages' });
    expect(await mine.next('the_messages_has_been_seen_from_the_other')).toMatchObject({ seen: 1 });
    const read = ok(await ada.get(`api/messages/${users.ben}/`)).body.results;
    expect(read).toMatchObject([{ has_been_seen: true }]);
    theirs.say({ type: 'new_message', message: '   ' });
    theirs.say({ type: 'nonsense' });
    expect((await theirs.next('error')).error).toBeDefined();
    expect(ok(await ada.get(`api/messages/${users.ben}/`)).body.count).toBe(1);
  });

  it('messages over REST and from devices reach the socket, each once and in order', async () => {
    const { team, ada, ben, users } = await startPair(openDatabase);
    const theirs = await listen(team, `user/${users.ada}/?token=${ben.token}`);
    await theirs.ready();
    const sent = Array.from({ length: 12 }, (_, index) => `No ${index + 1}`);
    for (const message of sent) ok(await ada.post('message/create/', { to: users.ben, message }));
    const received: unknown[] = [];
    for (const _ of sent) received.push((await theirs.next('new_message'))['message']);
    expect(received).toEqual(sent);
  });

  it('a ticket opens one socket once, and typing is published to our own app only', async () => {
    const { team, ada, ben, users } = await startPair(openDatabase);
    const { ticket } = ok(await ada.post('api/socket-ticket/', {})).body.data;
    const mine = await listen(team, `user/${users.ben}/?ticket=${ticket}`);
    const again = await listen(team, `user/${users.ben}/?ticket=${ticket}`);
    expect(await again.closed).toBe(4401);
    const other = ok(await ben.post('api/socket-ticket/', {})).body.data.ticket;
    const theirs = await listen(team, `user/${users.ada}/?ticket=${other}`);
    const plain = await listen(team, `user/${users.ada}/?token=${ben.token}`);
    await mine.ready();
    await theirs.ready();
    await plain.ready();
    mine.say({ type: 'typing' });
    expect(await theirs.next('typing')).toMatchObject({ organization_user: ada.orgUserId });
    mine.say({ type: 'new_message', message: 'Done' });
    expect((await plain.next('new_message'))['message']).toBe('Done');
  });

  it('takes no token from the address where the operator wants none there, but from the header, and a ticket', async () => {
    const { team, ada, users } = await startPair(openDatabase, false);
    const path = `user/${users.ben}/`;
    const inAddress = await listen(team, `${path}?token=${ada.token}`);
    expect(await inAddress.closed).toBe(4401);
    const inHeader = await listen(team, path, { authorization: `Bearer ${ada.token}` });
    await inHeader.ready();
    const { ticket } = ok(await ada.post('api/socket-ticket/', {})).body.data;
    await (await listen(team, `${path}?ticket=${ticket}`)).ready();
  });

  it('is not opened, nor is that of sync, for a page of another site', async () => {
    const { team, ada, users } = await startPair(openDatabase);
    await (await listen(team, `user/${users.ben}/?token=${ada.token}`)).ready();
    const address = team.app.fastify.server.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    const statusOf = (path: string, headers: Readonly<Record<string, string>>) =>
      new Promise<number | undefined>((resolve) => {
        const socket = new WebSocket(`ws://127.0.0.1:${port}/ws/${path}`, { headers });
        open.push(socket);
        socket.on('error', () => undefined);
        socket.on('open', () => resolve(101));
        socket.on('unexpected-response', (_request, { statusCode }) => resolve(statusCode));
      });
    for (const path of ['sync/', `chat/user/${users.ben}/?token=${ada.token}`]) {
      expect(await statusOf(path, { origin: 'https://elsewhere.test' })).toBe(403);
      expect(await statusOf(path, { 'sec-fetch-site': 'cross-site' })).toBe(403);
      expect(await statusOf(path, { origin: `http://127.0.0.1:${port}` })).toBe(101);
    }
  });

  it('a bad token, a bad id and a foreign conversation have different close codes; a missing one and a foreign one the same', async () => {
    const { team, ada, ben } = await startPair(openDatabase);
    const group = ok(await ben.post('groups/create/', { name: 'Ridge', members: [] })).body.data;
    const { founder: eve } = await foundTeam(team.app, 'eve@other.test', 'Other');
    const far = ok(await eve.post('groups/create/', { name: 'Far', members: [] })).body.data;
    const received = async (path: string) => {
      const ear = await listen(team, path);
      const code = await ear.closed;
      expect(ear.frames).toMatchObject([{ type: 'error' }]);
      const [{ error } = { error: '' }] = ear.frames;
      return [code, error];
    };
    const missing = await received(`group/999/?token=${ada.token}`);
    expect(missing).toEqual([4404, 'This conversation does not exist']);
    for (const path of [
      `group/${group.id}/?token=${ada.token}`,
      `group/${far.id}/?token=${ada.token}`,
      `group/${far.id}/?token=${ada.token}&organization_accesskey_id=${eve.orgId}`,
      `user/999/?token=${ada.token}`,
    ]) {
      expect([path, ...(await received(path))]).toEqual([path, ...missing]);
    }
    for (const path of ['user/abc/', 'group/0/', 'user/-1/']) {
      expect((await received(`${path}?token=${ada.token}`))[0]).toBe(4400);
    }
    for (const path of ['user/1/?token=nonsense', 'user/1/', 'user/abc/', 'group/999/']) {
      expect((await received(path))[0]).toBe(4401);
    }
  });

  it('a removed member of a group receives and sends nothing more; the end of a session closes its sockets', async () => {
    const { team, ada, ben, users } = await startPair(openDatabase);
    const group = ok(await ada.post('groups/create/', { name: 'Ridge', members: [users.ben] })).body
      .data;
    const mine = await listen(team, `group/${group.id}/?token=${ada.token}`);
    const theirs = await listen(team, `group/${group.id}/?token=${ben.token}`);
    await mine.ready();
    theirs.say({ type: 'new_message', message: 'Here' });
    expect((await mine.next('new_group_message'))['message']).toBe('Here');
    await theirs.next('new_group_message');
    mine.say({ type: 'i_have_seen_the_messages' });
    await theirs.next('group_messages_seen');
    ok(await ada.patch(`groups/${group.id}/update/`, { members: [] }));
    expect(await theirs.closed).toBe(4403);
    ok(await ada.post('api/logout/', {}));
    expect(await mine.closed).toBe(4401);
  });

  it('a later member who reads older messages is announced, although they have read nothing newer', async () => {
    const { team, ada, ben, users } = await startPair(openDatabase);
    const id = freshId();
    const ridge = { id, name: 'Ridge', members: [] };
    const made = ok(await ada.post('groups/create/', ridge)).body.data;
    const conversation = `group:${id}`;
    for (const message of ['One', 'Two']) {
      ok(await ada.post('message/create/', { conversation, message }));
    }
    ok(await ada.patch(`groups/${made.id}/update/`, { members: [users.ben] }));
    ok(await ben.post('message/seen/', { conversation, seen: 2 }));
    const ear = await listen(team, `group/${made.id}/?token=${ada.token}`);
    await ear.ready();
    ok(await ben.post('message/seen/', { conversation, seen: 2, back: 2 }));
    const seen = { type: 'group_messages_seen', user: users.ben, seen: 2 };
    await expect.poll(() => ear.frames).toEqual([{ ...seen, back: 2 }]);
    ok(await ben.post('message/seen/', { conversation, seen: 2, back: 2 }));
    ok(await ben.post('message/seen/', { conversation, seen: 2, back: 1 }));
    await expect.poll(() => ear.frames.slice(1)).toEqual([{ ...seen, back: 1 }]);
  });

  it('a person who is deactivated in one of two organisations receives nothing more of it, though signed in', async () => {
    const { team, ada, ben, users } = await startPair(openDatabase);
    const { founder: cleo } = await foundTeam(team.app, 'cleo@other.test', 'Other');
    const [role] = ok(await cleo.get('user-role/list/')).body.data;
    const user = { display_name: 'ben', phone_number: '+44 20 7946 0001', email: 'ben@field.test' };
    const places = { user_role: role.id, role_category: role.role_category.id };
    ok(await cleo.post('api/org-user/create/', { user, ...places }));
    const group = ok(await ada.post('groups/create/', { name: 'Ridge', members: [users.ben] })).body
      .data;
    const theirs = await listen(team, `group/${group.id}/?token=${ben.token}`);
    const between = await listen(team, `user/${users.ada}/?token=${ben.token}`);
    await theirs.ready();
    await between.ready();
    ok(await ada.patch(`organization-user/update/${ben.orgUserId}/`, { active: false }));
    expect([await theirs.closed, await between.closed]).toEqual([4403, 4403]);
    // 401 would mean the end of the session.
    expect((await ben.get('organization/list/')).status).toBe(404);
  });

  it('one’s own message publishes no read position to the other person', async () => {
    const { team, ada, ben, users } = await startPair(openDatabase);
    ok(await ada.post('message/create/', { to: users.ben, message: 'One' }));
    const mine = await listen(team, `user/${users.ben}/?token=${ada.token}`);
    const theirs = await listen(team, `user/${users.ada}/?token=${ben.token}`);
    await mine.ready();
    await theirs.ready();
    // Ben has not read the first when he writes the second.
    theirs.say({ type: 'new_message', message: 'Two' });
    await mine.next('new_message');
    theirs.say({ type: 'i_have_seen_the_messages' });
    expect(await mine.next('the_messages_has_been_seen_from_the_other')).toMatchObject({ seen: 2 });
    theirs.say({ type: 'new_message', message: 'Three' });
    theirs.say({ type: 'new_message', message: 'Four' });
    await mine.next('new_message');
    await mine.next('new_message');
    await mine.ready();
  });

  it('a flood is rejected and then disconnected', async () => {
    const { team, ada, users } = await startPair(openDatabase);
    const mine = await listen(team, `user/${users.ben}/?token=${ada.token}`);
    for (let index = 0; index < 400; index += 1) mine.say({ type: 'nonsense' });
    expect(await mine.closed).toBe(4429);
  });
});

async function startPair(openDatabase: OpenEmpty, tokenInAddress = true) {
  const setup = await startTestApp(await openDatabase(), { tokenInAddress });
  const team = { setup, ...(await foundTeam(setup.app, 'ada@field.test', 'Field Work')) };
  const ben = await hire(team, 'ben@field.test');
  const people = ok(await team.founder.get('users/')).body.results;
  const userOf = (email: string): number =>
    people.find((one: { email: string }) => one.email === email).id;
  const users = { ada: userOf('ada@field.test'), ben: userOf('ben@field.test') };
  return { team, ada: team.founder, ben, users };
}

type Frame = Readonly<Record<string, unknown>> & { readonly type: string };

async function listen(team: Team, path: string, headers: Readonly<Record<string, string>> = {}) {
  const { fastify } = team.app;
  if (!fastify.server.listening) await fastify.listen({ port: 0, host: '127.0.0.1' });
  const address = fastify.server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const socket = new WebSocket(`ws://127.0.0.1:${port}/ws/chat/${path}`, { headers });
  open.push(socket);
  const frames: Frame[] = [];
  let wake: () => void = () => undefined;
  socket.on('message', (data) => {
    frames.push(JSON.parse(String(data)));
    wake();
  });
  const closed = new Promise<number>((resolve) => {
    socket.on('close', resolve);
  });
  await new Promise((resolve) => {
    socket.on('open', resolve);
  });
  const next = async (type: string): Promise<Frame> => {
    for (;;) {
      const frame = frames.shift();
      if (frame?.type === type) return frame;
      if (frame !== undefined) throw new Error(`Heard ${JSON.stringify(frame)} instead of ${type}`);
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
  };
  const say = (frame: object) => socket.send(JSON.stringify(frame));
  return {
    frames,
    next,
    say,
    closed,
    /** Frames are handled in order: the response to a bad one shows that the socket has joined. */
    ready: async () => {
      say({ type: 'nonsense' });
      await next('error');
    },
  };
}
