import { expect, it } from 'vitest';
import { snoozes } from '../../../model/entities/snooze.ts';
import { forEachDatabase } from '../../support/for-each-database.ts';
import type { RestClient } from '../../support/rest-client.ts';
import { addTask, hire, join, ok, startTeam, type Team } from '../support/team.ts';

const UNTIL = '2026-03-04T08:00:00Z';

forEachDatabase('snoozed tasks', (open) => {
  it('are the person’s own: a second snooze replaces the first, and another person has none', async () => {
    const { team, ben } = await startPair(open);
    const task = await addTask(team, team.founder);
    ok(await snooze(ben, task, UNTIL));
    ok(await snooze(ben, task, '2026-03-09T08:00:00Z'));
    expect(await storedOf(team)).toEqual([
      { owner: String(ben.orgUserId), id: task, until: '2026-03-09T08:00:00Z' },
    ]);
    ok(await snooze(team.founder, task, UNTIL));
    expect(await storedOf(team)).toHaveLength(2);
    ok(await snooze(team.founder, task, null));
    expect(await storedOf(team)).toHaveLength(1);
  });

  it('must be readable; a task that the person has lost can only be shown again', async () => {
    const { team, ben } = await startPair(open);
    const task = await addTask(team, team.founder);
    const stranger = await hire(team, 'cyd@field.test');
    expect((await snooze(stranger, task, UNTIL)).status).toBe(404);
    expect((await snooze(ben, 'no-such-task', UNTIL)).status).toBe(404);
    expect((await snooze(ben, task, 'tomorrow')).status).toBe(400);
    ok(await snooze(ben, task, UNTIL));
    ok(await team.founder.delete(`team-member/update-destroy/${team.project}.${ben.orgUserId}/`));
    expect((await snooze(ben, task, UNTIL)).status).toBe(404);
    ok(await snooze(ben, task, null));
    expect(await storedOf(team)).toEqual([]);
  });

  it('follow the person in their own stream, and nobody else reads them', async () => {
    const { team, ben } = await startPair(open);
    const task = await addTask(team, team.founder);
    ok(await snooze(ben, task, UNTIL));
    const stream = `user:${ben.orgUserId}`;
    const pulled = ok(await ben.get('sync/pull', { query: { stream, since: '0' } }));
    expect(pulled.body.changes).toMatchObject([
      { kind: 'put', table: snoozes.table, id: task, row: { task, until: UNTIL } },
    ]);
    const { status } = await team.founder.get('sync/pull', { query: { stream, since: '0' } });
    expect(status).toBe(404);
  });
});

async function startPair(open: Parameters<typeof startTeam>[0]): Promise<{
  readonly team: Team;
  readonly ben: RestClient;
}> {
  const team = await startTeam(open);
  await join(team, team.founder);
  const ben = await hire(team, 'ben@field.test');
  await join(team, ben);
  return { team, ben };
}

function snooze(person: RestClient, task: string, until: string | null) {
  return person.patch(`task/snooze/${task}/`, { until });
}

function storedOf({ setup }: Team) {
  return setup.app.services.database.db
    .selectFrom('snoozes')
    .select(['owner', 'id', 'until'])
    .orderBy('owner')
    .execute();
}
