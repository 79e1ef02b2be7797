import { expect, it } from 'vitest';
import { SCHEMA_VERSION } from '../../../model/protocol/version.ts';
import { pruneBefore } from '../../../server/writer/maintenance.ts';
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
  storedCard,
  taskBody,
  userStreamOf,
} from '../support/team.ts';

forEachDatabase('WRITE rules', (open) => {
  it('[WRITE-1] a call without the sync headers is an ordinary API call and works', async () => {
    const team = await startTeam(open);
    const id = freshId();
    const reply = await team.founder.post('project-card/create/', {
      id,
      project: team.project,
      name: 'Doing',
    });
    expect(reply.status).toBe(200);
    expect(reply.body.data).toMatchObject({ id, name: 'Doing', order: 1 });
    expect(await storedCard(team, id)).toMatchObject({ name: 'Doing', status: 1 });
  });

  it('[WRITE-7] the response contains the version of the write and the row', async () => {
    const team = await startTeam(open);
    const before = (await pull(team.founder)).body.head;
    const reply = await team.founder.patch(`project-card/update-destroy/${team.card}/`, {
      name: 'Later',
    });
    expect(Number(reply.headers['sync-version'])).toBe(before + 1);
    expect(reply.body.data).toMatchObject({ id: team.card, name: 'Later' });
  });

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
    expect(late.body.verdicts).toMatchObject([{ seq: 1, status: 200, settled: true }]);
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

  it('[WRITE-4.1] fields merge one by one: two edits of different fields both stay', async () => {
    const team = await startTeam(open);
    const task = await addTask(team, team.founder);
    const path = `task/update-destroy/${task}/`;
    ok(await team.founder.patch(path, { name: 'Dig deeper' }));
    ok(await team.founder.patch(path, { end_date: '2026-04-01' }));
    const found = await team.founder.get('task/list/', { query: { id: task } });
    expect(found.body.data[0]).toMatchObject({ name: 'Dig deeper', end_date: '2026-04-01' });
  });

  it('[WRITE-4.2] a long text that has changed since the edited version is rejected with the current text', async () => {
    const team = await startTeam(open);
    const task = await addTask(team, team.founder, { description: 'one' });
    const path = `task/update-destroy/${task}/`;
    const base = (await pull(team.founder)).body.head;
    const name = ok(await team.founder.patch(path, { name: 'Renamed' }));
    const fine = await team.founder.patch(
      path,
      { description: 'two' },
      { headers: { 'if-match': String(base) } },
    );
    expect(fine.status, 'a change of another field is no conflict').toBe(200);
    const stale = await team.founder.patch(
      path,
      { description: 'three' },
      { headers: { 'if-match': String(name.headers['sync-version']) } },
    );
    expect(stale.status).toBe(412);
    expect(stale.body).toMatchObject({
      code: 'text_conflict',
      details: { current: 'two', field: 'description', v: Number(fine.headers['sync-version']) },
    });
    const plain = await team.founder.patch(path, { description: 'four' });
    expect(plain.status, 'a plain client overwrites').toBe(200);
  });

  it('[WRITE-4.4] deleting a missing row succeeds and claims no version', async () => {
    const team = await startTeam(open);
    const before = (await pull(team.founder)).body.head;
    const reply = await team.founder.delete(`note/update-destroy/${freshId()}/`);
    expect(reply.status).toBe(200);
    expect((await pull(team.founder)).body.head).toBe(before);
  });

  it('[WRITE-4.1] an equal value changes nothing, claims no version and returns the head', async () => {
    const team = await startTeam(open);
    const path = `project-card/update-destroy/${team.card}/`;
    const first = ok(await team.founder.patch(path, { name: 'Same' }));
    const again = ok(await team.founder.patch(path, { name: 'Same' }));
    expect(again.headers['sync-version']).toBe(first.headers['sync-version']);
  });

  it('[WRITE-5.1] overwritten values stay in the activity log, with both clocks', async () => {
    const team = await startTeam(open);
    const device = await deviceOf(team.founder);
    const claimed = team.setup.clock.time - 4 * 24 * 60 * 60_000;
    const call = {
      seq: 1,
      method: 'PATCH',
      path: `project-card/update-destroy/${team.card}/`,
      body: { name: 'After' },
      claimed_at: claimed,
    } as const;
    const { body } = await device.push([call]);
    const changes = await team.app.services.database.db
      .selectFrom('activity')
      .selectAll()
      .where('row_id', '=', team.card)
      .where('field', '=', 'name')
      .execute();
    expect(changes).toEqual([
      {
        stream: `org:${team.founder.orgId}`,
        v: body.verdicts[0].version,
        tbl: 'cards',
        row_id: team.card,
        field: 'name',
        org_user: team.founder.orgUserId,
        at: team.setup.clock.time,
        claimed_at: claimed,
        old: '"To do"',
        new: '"After"',
      },
    ]);
  });

  it('[WRITE-6] a write with a deleted parent is rejected as such, one with an unknown parent as missing', async () => {
    const team = await startTeam(open);
    const { founder } = team;
    const tag = freshId();
    ok(await founder.post('note-tag/create/', { id: tag, name: 'Home' }));
    await team.app.services.writer.write([userStreamOf(founder)], async (tx) => {
      const { noteTags } = await import('../../../model/entities/note-tag.ts');
      const place = { orgId: founder.orgId ?? '', owner: founder.orgUserId };
      await tx.remove(noteTags, place, tag);
    });
    const body = { id: freshId(), title: 'T', note: 'N', tags: tag };
    const gone = await founder.post('note/create/', body);
    expect(gone.body).toMatchObject({ status: 409, code: 'parent_gone' });
    const never = await founder.post('note/create/', { ...body, tags: freshId() });
    expect(never.status).toBe(400);
  });

  it('[WRITE-8.1] a batch runs its calls in order, each atomic by itself, and continues after a rejection', async () => {
    const team = await startTeam(open);
    const device = await deviceOf(team.founder);
    const card = freshId();
    const { body } = await device.push([
      cardCall(team, 1, 'First', card),
      {
        seq: 2,
        method: 'PATCH',
        path: `project-card/update-destroy/${freshId()}/`,
        body: { name: 'No' },
      },
      {
        seq: 3,
        method: 'PATCH',
        path: `project-card/update-destroy/${card}/`,
        body: { name: 'Second' },
      },
      { seq: 4, method: 'PATCH', path: 'nowhere/', body: {} },
    ]);
    expect(body.verdicts).toMatchObject([
      { seq: 1, status: 200 },
      { seq: 2, status: 404, code: 'not_found' },
      { seq: 3, status: 200 },
      { seq: 4, status: 404 },
    ]);
    expect(body.verdicts[2].version).toBe(body.verdicts[0].version + 1);
    expect(await storedCard(team, card)).toMatchObject({ name: 'Second' });
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

  it('[WRITE-8.1] a batch has at most 200 calls', async () => {
    const team = await startTeam(open);
    const device = await deviceOf(team.founder);
    const calls = Array.from({ length: 201 }, (_, index) => cardCall(team, index + 1));
    expect((await device.push(calls)).status).toBe(400);
    expect((await device.push(calls.slice(0, 200))).body.verdicts).toHaveLength(200);
  });

  it('[VER-1] a build that is too old gets an error, and none of its calls is run', async () => {
    const team = await startTeam(open);
    const device = await deviceOf(team.founder);
    const reply = await device.push([cardCall(team, 1)], { schema: 0 });
    expect(reply.status).toBe(426);
    expect(reply.body.code).toBe('schema_too_old');
    const now = await device.push([cardCall(team, 1)]);
    expect(now.body.verdicts).toMatchObject([{ status: 200 }]);
    expect(now.body.verdicts[0].replayed).toBeUndefined();
  });

  it('[VER-1] a build that is too old gets no rows of an unknown schema', async () => {
    const { founder } = await startTeam(open);
    const stream = orgStreamOf(founder);
    const reads = [
      ['sync/pull', { stream, since: '0' }],
      ['sync/scope/directory', { stream }],
      ['sync/bootstrap', { stream }],
      ['sync/check', { stream }],
    ] as const;
    for (const [path, query] of reads) {
      const read = (schema: number) =>
        founder.get(path, { query, headers: { 'sync-schema': String(schema) } });
      const old = await read(0);
      expect([path, old.status, old.body.code]).toEqual([path, 426, 'schema_too_old']);
      // This build's own schema, a newer one's, and a call without a device.
      expect((await read(SCHEMA_VERSION)).status).toBe(200);
      expect((await read(SCHEMA_VERSION + 1)).status).toBe(200);
      expect((await founder.get(path, { query })).status).toBe(200);
    }
  });

  it('[VER-2.1] unknown fields of a push do not reject it', async () => {
    const team = await startTeam(open);
    const device = await deviceOf(team.founder);
    const call = { ...cardCall(team, 1), colour_of_the_device: 'green' };
    const { body } = await device.push([call], { from_the_future: true });
    expect(body.verdicts).toMatchObject([{ seq: 1, status: 200 }]);
  });

  it('[ID-1] an id other than a UUIDv7 of a device is rejected', async () => {
    const team = await startTeam(open);
    const path = 'project-card/create/';
    for (const id of ['7', 'not-an-id', '3f2504e0-4f89-41d3-9a0c-0305e82c3301']) {
      const reply = await team.founder.post(path, { id, project: team.project, name: 'Card' });
      expect(reply.body).toMatchObject({ status: 400, code: 'invalid', details: { field: 'id' } });
    }
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

  it('a call with several mutations applies them in one version, or none of them', async () => {
    const team = await startTeam(open);
    const path = `project-card/update-destroy/${team.card}/`;
    const { head } = (await pull(team.founder)).body;
    const both = await team.founder.patch(path, { name: 'Doing', status: false });
    expect(both.headers['sync-version']).toBe(String(head + 1));
    expect(await storedCard(team, team.card)).toMatchObject({ name: 'Doing', status: 0 });
    const neither = await team.founder.patch(path, { name: 'Done', rank: 'V0' });
    expect(neither.status).toBe(400);
    expect(await storedCard(team, team.card)).toMatchObject({ name: 'Doing' });
  });

  it('personal rows use the person’s own stream, and a batch never mixes streams', async () => {
    const team = await startTeam(open);
    const own = await deviceOf(team.founder, userStreamOf(team.founder));
    const tag = {
      method: 'POST',
      path: 'note-tag/create/',
      body: { id: freshId(), name: 'Home' },
    } as const;
    const { body } = await own.push([{ ...tag, seq: 1 }, cardCall(team, 2)]);
    expect(body.verdicts).toMatchObject([
      { seq: 1, status: 200, version: 1 },
      { seq: 2, status: 400, code: 'invalid' },
    ]);
    expect(body.verdicts[1].version).toBeUndefined();
  });
});
