import { expect, it } from 'vitest';
import { forEachDatabase } from '../../support/for-each-database.ts';
import type { RestClient } from '../../support/rest-client.ts';
import {
  foundTeam,
  freshId,
  hire,
  ok,
  orgStreamOf,
  pull,
  startTeam,
  type Team,
} from '../support/team.ts';

interface Trio {
  readonly team: Team;
  readonly ada: RestClient;
  readonly ben: RestClient;
  readonly cleo: RestClient;
  /** User ids, by which chat names people. */
  readonly users: Readonly<Record<'ada' | 'ben' | 'cleo', number>>;
}

forEachDatabase('chat', (openDatabase) => {
  it('a message reaches its two people and nobody else, administrators included', async () => {
    const trio = await startTrio(openDatabase);
    const { ada, ben, cleo, users } = trio;
    const sent = ok(await ben.post('message/create/', { to: users.cleo, message: '  Ropes?  ' }));
    expect(sent.body.data).toMatchObject({
      number: 1,
      message: 'Ropes?',
      from_who: { id: users.ben, email: 'ben@field.test' },
      to_who: { email: 'cleo@field.test' },
      has_been_seen: false,
    });
    const read = ok(await cleo.get(`api/messages/${users.ben}/`)).body;
    expect(read.count).toBe(1);
    expect(read.results).toMatchObject([{ message: 'Ropes?', date: '2026-03-02' }]);
    expect(ok(await ada.get(`api/messages/${users.ben}/`)).body.count).toBe(0);
    expect(await scopesOf(ada)).not.toContain(directOf(trio));
    expect(await scopesOf(cleo)).toContain(directOf(trio));
    const spy = await ada.post('message/create/', {
      conversation: directOf(trio),
      message: 'Me too',
    });
    expect(spy.status).toBe(404);
    const silent = await ben.post('message/create/', { to: users.cleo, message: '   ' });
    expect(silent.status).toBe(400);
  });

  it('marks only grow, and never beyond the newest message', async () => {
    const { ben, cleo, users, ...trio } = await startTrio(openDatabase);
    for (const message of ['One', 'Two', 'Three']) {
      ok(await ben.post('message/create/', { to: users.cleo, message }));
    }
    const conversation = directOf({ ...trio, ben, cleo, users });
    const news = async () => ok(await cleo.get('api/notifications/')).body.notifications;
    expect(await news()).toEqual([
      { from_who__id: users.ben, from_who__display_name: 'ben', count: 3 },
    ]);
    ok(await cleo.post('message/seen/', { conversation, seen: 2 }));
    expect((await news())[0].count).toBe(1);
    ok(await cleo.post('message/seen/', { conversation, seen: 1 }));
    expect((await news())[0].count).toBe(1);
    ok(await cleo.post('message/seen/', { conversation, seen: 999 }));
    expect(await news()).toEqual([]);
    const mine = ok(await ben.get(`api/messages/${users.cleo}/`)).body.results;
    expect(mine.map((one: { has_been_seen: boolean }) => one.has_been_seen)).toEqual([
      true,
      true,
      true,
    ]);
    ok(await ben.post('message/create/', { to: users.cleo, message: 'Four' }));
    expect((await news())[0].count).toBe(1);
  });

  it('unread counts messages to the person only, not of others, nor of a channel with the same id elsewhere', async () => {
    const { team, ada, ben, cleo, users } = await startTrio(openDatabase);
    const there = await foundTeam(team.app, 'zoe@other.test', 'Other');
    const id = freshId();
    ok(await ben.post('groups/create/', { id, name: 'Site', members: [users.ada] }));
    ok(await there.founder.post('groups/create/', { id, name: 'Site', members: [] }));
    const send = async (person: RestClient, to: object, count: number) => {
      for (let n = 0; n < count; n += 1) {
        ok(await person.post('message/create/', { ...to, message: `Number ${n}` }));
      }
    };
    await send(ben, { to: users.ada }, 1);
    await send(ben, { group: id }, 2);
    await send(there.founder, { group: id }, 6);
    await send(cleo, { to: users.ben }, 7);
    const { notifications, groups } = ok(await ada.get('api/notifications/')).body;
    expect(notifications).toMatchObject([{ from_who__id: users.ben, count: 1 }]);
    expect(groups).toMatchObject([{ group__name: 'Site', count: 2 }]);
  });

  it('one’s own messages are never unread, and leave earlier messages of others unread', async () => {
    const { ben, cleo, users, ...trio } = await startTrio(openDatabase);
    const conversation = directOf({ ...trio, ben, cleo, users });
    const seenBy = async ({ orgUserId }: RestClient) => {
      const { changes } = (await pull(ben)).body;
      const mark = `${conversation}.${orgUserId}`;
      return changes.findLast(({ id }: { id: string }) => id === mark)?.row?.seen ?? 0;
    };
    for (const message of ['One', 'Two']) {
      ok(await ben.post('message/create/', { to: users.cleo, message }));
    }
    expect(await seenBy(ben)).toBe(2);
    ok(await cleo.post('message/create/', { to: users.ben, message: 'Three' }));
    expect(await seenBy(cleo)).toBe(0);
    ok(await ben.post('message/create/', { to: users.cleo, message: 'Four' }));
    expect(await seenBy(ben)).toBe(2);
    ok(await ben.post('message/seen/', { conversation, seen: 4 }));
    ok(await ben.post('message/create/', { to: users.cleo, message: 'Five' }));
    expect(await seenBy(ben)).toBe(5);
  });

  it('counts one’s own messages among unread ones, for devices that have the newest alone', async () => {
    const { ben, cleo, users, ...trio } = await startTrio(openDatabase);
    const conversation = directOf({ ...trio, ben, cleo, users });
    const write = async (message: string) =>
      ok(await cleo.post('message/create/', { to: users.ben, message }));
    const see = async (seen: number) => {
      ok(await cleo.post('message/seen/', { conversation, seen }));
      return ownOf(cleo, conversation);
    };
    ok(await ben.post('message/create/', { to: users.cleo, message: 'One' }));
    for (const message of ['Two', 'Three', 'Four']) await write(message);
    ok(await ben.post('message/create/', { to: users.cleo, message: 'Five' }));
    await write('Six');
    expect(await ownOf(cleo, conversation)).toBe(4);
    expect(await see(2)).toBe(3);
    expect(await see(1)).toBe(3);
    expect(await see(5)).toBe(1);
    expect(await see(6)).toBe(0);
    await write('Seven');
    expect(await ownOf(cleo, conversation)).toBe(0);
    // A mark of an older build has no such number.
    ok(await ben.post('message/create/', { to: users.cleo, message: 'Eight' }));
    await write('Nine');
    await write('Ten');
    const { writer } = trio.team.app.services;
    await writer.separate(async (tx) =>
      (await tx.sql()).run('update message_marks set own = null'),
    );
    expect(await see(9)).toBe(1);
    await writer.separate(async (tx) =>
      (await tx.sql()).run('update message_marks set own = null'),
    );
    await write('Eleven');
    expect(await ownOf(cleo, conversation)).toBe(2);
  });

  it('counts them from the return of a member to a channel', async () => {
    const { ben, cleo } = await startTrio(openDatabase);
    const members = [String(cleo.orgUserId)];
    const made = ok(await ben.post('groups/create/', { name: 'Ridge', members }));
    const group = made.body.data.id;
    const path = `groups/${group}/update/`;
    const conversation = (await scopesOf(ben)).find((one) => one.startsWith('group:')) ?? '';
    ok(await ben.post('message/create/', { group, message: 'One' }));
    ok(await cleo.post('message/create/', { group, message: 'Two' }));
    expect(await ownOf(cleo, conversation)).toBe(1);
    ok(await ben.patch(path, { remove: members }));
    ok(await ben.patch(path, { add: members, since: { [members[0] ?? '']: 0 } }));
    expect(await ownOf(cleo, conversation)).toBe(1);
    ok(await ben.patch(path, { remove: members }));
    ok(await ben.patch(path, { add: members }));
    expect(await ownOf(cleo, conversation)).toBe(0);
    ok(await ben.post('message/create/', { group, message: 'Three' }));
    ok(await cleo.post('message/create/', { group, message: 'Four' }));
    expect(await ownOf(cleo, conversation)).toBe(1);
  });

  it('only the author edits and deletes; a deleted message keeps its position without its text', async () => {
    const { ben, cleo, users } = await startTrio(openDatabase);
    const id = freshId();
    ok(await ben.post('message/create/', { id, to: users.cleo, message: 'Tomorow' }));
    expect((await cleo.patch(`message/update-destroy/${id}/`, { message: 'x' })).status).toBe(403);
    ok(await ben.patch(`message/update-destroy/${id}/`, { message: 'Tomorrow' }));
    ok(await ben.patch(`message/update-destroy/${id}/`, { deleted: true }));
    const [kept] = ok(await cleo.get(`api/messages/${users.ben}/`)).body.results;
    expect(kept).toMatchObject({ number: 1, message: '', deleted: true, edited: true });
    const late = await ben.patch(`message/update-destroy/${id}/`, { message: 'Again' });
    expect(late.status).toBe(409);
  });

  it('a group is read and written by its members alone, and its number names it', async () => {
    const { ada, ben, cleo, users } = await startTrio(openDatabase);
    const made = ok(await ben.post('groups/create/', { name: 'Ridge', members: [users.cleo] }));
    const number = made.body.data.id;
    expect(number).toBeGreaterThan(0);
    expect(made.body.data.members).toMatchObject([{ id: users.ben }, { id: users.cleo }]);
    ok(await cleo.post('message/create/', { group: number, message: 'Up here' }));
    const read = ok(await ben.get(`api/group-messages/${number}/`)).body;
    expect(read.results).toMatchObject([{ message: 'Up here', from_who: { id: users.cleo } }]);
    for (const path of [`api/groups/${number}/`, `api/group-messages/${number}/`]) {
      expect((await ada.get(path)).status).toBe(404);
    }
    expect((await ada.patch(`groups/${number}/update/`, { name: 'Mine' })).status).toBe(404);
    expect((await ada.post('message/create/', { group: number, message: 'Hello' })).status).toBe(
      404,
    );
    expect(ok(await ada.get('api/groups/')).body.results).toEqual([]);
    expect(ok(await cleo.get('groups/members/', { query: { name: 'Ridge' } })).body).toMatchObject({
      count: 2,
      results: [{ id: number, name: 'Ridge' }],
    });
  });

  it('members are added and removed; a removed member and one who leaves lose the group', async () => {
    const { ada, ben, cleo, users } = await startTrio(openDatabase);
    const made = ok(await ben.post('groups/create/', { name: 'Ridge', members: [] }));
    const path = `groups/${made.body.data.id}/update/`;
    ok(await ben.patch(path, { members: [users.ada, users.cleo], name: 'North ridge' }));
    const group = ok(await cleo.get(`api/groups/${made.body.data.id}/`)).body.data;
    expect(group.name).toBe('North ridge');
    expect(group.members).toHaveLength(3);
    expect((await cleo.patch(path, { members: [] })).status).toBe(403);
    const scope = (await scopesOf(cleo)).find((one) => one.startsWith('group:'));
    ok(await ben.patch(path, { members: [users.ada] }));
    expect(await scopesOf(cleo)).not.toContain(scope);
    expect((await cleo.get(`api/groups/${made.body.data.id}/`)).status).toBe(404);
    ok(await ada.patch(path, { remove: [ada.orgUserId] }));
    expect((await ada.get(`api/groups/${made.body.data.id}/`)).status).toBe(404);
    expect((await ben.patch(path, { members: [99_999] })).status).toBe(400);
  });

  it('a later member of a channel has no unread old messages, and nobody waits for their receipt', async () => {
    const { ada, ben, cleo, users } = await startTrio(openDatabase);
    const made = ok(await ben.post('groups/create/', { name: 'Ridge', members: [users.ada] }));
    const group = made.body.data.id;
    const path = `groups/${group}/update/`;
    const unread = async (person: RestClient) =>
      ok(await person.get('api/notifications/')).body.groups.map(
        ({ count }: { count: number }) => count,
      );
    const seen = async () =>
      ok(await ben.get(`api/group-messages/${group}/`)).body.results.map(
        (one: { has_been_seen: boolean }) => one.has_been_seen,
      );
    for (const message of ['One', 'Two']) ok(await ben.post('message/create/', { group, message }));
    const conversation = (await scopesOf(ben)).find((one) => one.startsWith('group:')) ?? '';
    ok(await ada.post('message/seen/', { conversation, seen: 2 }));
    expect(await seen()).toEqual([true, true]);
    ok(await ben.patch(path, { add: [cleo.orgUserId] }));
    expect(await unread(cleo)).toEqual([]);
    expect(await seen()).toEqual([true, true]);
    ok(await ben.post('message/create/', { group, message: 'Three' }));
    expect(await unread(cleo)).toEqual([1]);
    ok(await ada.post('message/seen/', { conversation, seen: 3 }));
    expect(await seen()).toEqual([true, true, false]);
    ok(await cleo.post('message/seen/', { conversation, seen: 3 }));
    expect(await seen()).toEqual([true, true, true]);
    // An existing member does not join anew, and one's own first message is not unread.
    ok(await ada.patch(path, { add: [cleo.orgUserId] }));
    ok(await ben.patch(path, { remove: [cleo.orgUserId] }));
    ok(await ben.patch(path, { add: [cleo.orgUserId] }));
    ok(await cleo.post('message/create/', { group, message: 'Back again' }));
    expect(await unread(cleo)).toEqual([]);
    const { changes } = (await pull(ben)).body;
    const mark = `${conversation}.${cleo.orgUserId}`;
    expect(changes.findLast(({ id }: { id: string }) => id === mark).row.seen).toBe(4);
  });

  it('a removal that is reverted leaves unread what was unread, and nothing that a member had before', async () => {
    const { ben, cleo } = await startTrio(openDatabase);
    const her = String(cleo.orgUserId);
    const members = [her];
    const made = ok(await ben.post('groups/create/', { name: 'Ridge', members }));
    const group = made.body.data.id;
    const path = `groups/${group}/update/`;
    const unread = async () => ok(await cleo.get('api/notifications/')).body.groups[0]?.count ?? 0;
    const conversation = (await scopesOf(ben)).find((one) => one.startsWith('group:')) ?? '';
    for (const message of ['One', 'Two', 'Three']) {
      ok(await ben.post('message/create/', { group, message }));
    }
    ok(await cleo.post('message/seen/', { conversation, seen: 1 }));
    expect(await unread()).toBe(2);
    const back = (since?: unknown) =>
      ben.patch(path, { add: members, ...(since !== undefined && { since }) });
    ok(await ben.patch(path, { remove: members }));
    ok(await ben.post('message/create/', { group, message: 'Meanwhile' }));
    ok(await back({ [her]: 0 }));
    expect(await unread()).toBe(3);
    // A member keeps the number, and nobody joins behind the newest message.
    ok(await back({ [her]: 4 }));
    expect(await unread()).toBe(3);
    ok(await ben.patch(path, { remove: members }));
    ok(await back({ [her]: 900 }));
    ok(await ben.post('message/create/', { group, message: 'Later' }));
    expect(await unread()).toBe(1);
    expect((await back({ [her]: -1 })).status).toBe(400);
    expect((await back('0')).status).toBe(400);
  });

  it('a message that nobody else could read is seen by whoever reads it later, and by nobody before that', async () => {
    const { ben, cleo } = await startTrio(openDatabase);
    const made = ok(await ben.post('groups/create/', { name: 'Ridge', members: [] }));
    const group = made.body.data.id;
    const seen = async () =>
      ok(await ben.get(`api/group-messages/${group}/`)).body.results.map(
        (one: { has_been_seen: boolean }) => one.has_been_seen,
      );
    for (const message of ['One', 'Two']) ok(await ben.post('message/create/', { group, message }));
    const conversation = (await scopesOf(ben)).find((one) => one.startsWith('group:')) ?? '';
    const path = `groups/${group}/update/`;
    ok(await ben.patch(path, { add: [cleo.orgUserId] }));
    ok(await ben.post('message/create/', { group, message: 'Three' }));
    ok(await cleo.post('message/seen/', { conversation, seen: 3 }));
    expect(await seen()).toEqual([false, false, true]);
    ok(await cleo.post('message/seen/', { conversation, back: 2 }));
    expect(await seen()).toEqual([false, true, true]);
    // Messages since the person joined are marked by `seen` alone, and a call of an older build reverts nothing.
    ok(await cleo.post('message/seen/', { conversation, back: 3 }));
    ok(await cleo.post('message/seen/', { conversation, seen: 3 }));
    expect(await seen()).toEqual([false, true, true]);
    // A member who returns has not read the messages of their absence.
    ok(await ben.patch(path, { remove: [cleo.orgUserId] }));
    ok(await ben.post('message/create/', { group, message: 'Four' }));
    ok(await ben.patch(path, { add: [cleo.orgUserId] }));
    expect((await seen()).at(-1)).toBe(false);
  });

  it('many messages are read page by page', async () => {
    const { ben, cleo, users } = await startTrio(openDatabase);
    for (let index = 1; index <= 7; index += 1) {
      ok(await ben.post('message/create/', { to: users.cleo, message: `No ${index}` }));
    }
    const page = async (query: Readonly<Record<string, string>>) =>
      ok(await cleo.get(`api/messages/${users.ben}/`, { query })).body.results.map(
        (one: { message: string }) => one.message,
      );
    expect(await page({ limit: '3' })).toEqual(['No 5', 'No 6', 'No 7']);
    expect(await page({ limit: '3', before: '5' })).toEqual(['No 2', 'No 3', 'No 4']);
  });
});

async function startTrio(open: Parameters<typeof startTeam>[0]): Promise<Trio> {
  const team = await startTeam(open);
  const ben = await hire(team, 'ben@field.test');
  const cleo = await hire(team, 'cleo@field.test');
  const people = ok(await team.founder.get('users/')).body.results;
  const userOf = (email: string): number =>
    people.find((one: { email: string }) => one.email === email).id;
  return {
    team,
    ada: team.founder,
    ben,
    cleo,
    users: {
      ada: userOf('ada@field.test'),
      ben: userOf('ben@field.test'),
      cleo: userOf('cleo@field.test'),
    },
  };
}

/** Number of a person's own messages among those that are new to them, as their devices receive it. */
async function ownOf(person: RestClient, conversation: string): Promise<unknown> {
  const { changes } = (await pull(person)).body;
  const mark = `${conversation}.${person.orgUserId ?? ''}`;
  return changes.findLast(({ id }: { id: string }) => id === mark)?.row?.own;
}

function directOf({ ben, cleo }: Trio): string {
  return `direct:${ben.orgUserId}:${cleo.orgUserId}`;
}

async function scopesOf(person: RestClient): Promise<readonly string[]> {
  const page = ok(await pull(person, 0, { stream: orgStreamOf(person) }));
  return page.body.scopes;
}
