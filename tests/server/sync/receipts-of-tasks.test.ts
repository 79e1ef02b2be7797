import { expect, it } from 'vitest';
import { MOST_RECEIPT_TASKS, parseReceiptsOfTasks } from '../../../model/protocol/receipts.ts';
import { forEachDatabase } from '../../support/for-each-database.ts';
import type { RestClient } from '../../support/rest-client.ts';
import { addTask, foundTeam, freshId, hire, join, ok, pull, startTeam } from '../support/team.ts';

forEachDatabase('receipts of several tasks', (open) => {
  it('[RECEIPT-2] name the assignees and collaborators of each task, and no other reader', async () => {
    const { team, ben } = await startPair(open);
    const mia = await hire(team, 'mia@field.test', 'Manager');
    await join(team, mia);
    const [his, hers] = [await addTask(team, ben), await addTask(team, team.founder)];
    const collaborators = [`${team.project}.${idOf(mia)}`];
    ok(await team.founder.patch(`task/update-destroy/${hers}/`, { collaborators }));
    const at = await received(ben);
    const { head, epoch, tasks } = await receipts(team.founder, [his, hers]);
    expect({ head, epoch }).toEqual({ head: at, epoch: ok(await pull(ben)).body.epoch });
    expect(peopleOf(tasks)).toEqual({ [his]: [idOf(ben)], [hers]: [idOf(mia)] });
    const [ofBen] = tasks.find(({ task }) => task === his)?.receipts ?? [];
    expect(ofBen).toMatchObject({ received: at, received_details: at, seen: 0 });
  });

  it('[RECEIPT-4] say for each task by itself what of it has been seen', async () => {
    const { team, ben } = await startPair(open);
    const [first, second] = [await addTask(team, ben), await addTask(team, ben)];
    const { epoch, head: cursor } = ok(await pull(ben)).body;
    ok(await ben.post('sync/seen', { epoch, cursor, seen: [{ task_id: second, v: cursor }] }));
    const { tasks } = await receipts(team.founder, [first, second]);
    const seen = tasks.map(({ task, receipts: [one] }) => [task, one?.seen]);
    expect(Object.fromEntries(seen)).toEqual({ [first]: 0, [second]: cursor });
  });

  it('[RECEIPT-2] a task that the caller may not read is left out like one that does not exist', async () => {
    const { team, ben } = await startPair(open);
    const task = await addTask(team, ben);
    const asked = [task, freshId()];
    const cyd = await hire(team, 'cyd@field.test');
    expect((await receipts(cyd, asked)).tasks).toEqual([]);
    const other = await foundTeam(team.app, 'eve@other.test', 'Other');
    expect((await receipts(other.founder, asked)).tasks).toEqual([]);
    await join(team, cyd);
    expect(peopleOf((await receipts(cyd, asked)).tasks)).toEqual({ [task]: [idOf(ben)] });
    ok(await team.founder.delete(`team-member/update-destroy/${team.project}.${idOf(cyd)}/`));
    expect((await receipts(cyd, asked)).tasks).toEqual([]);
  });

  it('an organisation that has switched receipts off answers none', async () => {
    const { team, ben } = await startPair(open);
    const task = await addTask(team, ben);
    ok(
      await team.founder.patch(`organization/update/${team.founder.orgId}/`, {
        work_receipts: false,
      }),
    );
    expect((await receipts(team.founder, [task])).tasks).toEqual([]);
  });

  it('a request names at most 50 tasks, as one list', async () => {
    const { team, ben } = await startPair(open);
    const task = await addTask(team, ben);
    const others = Array.from({ length: MOST_RECEIPT_TASKS - 1 }, freshId);
    expect((await receipts(team.founder, [task, ...others])).tasks).toHaveLength(1);
    const path = 'receipt/tasks/';
    const tooMany = [task, ...others, freshId()].join(',');
    const wrong: readonly Readonly<Record<string, string>>[] = [
      { task_ids: tooMany },
      { task_ids: '' },
      {},
    ];
    for (const query of wrong) {
      const reply = await team.founder.get(path, { query });
      expect(reply.status).toBe(400);
    }
  });
});

async function startPair(open: Parameters<typeof startTeam>[0]) {
  const team = await startTeam(open);
  const ben = await hire(team, 'ben@field.test');
  await join(team, ben);
  return { team, ben };
}

function idOf(person: RestClient): string {
  return String(person.orgUserId);
}

/** A device reports that it is up to date; the cursor that it reports. */
async function received(person: RestClient): Promise<number> {
  const { epoch, head: cursor } = ok(await pull(person)).body;
  ok(await person.post('sync/received', { epoch, cursor, outlined: false }));
  return Number(cursor);
}

async function receipts(asker: RestClient, tasks: readonly string[]) {
  const query = { task_ids: tasks.join(',') };
  return parseReceiptsOfTasks(ok(await asker.get('receipt/tasks/', { query })).body);
}

function peopleOf(tasks: Awaited<ReturnType<typeof receipts>>['tasks']) {
  return Object.fromEntries(
    tasks.map((one) => [one.task, one.receipts.map(({ organization_user: id }) => id)]),
  );
}
