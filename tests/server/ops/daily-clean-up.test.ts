/** The daily clean-up, and the clock of a machine that is years ahead when it starts. */
import { expect, it } from 'vitest';
import { cleanUp } from '../../../server/ops/daily-clean-up.ts';
import { forEachDatabase } from '../../support/for-each-database.ts';
import { addTask, ok, startTeam, type Team } from '../support/team.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

forEachDatabase('the daily clean-up', (open) => {
  /** A server with a task that was deleted, and with a clean-up of that day. */
  async function teamWithDeletedTask() {
    const team = await startTeam(open);
    const task = await addTask(team, team.founder, { name: 'Clean the well' });
    ok(await team.founder.patch(`task/delete/${task}/`, { deleted: true }));
    const day = team.setup.clock.time;
    const lines: string[] = [];
    const run = async (now: number) => {
      await cleanUp({
        database: team.app.services.database,
        services: team.app.services,
        securityDays: 365,
        now,
        log: {
          warn: (_details, text) => void lines.push(text),
          error: (details, text) => void lines.push(`${text}: ${JSON.stringify(details)}`),
        },
      });
      return await tasksOf(team);
    };
    expect(await run(day)).toEqual(['Clean the well']);
    return { day, run, lines };
  }

  it('erases what is due when it runs every day', async () => {
    const { day, run, lines } = await teamWithDeletedTask();
    for (let days = 1; days <= 30; days += 1) {
      expect(await run(day + days * DAY_MS - HOUR_MS)).toEqual(['Clean the well']);
    }
    expect(await run(day + 31 * DAY_MS)).toEqual([]);
    expect(lines).toEqual([]);
  });

  it('erases nothing by a clock that has jumped, and nothing after it was corrected', async () => {
    const { day, run, lines } = await teamWithDeletedTask();
    const years = day + 3_000 * DAY_MS;
    expect(await run(years)).toEqual(['Clean the well']);
    expect(lines).toEqual([expect.stringContaining('if the clock of this machine is wrong')]);
    expect(await run(years + 11 * HOUR_MS)).toEqual(['Clean the well']);
    expect(await run(day + HOUR_MS)).toEqual(['Clean the well']);
    // The same wrong clock at a later start.
    expect(await run(years + 2 * DAY_MS)).toEqual(['Clean the well']);
    expect(lines).toHaveLength(3);
  });

  it('erases what is due half a day after a server was off for longer than that', async () => {
    const { day, run } = await teamWithDeletedTask();
    expect(await run(day + 60 * DAY_MS)).toEqual(['Clean the well']);
    expect(await run(day + 60 * DAY_MS + 12 * HOUR_MS)).toEqual([]);
  });
});

async function tasksOf({ app }: Team): Promise<readonly string[]> {
  const tasks = await app.services.database.db.selectFrom('tasks').select('name').execute();
  return tasks.map(({ name }) => name);
}
