import { expect, it } from 'vitest';
import { forEachDatabase } from '../../support/for-each-database.ts';
import { PASSWORD, restClient } from '../../support/rest-client.ts';
import { sendForm } from '../support/files.ts';
import {
  addTask,
  cardCall,
  deviceOf,
  foundTeam,
  freshId,
  ok,
  pull,
  startTeam,
  storedCard,
  taskBody,
} from '../support/team.ts';

forEachDatabase('bad input', (open) => {
  it('a foreign and a missing organisation give the same error', async () => {
    const team = await startTeam(open);
    const stranger = await foundTeam(team.app, 'eve@other.test', 'Other');
    for (const org of [stranger.founder.orgId ?? '', '999', '', 'x; drop table cards']) {
      const reply = await team.founder.post('project-card/create/', cardCall(team, 1).body, {
        org,
      });
      expect(reply.status).toBe(404);
      expect(reply.body).toMatchObject({ code: 'not_found' });
    }
  });

  it('a row of another organisation is missing for every write, and is unchanged', async () => {
    const team = await startTeam(open);
    const stranger = (await foundTeam(team.app, 'eve@other.test', 'Other')).founder;
    const task = await addTask(team, team.founder, { name: 'Canary' });
    const member = `${team.project}.${team.founder.orgUserId}`;
    const replies = [
      await stranger.patch(`task/update-destroy/${task}/`, { name: 'Mine' }),
      await stranger.patch(`project-card/update-destroy/${team.card}/`, { name: 'Mine' }),
      await stranger.post('comment/create/', { task, comment: 'Hello' }),
      await stranger.post('project-card/create/', { project: team.project, name: 'Mine' }),
      await stranger.post('team-member/create/', {
        project: team.project,
        organization_user: stranger.orgUserId,
      }),
    ];
    expect(replies.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404]);
    expect(replies.map(({ text }) => text).join()).not.toContain('Canary');
    await stranger.delete(`team-member/update-destroy/${member}/`);
    const { changes } = (await pull(team.founder)).body;
    expect(changes).toContainEqual(expect.objectContaining({ kind: 'put', id: member }));
    expect(changes).toContainEqual(
      expect.objectContaining({ id: task, row: expect.objectContaining({ name: 'Canary' }) }),
    );
  });

  it('an existing id is not overwritten by a second create, and ids of another organisation do not matter', async () => {
    const team = await startTeam(open);
    const again = await team.founder.post('project-card/create/', {
      id: team.card,
      project: team.project,
      name: 'Other',
    });
    expect(again.body).toMatchObject({ status: 409, code: 'conflict' });
    expect(await storedCard(team, team.card)).toMatchObject({ name: 'To do' });
    const stranger = await foundTeam(team.app, 'eve@other.test', 'Other');
    const same = await stranger.founder.post('project-card/create/', {
      id: team.card,
      project: stranger.project,
      name: 'Theirs',
    });
    expect(same.status).toBe(200);
    const rows = await team.app.services.database.db
      .selectFrom('cards')
      .select(['org_id', 'name'])
      .where('id', '=', team.card)
      .orderBy('org_id')
      .execute();
    expect(rows.map(({ name }) => name)).toEqual(['To do', 'Theirs']);
  });

  it('a stream of another organisation is missing for pull, push and bootstrap', async () => {
    const team = await startTeam(open);
    const stranger = (await foundTeam(team.app, 'eve@other.test', 'Other')).founder;
    const stream = `org:${team.founder.orgId}`;
    expect((await stranger.get('sync/pull', { query: { stream, since: '0' } })).status).toBe(404);
    expect((await stranger.get('sync/check', { query: { stream } })).status).toBe(404);
    expect((await stranger.get('sync/bootstrap', { query: { stream } })).status).toBe(404);
    const own = await deviceOf(stranger);
    expect((await own.push([cardCall(team, 1)], { stream })).status).toBe(404);
  });

  it.for([
    ['an unknown field', { name: 'A', colour: 'red' }, 'unknown_field'],
    ['a number for a name', { name: 5 }, 'invalid'],
    ['an empty name', { name: '  ' }, 'invalid'],
    ['a name of one letter', { name: 'A' }, 'invalid'],
    ['a name that is too long', { name: 'x'.repeat(201) }, 'invalid'],
    ['NUL in a name', { name: 'a\u0000b' }, 'invalid'],
    ['a lone surrogate in a name', { name: 'a\ud800b' }, 'invalid'],
    ['a rank that is none', { rank: 'V0' }, 'invalid'],
    ['nothing', {}, 'invalid'],
  ] as const)('%s in a card is refused and changes nothing', async ([, body, code]) => {
    const team = await startTeam(open);
    const path = `project-card/update-destroy/${team.card}/`;
    const { head } = (await pull(team.founder)).body;
    const reply = await team.founder.patch(path, body);
    expect(reply.status).toBe(400);
    expect(reply.body).toMatchObject({ status: 400, code });
    expect(reply.body.request_id).toMatch(/^[0-9a-f]{16}$/);
    expect(reply.text).not.toMatch(/node_modules|\.ts:/);
    expect((await pull(team.founder)).body.head).toBe(head);
  });

  it('a task name counts code points: 99 emoji pass, 100 are rejected with the text of the specification', async () => {
    const team = await startTeam(open);
    ok(
      await team.founder.post(
        'task/create/',
        taskBody(team, team.founder, { name: '🪨'.repeat(99) }),
      ),
    );
    const long = taskBody(team, team.founder, { name: '🪨'.repeat(100) });
    expect((await team.founder.post('task/create/', long)).body).toMatchObject({
      status: 400,
      message: 'Task name should not exceed more than 100 characters !!',
    });
  });

  it('bad text in one call of a batch rejects that call only', async () => {
    const team = await startTeam(open);
    const device = await deviceOf(team.founder);
    const { body } = await device.push([
      cardCall(team, 1, 'a\u0000b'),
      cardCall(team, 2, 'fine'),
      { ...cardCall(team, 3), path: 'project-card/create/%E0%A4%A/' },
      { ...cardCall(team, 4), path: '../../etc/passwd' },
      cardCall(team, 5, 'fine too'),
    ]);
    const statuses = body.verdicts.map((verdict: { status: number }) => verdict.status);
    expect(statuses).toEqual([400, 200, 404, 404, 200]);
  });

  it('NUL in an address or a query is rejected before the database', async () => {
    const team = await startTeam(open);
    const bad = await team.founder.patch('project-card/update-destroy/a%00b/', { name: 'Name' });
    expect(bad.status).toBe(400);
    const stream = `org:${team.founder.orgId}\u0000`;
    const query = await team.founder.get('sync/pull', { query: { stream, since: '0' } });
    expect(query.status).toBe(400);
    const tenant = await team.founder.get('flag/list/', { org: '1\u0000' });
    expect(tenant.status).toBe(404);
  });

  it('NUL in a field that no mutation reads is rejected too', async () => {
    const team = await startTeam(open);
    const device = await deviceOf(team.founder);
    const replies = [
      await device.push([cardCall(team, 1)], { client_id: 'a\u0000b' }),
      await team.founder.post('api/organization-invite/resend/', { organization_user: '1\u0000' }),
      await team.founder.post('api/user-login/', {
        email: 'ada@field.test',
        password: PASSWORD,
        device_token: 'a\u0000b',
      }),
    ];
    expect(replies.map(({ body }) => body)).toEqual(
      replies.map(() => expect.objectContaining({ status: 400, code: 'invalid' })),
    );
  });

  it('a deeply nested body is rejected, alone and in a batch', async () => {
    const team = await startTeam(open);
    const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
    const call = `{"seq":1,"method":"POST","path":"note/create/","body":{"title":${deep}}}`;
    const bodies = [
      ['note/create/', `{"title":${deep}}`],
      ['sync/push', `{"client_id":"a","calls":[${call}]}`],
    ] as const;
    for (const [path, payload] of bodies) {
      const reply = await team.app.fastify.inject({
        method: 'POST',
        url: `/rest/${path}`,
        query: { organization_accesskey_id: team.founder.orgId ?? '' },
        headers: {
          authorization: `Bearer ${team.founder.token}`,
          'content-type': 'application/json',
        },
        payload,
      });
      expect(reply.json()).toMatchObject({ status: 400, code: 'invalid' });
    }
  });

  it('a body of 10 MB is rejected with 413 and the usual error', async () => {
    const team = await startTeam(open);
    const reply = await team.founder.post('project-card/create/', { name: 'x'.repeat(10_000_000) });
    expect(reply.status).toBe(413);
    expect(reply.body).toMatchObject({ status: 413, code: 'too_large' });
  });

  it.for([
    ['that is no JSON', '{"name":'],
    ['that is a list', '[1,2]'],
    ['that is a text', '"hello"'],
    ['with a forged prototype', '{"__proto__":{"admin":true},"name":"X1"}'],
  ] as const)('a body %s is refused', async ([, payload]) => {
    const team = await startTeam(open);
    const reply = await team.app.fastify.inject({
      method: 'POST',
      url: '/rest/project-card/create/',
      query: { organization_accesskey_id: team.founder.orgId ?? '' },
      headers: {
        authorization: `Bearer ${team.founder.token}`,
        'content-type': 'application/json',
      },
      payload,
    });
    expect(reply.statusCode).toBe(400);
    expect(reply.json()).toMatchObject({ code: 'invalid' });
  });

  it('a missing bearer and an unknown bearer are rejected with 401', async () => {
    const team = await startTeam(open);
    const nobody = restClient(team.app);
    nobody.orgId = team.founder.orgId;
    expect((await nobody.post('project-card/create/', {})).body.code).toBe('unauthenticated');
    nobody.token = 'x'.repeat(43);
    expect((await nobody.post('project-card/create/', {})).body.code).toBe('unauthenticated');
  });

  it.for([
    ['Idempotency-Key', { 'idempotency-key': 'no number' }],
    ['If-Match', { 'if-match': 'yesterday' }],
    ['Sync-Ack-Through', { 'idempotency-key': 'a:1', 'sync-ack-through': '-1' }],
  ] as const)('a %s that cannot be read is refused', async ([, headers]) => {
    const team = await startTeam(open);
    const path = `project-card/update-destroy/${team.card}/`;
    const reply = await team.founder.patch(path, { name: 'Name' }, { headers });
    expect(reply.body).toMatchObject({ status: 400, code: 'invalid' });
  });

  it('author and time of a row are never taken from the body', async () => {
    const team = await startTeam(open);
    const body = { ...taskBody(team, team.founder), created_by: 999 };
    const reply = ok(await team.founder.post('task/create/', body));
    expect(String(reply.body.data.created_by)).toBe(team.founder.orgUserId);
  });

  it('a file without a file field and one without bytes are rejected with a sentence; a field without a choice is ignored', async () => {
    const team = await startTeam(open);
    const send = (field: string, bytes: Buffer, name = 'picture.png') =>
      sendForm(team, team.founder, {
        path: 'task/create/',
        fields: { ...taskBody(team, team.founder), [field]: { name, bytes } },
      });
    const refused = await send('label', Buffer.from('picture'));
    expect(refused.body).toMatchObject({ status: 400, message: 'This field stores no file' });
    const empty = await send('document', Buffer.alloc(0));
    expect(empty.body).toMatchObject({ status: 400, message: 'document is empty' });
    // As a browser sends a file field in which nothing was chosen.
    expect((await send('document', Buffer.alloc(0), '')).status).toBe(200);
  });

  it('a comment is deleted only by an explicit value', async () => {
    const team = await startTeam(open);
    const task = await addTask(team, team.founder);
    const id = freshId();
    ok(await team.founder.post('comment/create/', { id, task, comment: 'Keep me' }));
    const path = `comment/update-destroy/${id}/`;
    const reply = await team.founder.patch(path, { deleted: false });
    expect(reply.status).toBe(400);
    expect((await pull(team.founder)).text).toContain('Keep me');
  });
});
