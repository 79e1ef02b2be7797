import { expect, it } from 'vitest';
import { parseReceipts } from '../../../model/protocol/receipts.ts';
import { forEachDatabase } from '../../support/for-each-database.ts';
import type { RestClient } from '../../support/rest-client.ts';
import { addTask, foundTeam, hire, join, ok, pull, startTeam, type Team } from '../support/team.ts';

forEachDatabase('receipts that are switched off', (open) => {
  it('[RECEIPT-5.1] an organisation without receipts of work stores and answers none', async () => {
    const { team, ben, task } = await startPair(open);
    const other = await foundTeam(team.app, 'eve@other.test', 'Other');
    await report(other.founder, await addTask({ ...team, ...other }, other.founder));
    expect(await report(ben, task)).toBe(1);
    expect(await stored(team, ben)).toEqual({ cursors: 1, seen: 1 });
    await switchWork(team, false);
    expect(await stored(team, ben)).toEqual({ cursors: 0, seen: 0 });
    expect(await receipts(team.founder, task)).toEqual([]);
    const { head } = ok(await pull(ben)).body;
    // The device has nothing left to report.
    expect(await received(ben)).toBe(head);
    expect(await report(ben, task)).toBe(0);
    expect(await stored(team, ben)).toEqual({ cursors: 0, seen: 0 });
    expect(await stored(team, other.founder)).toEqual({ cursors: 1, seen: 1 });
    await switchWork(team, true);
    expect(await report(ben, task)).toBe(1);
    const [receipt] = await receipts(team.founder, task);
    expect(receipt?.seen).toBeGreaterThan(0);
  });

  it('[RECEIPT-5.1] a Level 1 alone switches them off', async () => {
    const { team, ben } = await startPair(open);
    const path = `organization/update/${team.founder.orgId}/`;
    expect((await ben.patch(path, { work_receipts: false })).status).toBe(403);
    const manager = await hire(team, 'mia@field.test', 'Manager');
    expect((await manager.patch(path, { work_receipts: false })).status).toBe(403);
    ok(await team.founder.patch(path, { work_receipts: false }));
  });

  it('[RECEIPT-5.2] what a person has seen is deleted and not stored while they have switched it off', async () => {
    const { team, ben, task } = await startPair(open);
    const mia = await hire(team, 'mia@field.test', 'Manager');
    await report(mia, task);
    await report(ben, task);
    await shareSeen(ben, false);
    expect(await stored(team, ben)).toEqual({ cursors: 1, seen: 0 });
    expect(await report(ben, task)).toBe(0);
    expect(await stored(team, mia)).toEqual({ cursors: 1, seen: 1 });
    const seen = new Map(
      (await receipts(team.founder, task)).map((one) => [one.organization_user, one.seen]),
    );
    expect(seen.get(String(ben.orgUserId))).toBe(0);
    expect(seen.get(String(mia.orgUserId))).toBeGreaterThan(0);
    await shareSeen(ben, true);
    expect(await report(ben, task)).toBe(1);
  });

  it('[RECEIPT-5.2] who does not show it does not see it, and still sees whose devices have a row', async () => {
    const { team, ben, task } = await startPair(open);
    await report(ben, task);
    await shareSeen(team.founder, false);
    const [receipt] = await receipts(team.founder, task);
    expect(receipt?.seen).toBe(0);
    expect(receipt?.received).toBeGreaterThan(0);
  });

  it('[RECEIPT-5.2] nobody switches it for somebody else', async () => {
    const { team, ben } = await startPair(open);
    const path = `api/profile/${String(ben.orgUserId)}/`;
    expect((await team.founder.patch(path, { shares_seen: false })).status).not.toBe(200);
  });
});

async function startPair(open: Parameters<typeof startTeam>[0]) {
  const team = await startTeam(open);
  const ben = await hire(team, 'ben@field.test');
  await join(team, ben);
  const task = await addTask(team, team.founder);
  return { team, ben, task };
}

async function switchWork({ founder }: Team, isOn: boolean): Promise<void> {
  ok(await founder.patch(`organization/update/${founder.orgId}/`, { work_receipts: isOn }));
}

async function shareSeen(person: RestClient, isOn: boolean): Promise<void> {
  ok(await person.patch(`api/profile/${String(person.orgUserId)}/`, { shares_seen: isOn }));
}

async function received(person: RestClient): Promise<number> {
  const { epoch, head: cursor } = ok(await pull(person)).body;
  const reply = await person.post('sync/received', { epoch, cursor, outlined: false });
  return Number(ok(reply).body.data.cursor);
}

/** A device reports its cursor and that its person has seen the task; the number of stored rows of the latter. */
async function report(person: RestClient, task: string): Promise<number> {
  const { epoch, head: cursor } = ok(await pull(person)).body;
  await received(person);
  const body = { epoch, cursor, seen: [{ task_id: task, v: cursor }] };
  return Number(ok(await person.post('sync/seen', body)).body.data.stored);
}

async function receipts(asker: RestClient, task: string) {
  return parseReceipts(ok(await asker.get('receipt/list/', { query: { task_id: task } })).body);
}

async function stored({ app }: Team, person: RestClient) {
  const { db } = app.services.database;
  const count = async (table: 'device_cursors' | 'task_seen') =>
    (await db.selectFrom(table).selectAll().execute()).filter(
      (row) => row.org_id === String(person.orgId) && row.person === String(person.orgUserId),
    ).length;
  return { cursors: await count('device_cursors'), seen: await count('task_seen') };
}
