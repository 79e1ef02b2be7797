import { expect, it } from 'vitest';
import { parseReceipts } from '../../../model/protocol/receipts.ts';
import { forEachDatabase } from '../../support/for-each-database.ts';
import type { RestClient } from '../../support/rest-client.ts';
import { addTask, foundTeam, hire, join, ok, pull, startTeam, type Team } from '../support/team.ts';

forEachDatabase('what people have seen', (open) => {
  it('[RECEIPT-4.1] a task is seen up to the version that a person reports, and no further', async () => {
    const { team, ben, task } = await startPair(open);
    expect(await seenBy(team, task, ben)).toBe(0);
    const { v } = await storedTask(team, task);
    expect(await see(ben, task, { v })).toBe(1);
    expect(await seenBy(team, task, ben)).toBe(v);
    ok(await team.founder.patch(`task/update-destroy/${task}/`, { name: 'Renamed' }));
    const later = await storedTask(team, task);
    expect(later.v).toBeGreaterThan(v);
    expect(await seenBy(team, task, ben)).toBe(v);
  });

  it('[RECEIPT-4.1] nothing is seen above the cursor of the device that reports', async () => {
    const { team, ben, task } = await startPair(open);
    const { v } = await storedTask(team, task);
    await see(ben, task, { v: v + 50, cursor: v - 1 });
    expect(await seenBy(team, task, ben)).toBe(v - 1);
  });

  it('[RECEIPT-4.2] one row a person and task, the highest version, and nothing is written again', async () => {
    const { team, ben, task } = await startPair(open);
    const { v } = await storedTask(team, task);
    expect(await see(ben, task, { v })).toBe(1);
    const stored = await rowsOf(team);
    expect(stored).toHaveLength(1);
    expect(await see(ben, task, { v })).toBe(0);
    expect(await see(ben, task, { v: v - 1 })).toBe(0);
    expect(await rowsOf(team)).toEqual(stored);
    await team.founder.get('receipt/list/', { query: { task_id: task } });
    expect(await rowsOf(team)).toEqual(stored);
  });

  it('[RECEIPT-4.2] of two reports at the same time the higher version stays', async () => {
    const { team, ben, task } = await startPair(open);
    const { v } = await storedTask(team, task);
    await Promise.all([v - 2, v, v - 1].map((one) => see(ben, task, { v: one })));
    expect(await seenBy(team, task, ben)).toBe(v);
  });

  it('[RECEIPT-4.3] a report of another epoch, above the head or of another write is not stored', async () => {
    const { team, ben, task } = await startPair(open);
    const { v } = await storedTask(team, task);
    const { head } = ok(await pull(ben)).body;
    expect(await see(ben, task, { v, epoch: 'another' })).toBe(0);
    expect(await see(ben, task, { v, cursor: head + 1 })).toBe(0);
    expect(await see(ben, task, { v, cursor_at: 1 })).toBe(0);
    expect(await rowsOf(team)).toEqual([]);
  });

  it('[RECEIPT-4.3] what was seen in another epoch of the stream is not answered', async () => {
    const { team, ben, task } = await startPair(open);
    const { v } = await storedTask(team, task);
    await see(ben, task, { v });
    await team.app.services.writer.write([], async (tx) => {
      const db = await tx.db();
      await db.updateTable('task_seen').set({ epoch: 'before the restore' }).execute();
    });
    expect(await seenBy(team, task, ben)).toBe(0);
    expect(await see(ben, task, { v })).toBe(1);
    expect(await seenBy(team, task, ben)).toBe(v);
  });

  it('[RECEIPT-4.4] only who may read a task can have seen it, and only readers are named', async () => {
    const { team, ben, task } = await startPair(open);
    const { v } = await storedTask(team, task);
    const cyd = await hire(team, 'cyd@field.test');
    expect(await see(cyd, task, { v })).toBe(0);
    const other = await foundTeam(team.app, 'eve@other.test', 'Other');
    expect(await see(other.founder, task, { v: 1 })).toBe(0);
    expect(await rowsOf(team)).toEqual([]);
    await see(ben, task, { v });
    ok(await team.founder.delete(`team-member/update-destroy/${team.project}.${ben.orgUserId}/`));
    expect(await readersOf(team, task)).toEqual([]);
    ok(await team.founder.patch(`task/update-destroy/${task}/`, { name: 'Later' }));
    const later = await storedTask(team, task);
    expect(await see(ben, task, { v: later.v })).toBe(0);
  });

  it('[RECEIPT-4.4] tasks with the same id in two organisations are apart', async () => {
    const { team, ben, task } = await startPair(open);
    const { v } = await storedTask(team, task);
    const other = await foundTeam(team.app, 'eve@other.test', 'Other');
    expect(await see(other.founder, task, { v: 1 })).toBe(0);
    await addTask({ ...team, ...other }, other.founder, { id: task });
    expect(await see(other.founder, task, { v: 1 })).toBe(1);
    expect(await seenBy(team, task, ben)).toBe(0);
    await see(ben, task, { v });
    expect(await seenBy(team, task, ben)).toBe(v);
    expect(await rowsOf(team)).toHaveLength(2);
  });

  it('a report of several tasks stores those that exist and can be read', async () => {
    const { team, ben, task } = await startPair(open);
    const { v } = await storedTask(team, task);
    const { epoch, head } = ok(await pull(ben)).body;
    const seen = [
      { task_id: task, v },
      { task_id: 'gone', v },
      { task_id: task, v: v - 1 },
    ];
    const reply = await ben.post('sync/seen', { epoch, cursor: head, seen });
    expect(ok(reply).body.data).toEqual({ stored: 1 });
    expect(await seenBy(team, task, ben)).toBe(v);
    expect((await ben.post('sync/seen', { epoch, cursor: head, seen: [] })).status).toBe(400);
    const wrong = { epoch, cursor: head, seen: [{ task_id: task, v: -1 }] };
    expect((await ben.post('sync/seen', wrong)).status).toBe(400);
  });
});

async function startPair(open: Parameters<typeof startTeam>[0]) {
  const team = await startTeam(open);
  const ben = await hire(team, 'ben@field.test');
  await join(team, ben);
  const task = await addTask(team, team.founder);
  return { team, ben, task };
}

/** A device reports, by default that it is up to date; the number of rows that the server has stored. */
async function see(
  person: RestClient,
  task: string,
  {
    v,
    ...cursor
  }: {
    readonly v: number;
    readonly epoch?: string;
    readonly cursor?: number;
    readonly cursor_at?: number;
  },
): Promise<number> {
  const { epoch, head } = ok(await pull(person)).body;
  const body = { epoch, cursor: head, ...cursor, seen: [{ task_id: task, v }] };
  return Number(ok(await person.post('sync/seen', body)).body.data.stored);
}

async function receipts({ founder }: Team, task: string) {
  return parseReceipts(ok(await founder.get('receipt/list/', { query: { task_id: task } })).body);
}

async function seenBy(team: Team, task: string, person: RestClient): Promise<number | undefined> {
  const found = await receipts(team, task);
  return found.find((one) => one.organization_user === String(person.orgUserId))?.seen;
}

async function readersOf(team: Team, task: string) {
  return (await receipts(team, task)).map((one) => one.organization_user);
}

async function storedTask({ app }: Team, id: string) {
  return await app.services.database.db
    .selectFrom('tasks')
    .select('v')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
}

async function rowsOf({ app }: Team) {
  return await app.services.database.db.selectFrom('task_seen').selectAll().execute();
}
