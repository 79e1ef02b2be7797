import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SocketFrame } from '../../../model/protocol/messages.ts';
import { loadActor } from '../../../server/writer/actor.ts';
import { createWriter } from '../../../server/writer/writer.ts';
import {
  type ChatFrame,
  type ChatPeer,
  createChatRooms,
} from '../../../server/realtime/chat-rooms.ts';
import { createHub } from '../../../server/realtime/hub.ts';
import type { Database } from '../../../server/store/database.ts';
import { openDatabase } from '../../../server/store/open.ts';
import { type PgCluster, postgresPrograms, startPgCluster } from '../../support/pg-cluster.ts';
import { foundAndSignIn, PASSWORD } from '../../support/rest-client.ts';
import { startTestApp } from '../../support/test-app.ts';
import { waitUntil } from '../../support/wait-until.ts';
import { foundTeam, freshId, ok, orgStreamOf, pull } from '../support/team.ts';

const SOON = { withinMs: 20_000 };

describe.skipIf(postgresPrograms() === undefined)('two processes on one PostgreSQL', () => {
  let cluster: PgCluster | undefined;
  beforeAll(async () => {
    cluster = await startPgCluster({ durable: false });
  });
  afterAll(async () => {
    await cluster?.stop();
  });

  it('[PULL-7.1] a change committed in one process reaches the sockets of the other, as does the end of a session', async () => {
    const url = (await cluster?.createDatabase()) ?? '';
    const here = await openDatabase({ url });
    const there = await openDatabase({ url });
    const setup = await startTestApp(here);
    const { founder, card } = await foundTeam(setup.app, 'ada@field.test', 'Field Work');
    const hub = createHub({
      database: there,
      writer: createWriter({
        database: there,
        now: () => 0,
        newEpoch: () => randomBytes(8).toString('hex'),
        report: fail,
      }),
      now: () => 0,
      report: fail,
    });
    const frames: SocketFrame[] = [];
    let closed = false;
    const peer = {
      send: (frame: SocketFrame) => frames.push(frame),
      waiting: () => 0,
      close: () => {
        closed = true;
      },
    };
    const userId = await there.snapshot(async (sql) => {
      const [row] = await sql.all('select "user" as id from org_users');
      const actor = await loadActor(
        sql,
        { orgId: founder.orgId ?? '', userId: String(row?.['id']) },
        Date.now(),
      );
      return actor?.userId ?? '';
    });
    const session = await there.db.selectFrom('sessions').select('id').executeTakeFirstOrThrow();
    await hub.join(peer, { sessionId: session.id, orgId: founder.orgId ?? '', userId });
    // The other process listens over a connection of its own, which takes a moment.
    await waitUntil(
      'the change is received',
      async () => {
        const name = `Card ${randomBytes(4).toString('hex')}`;
        ok(await founder.patch(`project-card/update-destroy/${card}/`, { name }));
        await new Promise((resolve) => setTimeout(resolve, 100));
        return frames.some(({ type }) => type === 'changed');
      },
      SOON,
    );
    const events = frames.flatMap((frame) => (frame.type === 'changed' ? [frame] : []));
    const [event] = events;
    expect(event?.stream).toBe(orgStreamOf(founder));
    expect(event?.page?.changes).toMatchObject([{ kind: 'put', table: 'cards', id: card }]);
    const { head } = (await pull(founder)).body;
    await waitUntil('the last one is received', () => heads(frames).includes(head), SOON);
    ok(await founder.post('api/logout/'));
    await waitUntil('the socket is closed', () => closed, SOON);
    expect(frames.at(-1)).toEqual({ type: 'closed', code: 'unauthenticated' });
    hub.close();
    await setup.close();
    await here.close();
    await there.close();
  });

  it('[PULL-7.1] a change of the other process is read once for all sockets, also when its announcement was lost', async () => {
    const url = (await cluster?.createDatabase()) ?? '';
    const here = await openDatabase({ url });
    const there = await openDatabase({ url });
    const setup = await startTestApp(here);
    const { founder, card } = await foundTeam(setup.app, 'ada@field.test', 'Field Work');
    let snapshots = 0;
    const counted: Database = {
      ...there,
      snapshot: (work) => {
        snapshots += 1;
        return there.snapshot(work);
      },
    };
    const newEpoch = () => randomBytes(8).toString('hex');
    const writer = createWriter({ database: there, now: () => 0, newEpoch, report: fail });
    const hub = createHub({ database: counted, writer, now: () => 0, report: fail });
    const session = await there.db.selectFrom('sessions').selectAll().executeTakeFirstOrThrow();
    const who = { sessionId: session.id, orgId: founder.orgId ?? '', userId: session.user_id };
    const sockets = Array.from({ length: 12 }, (): SocketFrame[] => []);
    for (const frames of sockets) {
      const send = (frame: SocketFrame) => frames.push(frame);
      await hub.join({ send, waiting: () => 0, close: () => undefined }, who);
    }
    const rename = async (name: string) => {
      ok(await founder.patch(`project-card/update-destroy/${card}/`, { name }));
      const { head } = (await pull(founder)).body;
      const reached = () => sockets.every((frames) => heads(frames).includes(head));
      await waitUntil(`everybody has ${name}`, reached, SOON);
    };
    // The first one may have been announced before this process listens.
    await rename('First');
    snapshots = 0;
    await rename('Second');
    expect(snapshots).toBe(1);
    for (const frames of sockets) {
      const last = frames.at(-1);
      expect(last?.type === 'changed' && last.page?.changes).toMatchObject([
        { kind: 'put', table: 'cards', row: { name: 'Second' } },
      ]);
    }
    // Ends every connection that listens: the announcement of the next commit reaches nobody.
    await there.read.all(
      "select pg_terminate_backend(pid) from pg_stat_activity where query like 'listen%' and datname = current_database()",
    );
    await rename('While nobody listens');
    hub.close();
    await setup.close();
    await here.close();
    await there.close();
  });

  it('typing in a conversation is published to people who have it open in the other process', async () => {
    const url = (await cluster?.createDatabase()) ?? '';
    const here = await openDatabase({ url });
    const there = await openDatabase({ url });
    const setup = await startTestApp(here);
    const { founder } = await foundTeam(setup.app, 'ada@field.test', 'Field Work');
    const id = freshId();
    ok(await founder.post('groups/create/', { id, name: 'Ridge', members: [] }));
    const [mine, theirs] = [here, there].map((database) => {
      const newEpoch = () => randomBytes(8).toString('hex');
      const writer = createWriter({ database, now: () => 0, newEpoch, report: fail });
      return createChatRooms({ database, writer, now: () => 0, report: fail });
    });
    const { orgId = '', orgUserId = '' } = founder;
    const conversation = `group:${id}`;
    const received: ChatFrame[] = [];
    const peer: ChatPeer = {
      orgId,
      userId: String(ok(await founder.get('api/me/')).body.data.id),
      orgUserId,
      sessionId: '',
      conversation,
      isOwnApp: true,
      send: (frame) => received.push(frame),
      sentUpTo: () => 0,
      close: () => undefined,
    };
    expect(await theirs?.join(peer)).toBe(0);
    await waitUntil(
      'it is received',
      async () => {
        // One's own other screen gets nothing.
        mine?.typing({ orgId, conversation, orgUserId });
        mine?.typing({ orgId, conversation, orgUserId: 'somebody' });
        await new Promise((resolve) => setTimeout(resolve, 100));
        return received.length > 0;
      },
      SOON,
    );
    for (const frame of received) {
      expect(frame).toEqual({ type: 'typing', organization_user: 'somebody' });
    }
    mine?.close();
    theirs?.close();
    await setup.close();
    await here.close();
    await there.close();
  });

  it('an address that two accounts confirm at the same time belongs to one of them, and the other gets an error', async () => {
    const url = (await cluster?.createDatabase()) ?? '';
    const databases = [await openDatabase({ url }), await openDatabase({ url })];
    const setups = await Promise.all(databases.map((one) => startTestApp(one)));
    const people = [];
    for (const [index, setup] of setups.entries()) {
      people.push(await foundAndSignIn(setup.app, `ada${index}@field.test`, `Field ${index}`));
    }
    for (let round = 0; round < 5; round += 1) {
      const email = `shared${round}@field.test`;
      const tokens: (string | undefined)[] = [];
      for (const person of people) {
        ok(await person.post('api/email-address/change/', { email, password: PASSWORD }));
        // Either process may send the mail.
        for (const setup of setups) await setup.app.services.mailer.settle();
        const links = setups
          .flatMap(({ mails }) => mails)
          .filter(({ to }) => to === email)
          .map(({ link }) => link?.split('token=')[1]);
        tokens.push(links.find((link) => !tokens.includes(link)));
      }
      const replies = await Promise.all(
        people.map((person, index) =>
          person.post('api/email-address/confirm/', { token: tokens[index] }),
        ),
      );
      const statuses = replies.map(({ status }) => status);
      expect(statuses.toSorted((left, right) => left - right)).toEqual([200, 409]);
    }
    for (const setup of setups) await setup.close();
    for (const database of databases) await database.close();
  });
});

function heads(frames: readonly SocketFrame[]): readonly number[] {
  return frames.flatMap((frame) => (frame.type === 'changed' ? [frame.head] : []));
}

function fail(error: unknown): void {
  throw error;
}
