import { expect, it } from 'vitest';
import { pruneBefore } from '../../../server/writer/maintenance.ts';
import { forEachDatabase } from '../../support/for-each-database.ts';
import {
  addTask,
  cardCall,
  deviceOf,
  foundTeam,
  freshId,
  hire,
  join,
  ok,
  pull,
  startTeam,
  taskBody,
} from '../support/team.ts';

forEachDatabase('Stored verdicts', (open) => {
  it('[WRITE-2.3] a known key replays the stored verdict and applies nothing', async () => {
    const team = await startTeam(open);
    const call = cardCall(team, 1);
    const headers = { 'idempotency-key': 'phone:1' };
    const first = await team.founder.post(call.path, call.body, { headers });
    const head = (await pull(team.founder)).body.head;
    const again = await team.founder.post(call.path, call.body, { headers });
    expect(again.status).toBe(200);
    expect(again.headers['idempotent-replayed']).toBe('true');
    expect(again.headers['sync-version']).toBe(first.headers['sync-version']);
    expect(again.body).toEqual(first.body);
    expect((await pull(team.founder)).body.head).toBe(head);
  });

  it('[WRITE-2.4] a replayed key returns no row to a person who has left the project', async () => {
    const team = await startTeam(open);
    const ben = await hire(team, 'ben@field.test');
    await join(team, ben);
    const task = freshId();
    const path = `task/update-destroy/${task}/`;
    const assigned = { assigned_to: `${team.project}.${ben.orgUserId}` };
    ok(
      await team.founder.post('task/create/', {
        ...taskBody(team, team.founder, { id: task }),
        ...assigned,
      }),
    );
    const headers = { 'idempotency-key': 'phone:1' };
    const tick = () => ben.patch(path, { is_completed_employee: true }, { headers });
    expect(ok(await tick()).body.data).toMatchObject({ id: task, description: '' });
    ok(await team.founder.delete(`team-member/update-destroy/${assigned.assigned_to}/`));
    ok(await team.founder.patch(path, { description: 'Written behind his back' }));
    const again = ok(await tick());
    expect(again.headers['idempotent-replayed']).toBe('true');
    expect(again.body.data).toBeNull();
    expect(again.text).not.toContain('behind his back');
    // A person who has returned sees it again.
    ok(
      await team.founder.post('team-member/create/', {
        project: team.project,
        organization_user: Number(ben.orgUserId),
      }),
    );
    expect(ok(await tick()).body.data).toMatchObject({ description: 'Written behind his back' });
    const device = await deviceOf(ben);
    const call = { seq: 1, method: 'PATCH', path, body: { is_completed_employee: false } } as const;
    ok(await device.push([call]));
    ok(await team.founder.delete(`team-member/update-destroy/${assigned.assigned_to}/`));
    expect((await device.push([call])).text).not.toContain('behind his back');
  });

  it('[WRITE-2.3] the order of fields does not change the body', async () => {
    const team = await startTeam(open);
    const call = cardCall(team, 1);
    const headers = { 'idempotency-key': 'phone:1' };
    await team.founder.post(call.path, call.body, { headers });
    const turned = Object.fromEntries(Object.entries(call.body).toReversed());
    const again = await team.founder.post(call.path, turned, { headers });
    expect(again.headers['idempotent-replayed']).toBe('true');
  });

  it('[WRITE-2.3] a known key with another body is rejected with 422, and the first verdict stays', async () => {
    const team = await startTeam(open);
    const device = await deviceOf(team.founder);
    const call = cardCall(team, 1);
    await device.push([call]);
    const other = await device.push([cardCall(team, 1, 'Another')]);
    expect(other.body.verdicts).toMatchObject([{ seq: 1, status: 422, code: 'key_reused' }]);
    const again = await device.push([call]);
    expect(again.body.verdicts).toMatchObject([{ seq: 1, status: 200, replayed: true }]);
  });

  it('[WRITE-2.2] an acknowledged sequence number is settled and runs nothing', async () => {
    const team = await startTeam(open);
    const device = await deviceOf(team.founder);
    const call = cardCall(team, 1);
    await device.push([call]);
    const after = await device.push([cardCall(team, 2)], { ack_through: 1 });
    expect(after.body.verdicts).toMatchObject([{ seq: 2, status: 200 }]);
    const head = (await pull(team.founder)).body.head;
    const late = await device.push([call]);
    expect(late.body.verdicts).toMatchObject([{ seq: 1, status: 200, settled: true, head }]);
    expect((await pull(team.founder)).body.head).toBe(head);
  });

  it('[WRITE-2.2] an acknowledged sequence number with another call is a reused key', async () => {
    const team = await startTeam(open);
    const device = await deviceOf(team.founder);
    const second = cardCall(team, 2);
    await device.push([cardCall(team, 1)]);
    await device.push([second], { ack_through: 1 });
    const other = { ...cardCall(team, 3), seq: 1 };
    const late = await device.push([other, second], { ack_through: 1 });
    expect(late.body.verdicts).toMatchObject([
      { seq: 1, status: 422, code: 'key_reused' },
      { seq: 2, status: 200, replayed: true },
    ]);
  });

  it('[WRITE-2.2] another epoch than the stream’s is rejected before everything else', async () => {
    const team = await startTeam(open);
    const device = await deviceOf(team.founder);
    const reply = await device.push([cardCall(team, 1)], { epoch: 'another' });
    expect(reply.status).toBe(409);
    expect(reply.body.code).toBe('epoch');
    const single = await team.founder.post('project-card/create/', cardCall(team, 1).body, {
      headers: { 'sync-epoch': 'another', 'idempotency-key': 'phone:1' },
    });
    expect(single.body.code).toBe('epoch');
  });

  it('[WRITE-2.3] another person’s client is rejected without any of its verdicts', async () => {
    const team = await startTeam(open);
    const member = await hire(team, 'ben@field.test', 'Manager');
    const device = await deviceOf(team.founder);
    const call = cardCall(team, 1);
    await device.push([call]);
    const stolen = await deviceOf(member, `org:${member.orgId}`, device.clientId);
    const reply = await stolen.push([call]);
    expect(reply.status).toBe(403);
    expect(reply.body.code).toBe('client_user_mismatch');
  });

  it('[ID-2.1] the same client id in another organisation is another client', async () => {
    const team = await startTeam(open);
    const other = { ...team, ...(await foundTeam(team.app, 'eve@other.test', 'Other Works')) };
    const here = await deviceOf(team.founder, undefined, 'one-id');
    const there = await deviceOf(other.founder, undefined, 'one-id');
    const first = cardCall(team, 1, 'Here');
    const answers = [
      await here.push([first, cardCall(team, 2, 'Here too')]),
      await there.push([cardCall(other, 1, 'There')]),
      await here.push([cardCall(team, 3, 'Again here')], { ack_through: 2 }),
    ];
    const left = await team.app.services.database.db
      .selectFrom('verdicts')
      .select(['org_id', 'seq'])
      .orderBy('org_id')
      .execute();
    expect(left).toEqual([
      { org_id: team.founder.orgId, seq: 3 },
      { org_id: other.founder.orgId, seq: 1 },
    ]);
    answers.push(
      await there.push([cardCall(other, 2, 'There too')], { ack_through: 1 }),
      await here.push([first], { ack_through: 2 }),
    );
    const verdicts = answers.flatMap(({ body }) => body.verdicts);
    expect(verdicts.map(({ status, settled }) => [status, settled === true])).toEqual([
      [200, false],
      [200, false],
      [200, false],
      [200, false],
      [200, false],
      [200, true],
    ]);
  });

  it('[WRITE-3.1] permanent rejections are stored: a retry gets the same verdict although it would succeed now', async () => {
    const team = await startTeam(open);
    const member = await hire(team, 'ben@field.test');
    const device = await deviceOf(member);
    const task = await addTask(team, team.founder);
    const call = {
      seq: 1,
      method: 'POST',
      path: 'comment/create/',
      body: { id: freshId(), task, comment: 'Hello' },
    } as const;
    const refused = await device.push([call]);
    expect(refused.body.verdicts).toMatchObject([{ status: 404, code: 'not_found' }]);
    await join(team, member);
    const again = await device.push([call]);
    expect(again.body.verdicts).toMatchObject([{ status: 404, replayed: true }]);
    const anew = await device.push([{ ...call, seq: 2 }]);
    expect(anew.body.verdicts).toMatchObject([{ seq: 2, status: 200 }]);
  });

  it('[WRITE-3.1] a verdict is stored until the client has acknowledged it, however long that takes', async () => {
    const team = await startTeam(open);
    const device = await deviceOf(team.founder);
    const call = cardCall(team, 1);
    const first = await device.push([call]);
    team.setup.clock.time += 14 * 60_000;
    const again = await device.push([call]);
    expect(again.body.verdicts[0]).toEqual({ ...first.body.verdicts[0], replayed: true });
    await device.push([cardCall(team, 2)], { ack_through: 1 });
    const kept = await team.app.services.database.db
      .selectFrom('verdicts')
      .select('seq')
      .where('client_id', '=', device.clientId)
      .execute();
    expect(kept).toEqual([{ seq: 2 }]);
  });

  it('[WRITE-3.1] the daily maintenance deletes no verdict, however old: a repeated call gets the same response', async () => {
    const team = await startTeam(open);
    const device = await deviceOf(team.founder);
    const member = await hire(team, 'bob@field.test');
    await join(team, member);
    const path = `team-member/update-destroy/${team.project}.${member.orgUserId ?? ''}/`;
    const calls = [cardCall(team, 1), { seq: 2, method: 'DELETE', path, body: {} } as const];
    const first = (await device.push(calls)).body.verdicts;
    expect(first).toMatchObject([{ status: 200 }, { status: 200 }]);
    const { head } = ok(await pull(team.founder)).body;
    // Years later: the tombstone is deleted, the server has both verdicts.
    const { clock, app } = team.setup;
    await pruneBefore(app.services.writer, clock.now() + 3 * 365 * 24 * 3_600_000);
    expect(ok(await pull(team.founder)).body.floor).toBeGreaterThan(0);
    const again = (await device.push(calls)).body.verdicts;
    expect(again).toEqual(first.map((one: object) => ({ ...one, replayed: true })));
    expect(ok(await pull(team.founder)).body.head).toBe(head);
  });

  it('[ID-2.1] the key of a single call and the number of a pushed one are the same key', async () => {
    const team = await startTeam(open);
    const device = await deviceOf(team.founder);
    const call = cardCall(team, 1);
    await device.push([call]);
    const headers = { 'idempotency-key': `${device.clientId}:1` };
    const alone = await team.founder.post(call.path, call.body, { headers });
    expect(alone.headers['idempotent-replayed']).toBe('true');
    expect(alone.body.data).toMatchObject({ id: call.body.id });
  });
});
