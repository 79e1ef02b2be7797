import { expect, it } from 'vitest';
import { parseReceipts } from '../../../model/protocol/receipts.ts';
import { forEachDatabase } from '../../support/for-each-database.ts';
import { restClient, type RestClient, signIn } from '../../support/rest-client.ts';
import { addTask, foundTeam, hire, join, ok, pull, startTeam, type Team } from '../support/team.ts';

forEachDatabase('receipts of devices', (open) => {
  it('[RECEIPT-1.1] a row is on a device only when the device has reported its version', async () => {
    const { team, ben } = await startPair(open);
    await received(ben);
    const task = await addTask(team, team.founder);
    const { v } = await storedTask(team, task);
    expect((await receiptOf(team, task, ben)).received).toBeLessThan(v);
    team.setup.clock.time += 60_000;
    expect(await received(ben)).toBeGreaterThanOrEqual(v);
    expect(await receiptOf(team, task, ben)).toMatchObject({
      received: await headOf(ben),
      received_details: await headOf(ben),
      reported_at: team.setup.clock.now(),
    });
  });

  it('[RECEIPT-1.2] a cursor from before a person joined the project proves nothing about its rows', async () => {
    const team = await startTeam(open);
    await join(team, team.founder);
    const task = await addTask(team, team.founder);
    const cyd = await hire(team, 'cyd@field.test');
    const { v } = await storedTask(team, task);
    expect(await received(cyd)).toBeGreaterThan(v);
    await join(team, cyd);
    expect(await receiptOf(team, task, cyd)).toMatchObject({ received: 0, reported_at: null });
    team.setup.clock.time += 60_000;
    await received(cyd);
    expect((await receiptOf(team, task, cyd)).received).toBeGreaterThanOrEqual(v);
  });

  it('[RECEIPT-1.2] a new role, too, has to be reported before rows count as received', async () => {
    const { team } = await startPair(open);
    const task = await addTask(team, team.founder);
    const cyd = await hire(team, 'cyd@field.test');
    await received(cyd);
    expect(await readersOf(team, task)).not.toContain(String(cyd.orgUserId));
    const roles = ok(await team.founder.get('user-role/list/'));
    const manager = roles.body.data.find((one: { name: string }) => one.name === 'Manager');
    const path = `organization-user/update/${cyd.orgUserId}/`;
    ok(await team.founder.patch(path, { user_role: manager.id }));
    expect((await receiptOf(team, task, cyd)).received).toBe(0);
  });

  it('[RECEIPT-1.3] a device with outlines has no details of projects of which its person is no member', async () => {
    const { team, ben } = await startPair(open);
    const mia = await hire(team, 'mia@field.test', 'Manager');
    const task = await addTask(team, ben);
    const outlined = true;
    const at = await received(mia, { outlined });
    const first = await receiptOf(team, task, mia);
    expect(first).toMatchObject({ received: at, received_details: 0 });
    await join(team, mia);
    team.setup.clock.time += 60_000;
    const later = await received(mia, { outlined });
    expect((await receiptOf(team, task, mia)).received_details).toBe(later);
  });

  it('[RECEIPT-1.3] a device with summaries has no tasks of projects of which its person is no member', async () => {
    const { team, ben } = await startPair(open);
    const mia = await hire(team, 'mia@field.test', 'Manager');
    const task = await addTask(team, ben);
    const parts = { outlined: true, summarized: true };
    await received(mia, parts);
    const none = { received: 0, received_details: 0 };
    expect(await receiptOf(team, task, mia)).toMatchObject(none);
    await join(team, mia);
    team.setup.clock.time += 60_000;
    const later = await received(mia, parts);
    expect(await receiptOf(team, task, mia)).toMatchObject({ received: later });
  });

  it('[RECEIPT-1.4] a cursor above the head, of another epoch or of another write is not stored', async () => {
    const { team, ben } = await startPair(open);
    const task = await addTask(team, team.founder);
    expect(await received(ben, { epoch: 'another' })).toBe(0);
    expect(await received(ben, { cursor: (await headOf(ben)) + 1 })).toBe(0);
    expect(await received(ben, { cursor_at: 1 })).toBe(0);
    expect((await receiptOf(team, task, ben)).received).toBe(0);
  });

  it('[RECEIPT-1.4] a device that has gone back is believed at once', async () => {
    const { team, ben } = await startPair(open);
    const task = await addTask(team, team.founder);
    await received(ben);
    const { v } = await storedTask(team, task);
    await received(ben, { cursor: v - 1 });
    expect((await receiptOf(team, task, ben)).received).toBe(v - 1);
  });

  it('[RECEIPT-2] the furthest device counts, and none whose session has ended', async () => {
    const { team, ben } = await startPair(open);
    const second = restClient(team.app);
    ok(await signIn(second, 'ben@field.test'));
    await received(ben);
    const task = await addTask(team, team.founder);
    await received(second);
    const { v } = await storedTask(team, task);
    expect((await receiptOf(team, task, ben)).received).toBeGreaterThanOrEqual(v);
    ok(await ben.post('api/session/end-others/', {}));
    expect((await receiptOf(team, task, ben)).received).toBeLessThan(v);
  });

  it('[RECEIPT-2] only readers are named, to readers, and nothing to another organisation', async () => {
    const { team, ben } = await startPair(open);
    const task = await addTask(team, team.founder);
    const cyd = await hire(team, 'cyd@field.test');
    await received(cyd);
    expect(await readersOf(team, task)).toEqual([String(ben.orgUserId)]);
    const query = { task_id: task };
    expect((await cyd.get('receipt/list/', { query })).status).toBe(404);
    const other = await foundTeam(team.app, 'eve@other.test', 'Other');
    expect((await other.founder.get('receipt/list/', { query })).status).toBe(404);
    expect(await readersOf(team, task)).toEqual([String(ben.orgUserId)]);
    const mia = await hire(team, 'mia@field.test', 'Manager');
    expect(await readersOf(team, task)).toContain(String(mia.orgUserId));
    const person = `organization-user/update/${mia.orgUserId}/`;
    ok(await team.founder.patch(person, { active: false }));
    expect(await readersOf(team, task)).toEqual([String(ben.orgUserId)]);
    ok(await team.founder.delete(`team-member/update-destroy/${team.project}.${ben.orgUserId}/`));
    expect((await ben.get('receipt/list/', { query })).status).toBe(404);
    expect(await readersOf(team, task)).toEqual([]);
  });

  it('[RECEIPT-3] a device at rest writes nothing, and one that advances at most once in five seconds', async () => {
    const { team, ben } = await startPair(open);
    const first = await received(ben);
    const stored = await cursorsOf(team);
    team.setup.clock.time += 120_000;
    await received(ben);
    expect(await cursorsOf(team)).toEqual(stored);
    await addTask(team, team.founder);
    team.setup.clock.time += 60_000;
    const second = await received(ben);
    expect(second).toBeGreaterThan(first);
    const task = await addTask(team, team.founder);
    expect(await received(ben)).toBe(second);
    expect((await receiptOf(team, task, ben)).received).toBe(second);
    team.setup.clock.time += 5_000;
    expect(await received(ben)).toBe(await headOf(ben));
  });

  it('[RECEIPT-3] 500 devices have 500 rows however many tasks there are, and reading them writes none', async () => {
    const { team, ben } = await startPair(open);
    const epoch = ok(await pull(ben)).body.epoch;
    const { db } = team.app.services.database;
    const [session] = await db.selectFrom('sessions').selectAll().execute();
    if (session === undefined) throw new Error('nobody is signed in');
    const many = Array.from({ length: 500 }, (_, at) => `session-${at}`);
    const head = await headOf(ben);
    for (const id of many) {
      await team.app.services.writer.write([], async (tx) => {
        const sql = await tx.db();
        await sql
          .insertInto('sessions')
          .values({ ...session, id, cookie_digest: id, next_digest: null })
          .execute();
        await sql
          .insertInto('device_cursors')
          .values({
            org_id: String(ben.orgId),
            session_id: id,
            person: String(ben.orgUserId),
            epoch,
            cursor: head,
            outlined: 0,
            summarized: 0,
            hot_since: 0,
            reported_at: 1,
          })
          .execute();
      });
    }
    const tasks = [];
    for (let at = 0; at < 5; at += 1) tasks.push(await addTask(team, team.founder));
    const before = await cursorsOf(team);
    for (const task of tasks) {
      const reply = await team.founder.get('receipt/list/', { query: { task_id: task } });
      // One entry per person, not per device.
      expect(ok(reply).body.data).toHaveLength(1);
      expect(reply.text.length).toBeLessThan(250);
    }
    expect(before).toHaveLength(500);
    expect(await cursorsOf(team)).toEqual(before);
  });
});

async function startPair(open: Parameters<typeof startTeam>[0]) {
  const team = await startTeam(open);
  const ben = await hire(team, 'ben@field.test');
  await join(team, ben);
  return { team, ben };
}

async function headOf(person: RestClient): Promise<number> {
  return Number(ok(await pull(person)).body.head);
}

/** A device reports, by default that it is up to date; the cursor that the server then has of it. */
async function received(
  person: RestClient,
  report: {
    readonly epoch?: string;
    readonly cursor?: number;
    readonly cursor_at?: number;
    readonly outlined?: boolean;
    readonly summarized?: boolean;
  } = {},
): Promise<number> {
  const { epoch, head } = ok(await pull(person)).body;
  const body = { epoch, cursor: head, outlined: false, ...report };
  return Number(ok(await person.post('sync/received', body)).body.data.cursor);
}

async function receipts(asker: RestClient, task: string) {
  return parseReceipts(ok(await asker.get('receipt/list/', { query: { task_id: task } })).body);
}

async function receiptOf(team: Team, task: string, person: RestClient) {
  const found = (await receipts(team.founder, task)).find(
    (one) => one.organization_user === String(person.orgUserId),
  );
  if (found === undefined) throw new Error('the person is not named');
  return found;
}

async function readersOf(team: Team, task: string) {
  return (await receipts(team.founder, task)).map((one) => one.organization_user);
}

async function storedTask(team: Team, id: string) {
  return await team.app.services.database.db
    .selectFrom('tasks')
    .select('v')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
}

async function cursorsOf(team: Team) {
  return await team.app.services.database.db
    .selectFrom('device_cursors')
    .selectAll()
    .orderBy('session_id')
    .execute();
}
