import { afterEach, expect, it } from 'vitest';
import { forEachDatabase } from '../../support/for-each-database.ts';
import type { TestApp } from '../../support/test-app.ts';
import { addTask, deviceOf, ok, startTeam } from '../support/team.ts';

const FAR = '9999-12-31T23:59:59Z';

forEachDatabase('an implausible device time', (open) => {
  const setups: TestApp[] = [];
  const start = async () => {
    const team = await startTeam(open);
    setups.push(team.setup);
    return team;
  };
  afterEach(async () => {
    for (const setup of setups.splice(0)) await setup.close();
  });

  it('[ID-3.2] is replaced by the server’s time in visible rows, and the change is accepted', async () => {
    const team = await start();
    const { founder, setup } = team;
    const now = new Date(setup.clock.time).toISOString().slice(0, 19);
    const task = await addTask(team, founder);
    const path = `task/update-destroy/${task}/`;
    const completed = ok(await founder.patch(path, { is_completed: true, is_completed_at: FAR }))
      .body.data;
    expect(completed.is_completed_at).toContain(now);
    const done = { is_completed_employee: true, is_completed_emp_at: '1970-01-01T00:00:00Z' };
    const ticked = ok(await founder.patch(path, done)).body.data;
    expect(ticked.is_completed_emp_at).toContain(now);
    const made = { name: 'Order the pump', made_at: '1970-01-01T00:00:00Z' };
    const todo = ok(await founder.post('todo-task/create/', made)).body.data;
    expect(JSON.stringify(todo)).toContain(now);
    expect(JSON.stringify(todo)).not.toContain('1970-');
  });

  it('is not stored in the activity log, which stays readable', async () => {
    const team = await start();
    const device = await deviceOf(team.founder);
    for (const [at, claimed_at] of [
      8_640_000_000_000_001, 4_000_000_000_000_000, 12_345,
    ].entries()) {
      const { body } = await device.push([
        {
          seq: at + 1,
          method: 'PATCH',
          path: `project-card/update-destroy/${team.card}/`,
          body: { name: `Name ${at}` },
          claimed_at,
        },
      ]);
      expect(body.verdicts[0].status).toBe(200);
    }
    const changes = ok(await team.founder.get('activity/list/'));
    const claims = changes.body.data.map((entry: { claimed_at: unknown }) => entry.claimed_at);
    expect(claims.every((claim: unknown) => claim === null)).toBe(true);
  });
});
