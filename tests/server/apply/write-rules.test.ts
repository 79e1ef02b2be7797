import { expect, it } from 'vitest';
import { SCHEMA_VERSION } from '../../../model/protocol/version.ts';
import { forEachDatabase } from '../../support/for-each-database.ts';
import {
  addTask,
  cardCall,
  deviceOf,
  freshId,
  ok,
  orgStreamOf,
  pull,
  startTeam,
  storedCard,
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
      details: {
        current: 'two',
        field: 'description',
        v: Number(fine.headers['sync-version']),
        author: team.founder.orgUserId,
      },
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
        org_id: team.founder.orgId,
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
    await team.app.services.writer.write(
      [orgStreamOf(founder), userStreamOf(founder)],
      async (tx) => {
        const { noteTags } = await import('../../../model/entities/note-tag.ts');
        const place = { orgId: founder.orgId ?? '', owner: founder.orgUserId };
        await tx.remove(noteTags, place, tag);
      },
    );
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
