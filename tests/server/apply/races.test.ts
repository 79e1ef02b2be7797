import { expect, it } from 'vitest';
import { flags } from '../../../model/entities/flag.ts';
import { orgUsers } from '../../../model/entities/org-user.ts';
import type { Actor } from '../../../model/permissions/actor.ts';
import { loadActor } from '../../../server/writer/actor.ts';
import type { Commit } from '../../../server/writer/writer-types.ts';
import { forEachDatabase } from '../../support/for-each-database.ts';
import {
  addTask,
  cardCall,
  deviceOf,
  freshId,
  hire,
  join,
  ok,
  orgStreamOf,
  pull,
  startTeam,
  type Team,
} from '../support/team.ts';

forEachDatabase('races', (open) => {
  it('[WRITE-2.3] one key sent ten times at once is applied once', async () => {
    const team = await startTeam(open);
    const device = await deviceOf(team.founder);
    const { head } = (await pull(team.founder)).body;
    const call = cardCall(team, 1);
    const replies = await Promise.all(Array.from({ length: 10 }, () => device.push([call])));
    const verdicts = replies.map(({ body }) => body.verdicts[0]);
    expect(verdicts.filter(({ status }) => status === 200)).toHaveLength(10);
    expect(verdicts.filter(({ replayed }) => replayed !== true)).toHaveLength(1);
    expect((await pull(team.founder)).body.head).toBe(head + 1);
  });

  it('[WRITE-2.3] a call that a device sends twice gets the same verdicts in one commit as in two', async () => {
    const team = await startTeam(open);
    const { services } = team.app;
    const { head } = (await pull(team.founder)).body;
    const actor = await founderOf(team);
    const { apply } = services;
    const clientId = freshId();
    const call = cardCall(team, 1);
    const send = (ackThrough: number, one: typeof call) =>
      apply({ actor, sync: { clientId, ackThrough }, calls: [one] });
    const commits: Commit[] = [];
    const stop = services.writer.subscribe((commit) => commits.push(commit));
    const { promise: isFree, resolve: free } = Promise.withResolvers<void>();
    const busy = services.writer.session([], () => isFree);
    const sent = [send(0, call), send(0, call), send(1, cardCall(team, 2)), send(1, call)];
    free();
    await busy;
    const verdicts = (await Promise.all(sent)).flatMap((answer) => answer.verdicts);
    stop();
    expect(
      verdicts.map(({ status, replayed, settled }) => ({ status, replayed, settled })),
    ).toEqual([
      { status: 200 },
      { status: 200, replayed: true },
      { status: 200 },
      { status: 200, settled: true },
    ]);
    const written = commits.map(({ versions }) => versions.length).filter((count) => count > 0);
    expect(written).toEqual([2]);
    expect((await pull(team.founder)).body.head).toBe(head + 2);
  });

  it('two people who move and rename one card at the same time both succeed', async () => {
    const team = await startTeam(open);
    const other = await hire(team, 'ben@field.test', 'Manager');
    const path = `project-card/update-destroy/${team.card}/`;
    const replies = await Promise.all([
      team.founder.patch(path, { name: 'Renamed' }),
      other.patch(path, { rank: 'k' }),
    ]);
    const versions = replies.map((reply) => Number(ok(reply).headers['sync-version']));
    expect(Math.abs((versions[0] ?? 0) - (versions[1] ?? 0))).toBe(1);
    const { changes } = (await pull(team.founder)).body;
    const card = changes.find((change: { id: string }) => change.id === team.card);
    expect(card.row).toMatchObject({ name: 'Renamed', rank: 'k' });
  });

  it('two people who create one membership at the same time create one row', async () => {
    const team = await startTeam(open);
    const member = await hire(team, 'ben@field.test');
    await Promise.all(Array.from({ length: 5 }, () => join(team, member)));
    const { changes } = (await pull(team.founder)).body;
    const id = `${team.project}.${member.orgUserId}`;
    expect(changes.filter((change: { id: string }) => change.id === id)).toHaveLength(1);
  });

  it('a call in the queue runs with revoked rights, and not at all for a deactivated person', async () => {
    const team = await startTeam(open);
    const member = await hire(team, 'ben@field.test');
    await join(team, member);
    const task = await addTask(team, team.founder);
    const { services } = team.app;
    const actor = await services.database.snapshot(async (sql) => {
      const [row] = await sql.all('select "user" as id from org_users where id = ?', [
        member.orgUserId ?? '',
      ]);
      return loadActor(sql, { orgId: member.orgId ?? '', userId: String(row?.['id']) }, Date.now());
    });
    if (actor === undefined) throw new Error('The member has no rights');
    const founder = await founderOf(team);
    const { apply } = services;
    const { promise: gate, resolve: openGate } = Promise.withResolvers<void>();
    // All three are in the queue before the first is done.
    const holding = services.writer.write([], () => gate);
    const revoked = apply({
      actor: founder,
      calls: [
        {
          seq: 0,
          method: 'DELETE',
          path: `team-member/update-destroy/${team.project}.${member.orgUserId}/`,
          body: {},
        },
      ],
    });
    const late = apply({
      actor,
      calls: [{ seq: 0, method: 'POST', path: 'comment/create/', body: { task, comment: 'Late' } }],
    });
    const dismissed = apply({
      actor: founder,
      calls: [
        {
          seq: 0,
          method: 'PATCH',
          path: `organization-user/update/${member.orgUserId}/`,
          body: { active: false },
        },
      ],
    });
    const gone = apply({
      actor,
      calls: [{ seq: 0, method: 'POST', path: 'todo-task/create/', body: { name: 'Late' } }],
    });
    openGate();
    await holding;
    expect((await revoked).verdicts).toMatchObject([{ status: 200 }]);
    expect((await late).verdicts).toMatchObject([{ status: 404, code: 'not_found' }]);
    expect((await dismissed).verdicts).toMatchObject([{ status: 200 }]);
    await expect(gone).rejects.toMatchObject({ code: 'not_found' });
  });

  it('[WRITE-2.1] rights that a write changes apply to later calls of the same commit', async () => {
    const team = await startTeam(open);
    const { writer } = team.app.services;
    const orgId = team.founder.orgId ?? '';
    const person = team.founder.orgUserId ?? '';
    const seen = await writer.session([orgStreamOf(team.founder)], async (session) => {
      const before = await session.actor(orgId, '1');
      await session.atomic(async (tx) => {
        const row = await tx.get(orgUsers, { orgId }, person);
        if (row === undefined) throw new Error('The founder has no row');
        await tx.put(orgUsers, { orgId }, { ...row, active: false });
      });
      const after = await session.actor(orgId, '1');
      await session
        .atomic(async (tx) => {
          const row = await tx.get(orgUsers, { orgId }, person);
          if (row === undefined) throw new Error('The founder has no row');
          await tx.put(orgUsers, { orgId }, { ...row, active: true });
          throw new Error('taken back');
        })
        .catch(() => undefined);
      const undone = await session.actor(orgId, '1');
      await session.atomic(async (tx) => {
        await (await tx.sql()).run('update org_users set active = 1 where id = ?', [person]);
      });
      return { before, after, takenBack: undone, plain: await session.actor(orgId, '1') };
    });
    expect(seen.before?.orgUserId).toBe(person);
    expect(seen.after).toBeUndefined();
    expect(seen.takenBack).toBeUndefined();
    expect(seen.plain?.orgUserId).toBe(person);
  });

  it('[WRITE-2.1] heads grow by one per write, and listeners receive commits in order', async () => {
    const team = await startTeam(open);
    const { writer } = team.app.services;
    const stream = orgStreamOf(team.founder);
    const committed: number[] = [];
    writer.subscribe(({ versions }: Commit) => {
      committed.push(...versions.filter((one) => one.stream === stream).map((one) => one.v));
    });
    const { head } = (await pull(team.founder)).body;
    const device = await deviceOf(team.founder);
    await Promise.all(
      Array.from({ length: 30 }, (_, index) =>
        device.push([cardCall(team, index * 2 + 1), cardCall(team, index * 2 + 2)]),
      ),
    );
    expect(committed).toEqual(Array.from({ length: 60 }, (_, index) => head + index + 1));
  });

  it('waiting writes are committed together, and a failing one fails alone', async () => {
    const team = await startTeam(open);
    const { writer } = team.app.services;
    const stream = orgStreamOf(team.founder);
    const place = { orgId: team.founder.orgId ?? '' };
    let commits = 0;
    writer.subscribe(() => {
      commits += 1;
    });
    const { promise: gate, resolve: openGate } = Promise.withResolvers<void>();
    const holding = writer.write([], () => gate);
    const jobs = Array.from({ length: 20 }, (_, index) =>
      writer.write([stream], async (tx) => {
        const flag = await tx.get(flags, place, team.flag);
        if (flag === undefined) throw new Error('no flag');
        await tx.put(flags, place, { ...flag, order: 100 + index });
        // Every fourth asks for plain SQL, so that it runs behind a savepoint.
        if (index % 4 === 0) await (await tx.sql()).all('select 1 as one');
        if (index % 3 === 0) throw new Error(`job ${index} fails`);
        return index;
      }),
    );
    openGate();
    await holding;
    const results = await Promise.allSettled(jobs);
    const failed = results.flatMap((result, index) =>
      result.status === 'rejected' ? [index] : [],
    );
    expect(failed).toEqual([0, 3, 6, 9, 12, 15, 18]);
    expect(commits).toBeLessThanOrEqual(2);
    const row = await team.app.services.database.db
      .selectFrom('flags')
      .select('order')
      .where('id', '=', team.flag)
      .executeTakeFirst();
    expect(row?.order).toBe(119);
    const versions = await team.app.services.database.db
      .selectFrom('activity')
      .select('v')
      .where('tbl', '=', 'flags')
      .where('field', '=', 'order')
      .execute();
    expect(new Set(versions.map(({ v }) => v)).size).toBe(13);
  });

  it('a row that a rejected write had put is invisible to the next one', async () => {
    const team = await startTeam(open);
    const { writer } = team.app.services;
    const place = { orgId: team.founder.orgId ?? '' };
    const id = freshId();
    const seen = await writer.session([orgStreamOf(team.founder)], async (session) => {
      await session
        .atomic(async (tx) => {
          await tx.put(flags, place, {
            id,
            scope: 'directory',
            v: 0,
            name: 'Gone',
            colour_code: '#000',
            order: 9,
          });
          throw new Error('refused');
        })
        .catch(() => undefined);
      return session.atomic((tx) => tx.get(flags, place, id));
    });
    expect(seen).toBeUndefined();
    expect((await pull(team.founder)).text).not.toContain('Gone');
  });
});

async function founderOf({ app, founder }: Team): Promise<Actor> {
  const actor = await app.services.database.snapshot((sql) =>
    loadActor(sql, { orgId: founder.orgId ?? '', userId: '1' }, Date.now()),
  );
  if (actor === undefined) throw new Error('The founder has no rights');
  return actor;
}
