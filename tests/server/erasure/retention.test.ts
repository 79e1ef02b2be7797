import { expect, it } from 'vitest';
import { applyRetention } from '../../../server/erasure/retention.ts';
import { forEachDatabase } from '../../support/for-each-database.ts';
import { type RestClient, signIn } from '../../support/rest-client.ts';
import { addTask, foundTeam, hire, join, ok, pull, startTeam, type Team } from '../support/team.ts';

const DAY_MS = 24 * 60 * 60_000;

function apply({ app, setup }: Team) {
  const { database, writer } = app.services;
  return applyRetention({ database, writer, now: setup.clock.time });
}

async function afterDays(team: Team, days: number): Promise<void> {
  team.setup.clock.time += days * DAY_MS;
  ok(await signIn(team.founder, 'ada@field.test'));
}

function setRules({ founder }: Team, rules: Readonly<Record<string, number | null>>) {
  return founder.patch(`organization/retention/${String(founder.orgId)}/`, rules);
}

async function preview({ founder }: Team, query: Readonly<Record<string, string>>) {
  return ok(await founder.get('organization/retention/preview/', { query })).body.data;
}

async function taskNames({ app }: Team): Promise<readonly unknown[]> {
  const rows = await app.services.database.snapshot((sql) =>
    sql.all('select name from tasks order by name'),
  );
  return rows.map(({ name }) => name);
}

function complete(team: Team, task: string, is_completed: boolean, at?: string) {
  return team.founder.patch(`task/update-destroy/${task}/`, {
    is_completed,
    ...(at !== undefined && { is_completed_at: at }),
  });
}

async function say(from: RestClient, to: RestClient, message: string) {
  const [low, high] = [from, to].map(({ orgUserId }) => String(orgUserId)).toSorted();
  const conversation = `direct:${low}:${high}`;
  return ok(await from.post('message/create/', { conversation, message })).body.data;
}

async function logged({ app }: Team): Promise<string> {
  return JSON.stringify(
    await app.services.database.snapshot((sql) => sql.all('select * from activity')),
  );
}

forEachDatabase('the rules of retention', (open) => {
  it('[RETAIN-1] none is set by itself, and a new one erases nothing for a week', async () => {
    const team = await startTeam(open);
    await join(team, team.founder);
    const done = await addTask(team, team.founder, { name: 'Done' });
    ok(await complete(team, done, true));
    await afterDays(team, 800);
    expect(await apply(team)).toEqual({ tasks: 0, messages: 0, activity: 0 });
    ok(await setRules(team, { keep_done_tasks: 12 }));
    expect(await apply(team)).toMatchObject({ tasks: 0 });
    await afterDays(team, 6);
    expect(await apply(team)).toMatchObject({ tasks: 0 });
    // A rule that keeps more does not begin the week again, and a stricter one does.
    ok(await setRules(team, { keep_done_tasks: 13 }));
    await afterDays(team, 2);
    ok(await setRules(team, { keep_done_tasks: 12 }));
    expect(await apply(team)).toMatchObject({ tasks: 0 });
    await afterDays(team, 8);
    expect(await apply(team)).toMatchObject({ tasks: 1 });
  });

  it('[RETAIN-2] erases completed and archived tasks by the clock of the server', async () => {
    const team = await startTeam(open);
    await join(team, team.founder);
    const [done, archived, open_, claimed, reopened] = [
      await addTask(team, team.founder, { name: 'Done' }),
      await addTask(team, team.founder, { name: 'Archived' }),
      await addTask(team, team.founder, { name: 'Open' }),
      await addTask(team, team.founder, { name: 'Claimed' }),
      await addTask(team, team.founder, { name: 'Reopened' }),
    ];
    ok(await complete(team, done, true));
    ok(await complete(team, reopened, true));
    ok(await team.founder.patch(`task/update-destroy/${archived}/`, { status: false }));
    ok(await setRules(team, { keep_done_tasks: 6 }));
    await afterDays(team, 190);
    ok(await complete(team, reopened, false));
    // A device with a wrong clock says that this was done long ago.
    ok(await complete(team, claimed, true, '2001-01-01T00:00:00Z'));
    expect(await preview(team, { keep_done_tasks: '6' })).toMatchObject({ tasks: 2 });
    const { head } = ok(await pull(team.founder)).body;
    expect(await apply(team)).toMatchObject({ tasks: 2 });
    expect(await taskNames(team)).toEqual(['Claimed', 'Open', 'Reopened']);
    expect(await preview(team, { keep_done_tasks: '6' })).toMatchObject({ tasks: 0 });
    const { changes } = ok(await pull(team.founder, head)).body;
    for (const id of [done, archived]) {
      expect(changes).toContainEqual(expect.objectContaining({ kind: 'del', table: 'tasks', id }));
    }
    expect(changes.map(({ id }: { id: string }) => id)).not.toContain(open_);
    expect(await apply(team)).toMatchObject({ tasks: 0 });
  });

  it('[RETAIN-3] empties messages with their files, and keeps their numbers', async () => {
    const team = await startTeam(open);
    const ben = await hire(team, 'ben@field.test');
    const old = await say(ben, team.founder, 'secret talk');
    ok(await setRules(team, { keep_messages: 1 }));
    await afterDays(team, 20);
    await say(team.founder, ben, 'Fresh');
    await afterDays(team, 15);
    expect(await preview(team, { keep_messages: '1' })).toMatchObject({ messages: 1 });
    const { head } = ok(await pull(team.founder)).body;
    expect(await apply(team)).toMatchObject({ messages: 1 });
    const rows = await team.app.services.database.snapshot((sql) =>
      sql.all('select text, deleted, seq from messages order by seq'),
    );
    expect(rows).toMatchObject([
      { text: '', deleted: 1, seq: 1 },
      { text: 'Fresh', deleted: 0, seq: 2 },
    ]);
    expect(await logged(team)).not.toContain('secret talk');
    const { changes } = ok(await pull(team.founder, head)).body;
    expect(changes).toMatchObject([
      { kind: 'put', table: 'messages', id: String(old.id), row: { deleted: true, text: '' } },
    ]);
  });

  it('[RETAIN-4] erases the activity log, and a device that was away still continues', async () => {
    const team = await startTeam(open);
    await join(team, team.founder);
    const old = await addTask(team, team.founder, { name: 'First' });
    ok(await team.founder.patch(`task/update-destroy/${old}/`, { name: 'secret name' }));
    ok(await team.founder.patch(`task/update-destroy/${old}/`, { name: 'Last' }));
    const away = ok(await pull(team.founder)).body;
    await addTask(team, team.founder, { name: 'Another' });
    // Another organisation, whose log is as old.
    await foundTeam(team.app, 'eve@other.test', 'Other Works');
    ok(await setRules(team, { keep_activity: 7 }));
    await afterDays(team, 230);
    ok(await team.founder.patch(`task/update-destroy/${old}/`, { name: 'Fresh' }));
    const before = await preview(team, { keep_activity: '7' });
    const { activity } = await apply(team);
    expect(activity).toBe(before.activity);
    expect(activity).toBeGreaterThan(10);
    const log = await logged(team);
    expect(log).not.toContain('secret name');
    expect(log).toContain('Fresh');
    expect(await apply(team)).toMatchObject({ activity: 0 });
    // The time of the cursor is still compared (PULL-4.3), and another one is still found.
    const at = { since_at: String(away.next_at), epoch: String(away.epoch) };
    const { changes } = ok(await pull(team.founder, away.next, at)).body;
    expect(changes.map(({ row }: { row?: { name?: string } }) => row?.name)).toContain('Another');
    const wrong = await pull(team.founder, away.next, {
      ...at,
      since_at: String(away.next_at + 1),
    });
    expect(wrong.status).toBe(409);
    const shown = ok(await team.founder.get('activity/list/')).body.data;
    expect(JSON.stringify(shown)).toContain('Fresh');
  });

  it('[RETAIN-5] is for Level 1, is in the security log, and keeps the log as long as tasks', async () => {
    const team = await startTeam(open);
    const ben = await hire(team, 'ben@field.test', 'Manager').catch(() => undefined);
    const other = ben ?? (await hire(team, 'cleo@field.test'));
    const path = `organization/retention/${String(team.founder.orgId)}/`;
    expect((await other.patch(path, { keep_messages: 12 })).status).toBe(403);
    const asked = await other.get('organization/retention/preview/', {
      query: { keep_messages: '1' },
    });
    expect(asked.status).toBe(403);
    for (const months of [0, 121, 1.5, '12']) {
      expect((await team.founder.patch(path, { keep_messages: months })).status).toBe(400);
    }
    expect((await setRules(team, { keep_activity: 6 })).status).toBe(400);
    ok(await setRules(team, { keep_done_tasks: 24, keep_messages: 12 }));
    const short = await setRules(team, { keep_activity: 12 });
    expect(short.body).toMatchObject({ status: 400, code: 'invalid' });
    ok(await setRules(team, { keep_activity: 24 }));
    for (const person of [team.founder, other]) {
      expect(ok(await person.get('organization/retention/')).body.data).toEqual({
        erase_after_days: 30,
        keep_done_tasks: 24,
        keep_messages: 12,
        keep_activity: 24,
        retention_from: expect.any(String),
        erase_at: null,
        detail_months: 6,
      });
    }
    expect((await setRules(team, { keep_done_tasks: 25 })).status).toBe(400);
    ok(await setRules(team, { keep_done_tasks: null }));
    const log = ok(await team.founder.get('security-log/list/', { query: { group: 'retention' } }))
      .body.data;
    expect(
      log.map(({ details }: { details: unknown }) => JSON.stringify(details)).toSorted(),
    ).toEqual([
      '{"keep_activity":24}',
      '{"keep_done_tasks":24,"keep_messages":12}',
      '{"keep_done_tasks":null}',
    ]);
  });
});
