import { expect, it } from 'vitest';
import { orgStream } from '../../../model/entities/scopes.ts';
import { eraseOldActivity } from '../../../server/erasure/old-activity.ts';
import { coldBefore, coldSince } from '../../../server/sync/cold-since.ts';
import { forEachDatabase } from '../../support/for-each-database.ts';
import { addTask, ok, pull, startTeam, type Team } from '../support/team.ts';

const MINUTE = 60_000;

forEachDatabase('[OUT-7.1] the version up to which tasks are cold', (open) => {
  async function headOf({ founder }: Team): Promise<number> {
    return (await pull(founder)).body.head;
  }

  async function find(team: Team, before: number): Promise<number | undefined> {
    const orgId = String(team.founder.orgId);
    const stream = orgStream(orgId);
    const head = await headOf(team);
    return team.app.services.database.snapshot((sql) =>
      coldSince(sql, { stream, head }, { orgId, before }),
    );
  }

  it('is the newest one that was written before the time', async () => {
    const team = await startTeam(open);
    const { clock } = team.setup;
    const written: { readonly at: number; readonly v: number }[] = [];
    for (let index = 0; index < 9; index += 1) {
      clock.time += MINUTE;
      await addTask(team, team.founder);
      written.push({ at: clock.time, v: await headOf(team) });
    }
    for (const { at, v } of written) {
      expect(await find(team, at + 1)).toBe(v);
      expect(await find(team, at + MINUTE)).toBe(v);
    }
  });

  it('is unknown while everything is newer', async () => {
    const team = await startTeam(open);
    expect(await find(team, team.setup.clock.time - 60 * MINUTE)).toBeUndefined();
  });

  it('[RETAIN-4] is the same after old entries of the activity log are erased', async () => {
    const team = await startTeam(open);
    const { clock } = team.setup;
    for (let index = 0; index < 3; index += 1) {
      clock.time += MINUTE;
      await addTask(team, team.founder);
    }
    const floor = clock.time + 1;
    const before = await find(team, floor);
    const { database, writer } = team.app.services;
    const deps = { database, writer, now: clock.time };
    const erased = await eraseOldActivity(deps, { orgId: String(team.founder.orgId), floor });
    expect(erased).toBeGreaterThan(3);
    expect(await find(team, floor)).toBe(before);
    expect(before).toBeGreaterThan(0);
  });

  it('follows the months of the organisation', async () => {
    const team = await startTeam(open);
    const orgId = String(team.founder.orgId);
    const now = Date.UTC(2026, 7, 31, 12);
    const before = () =>
      team.app.services.database.snapshot((sql) => coldBefore(sql, { orgId, now }));
    expect(await before()).toBe(Date.UTC(2026, 1, 28, 12));
    const path = `organization/detail-months/${orgId}/`;
    ok(await team.founder.patch(path, { detail_months: 24 }));
    expect(await before()).toBe(Date.UTC(2024, 7, 31, 12));
  });

  it('[OUT-7.6] is in a check by request, with the number of details that a device is meant to hold', async () => {
    const team = await startTeam(open, { detailRows: 7, coldAfter: 5 * MINUTE });
    const { founder } = team;
    await addTask(team, founder);
    const cold = await headOf(team);
    const query = { stream: orgStream(String(founder.orgId)) };
    const limitsOf = async (of: Readonly<Record<string, string>>) =>
      ok(await founder.get('sync/check', { query: { ...query, ...of } })).body.limits;
    expect(await limitsOf({ limits: '1' })).toEqual({ detail_rows: 7 });
    team.setup.clock.time += 6 * MINUTE;
    await addTask(team, founder);
    expect(await limitsOf({ limits: '1' })).toEqual({ detail_rows: 7, unchanged_since: cold });
    expect(await limitsOf({})).toBeUndefined();
  });
});
