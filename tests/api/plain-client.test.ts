import { afterEach, expect, it } from 'vitest';
import { forEachDatabase } from '../support/for-each-database.ts';
import { PASSWORD, signUpForm } from '../support/rest-client.ts';
import { startTestApp, type TestApp } from '../support/test-app.ts';

/** A client like curl: only HTTP on a port, with a bearer token and an organisation. */
interface Plain {
  readonly base: string;
  readonly call: (
    method: string,
    path: string,
    body?: string | FormData | Readonly<Record<string, unknown>>,
    headers?: Readonly<Record<string, string>>,
    // oxlint-disable-next-line typescript/no-explicit-any -- answers of every shape
  ) => Promise<{ readonly status: number; readonly body: any; readonly headers: Headers }>;
  token: string;
  org: string;
}

forEachDatabase('a plain client', (open) => {
  const setups: TestApp[] = [];
  afterEach(async () => {
    for (const setup of setups.splice(0)) await setup.close();
  });

  const start = async (): Promise<Plain> => {
    const setup = await startTestApp(await open());
    setups.push(setup);
    const base = await setup.app.fastify.listen({ port: 0, host: '127.0.0.1' });
    const plain: Plain = {
      base,
      token: '',
      org: '',
      call: async (method, path, body, headers = {}) => {
        const separator = path.includes('?') ? '&' : '?';
        const json = typeof body === 'object' && !(body instanceof FormData);
        const answer = await fetch(
          `${base}/rest/${path}${separator}organization_accesskey_id=${plain.org}`,
          {
            method,
            headers: {
              ...(plain.token === '' ? {} : { authorization: `Bearer ${plain.token}` }),
              ...(json ? { 'content-type': 'application/json' } : {}),
              ...headers,
            },
            ...(body === undefined ? {} : { body: json ? JSON.stringify(body) : body }),
          },
        );
        return { status: answer.status, headers: answer.headers, body: await answer.json() };
      },
    };
    const sign = await plain.call(
      'POST',
      'api/user-organization-create/',
      signUpForm('ada@example.org', 'Highland Paths'),
    );
    expect(sign.status).toBe(200);
    const { body } = await plain.call('POST', 'api/user-login/', {
      email: 'ada@example.org',
      password: PASSWORD,
    });
    plain.token = body.data.access_token;
    plain.org = String(body.data.organizations[0].organization_id);
    return plain;
  };
  const form = (fields: Readonly<Record<string, string | readonly string[]>>) => {
    const data = new FormData();
    for (const [name, value] of Object.entries(fields)) {
      for (const one of [value].flat()) data.append(name, one);
    }
    return data;
  };

  it('creates everything from a workspace to a comment with multipart forms', async () => {
    const plain = await start();
    const me = (await plain.call('GET', 'api/me/')).body.data.organizations[0].organization_user_id;
    const workspace = await plain.call(
      'POST',
      'workspace/create/',
      form({ organization: plain.org, name: 'North', desc: 'The north', image: '' }),
    );
    expect(workspace.body).toMatchObject({
      status: 200,
      data: { name: 'North', workspace_project: [] },
    });
    const project = await plain.call(
      'POST',
      'project/create/',
      form({
        name: 'Wells',
        workspace: workspace.body.data.id,
        status: 'true',
        description: 'Dig',
        background_image: '',
      }),
    );
    expect(project.body.data).toMatchObject({
      name: 'Wells',
      slug: expect.stringMatching(/^wells-/),
    });
    const card = await plain.call(
      'POST',
      'project-card/create/',
      form({ project: project.body.data.id, name: 'To do', order: '1' }),
    );
    expect(card.body.data).toMatchObject({ name: 'To do', order: 0, task_count: 0 });
    const [member] = (
      await plain.call('GET', `team-member/list/?project__id=${project.body.data.id}`)
    ).body.data;
    const [flag] = (await plain.call('GET', 'flag/list/')).body.data;
    const task = await plain.call(
      'POST',
      'task/create/',
      form({
        name: 'Dig the well',
        order: '0',
        description: 'Deep',
        project_card: card.body.data.id,
        flag: String(flag.id),
        start_date: '2026-03-01',
        end_date: '',
        label: '',
        document: '',
        created_by: String(me),
        assigned_to: member.id,
        status: 'true',
        collaborators: [member.id, member.id],
      }),
    );
    expect(task.status).toBe(200);
    expect(task.body.data).toMatchObject({
      name: 'Dig the well',
      order: 0,
      end_date: null,
      start_date: '2026-03-01',
      assigned_to: { organization_user: { id: me, user: { display_name: 'Ada Field' } } },
    });
    const done = await plain.call(
      'PATCH',
      `task/update-destroy/${task.body.data.id}/`,
      form({ is_completed: 'true', is_completed_at: '2026-03-02T10:00:00Z' }),
    );
    expect(done.body.data).toMatchObject({
      is_completed: true,
      is_completed_at: '2026-03-02T10:00:00Z',
    });
    const comment = await plain.call(
      'POST',
      'comment/create/',
      form({ comment: 'Done?', task: task.body.data.id, team_member: member.id }),
    );
    expect(comment.body.data).toMatchObject({ comment: 'Done?', team_member: { id: member.id } });
  });

  it('signs up and in with forms, the organisation as JSON text', async () => {
    const plain = await start();
    const { organization, ...fields } = signUpForm('ben@example.org', 'Canals');
    const signedUp = await plain.call(
      'POST',
      'api/user-organization-create/',
      form({ ...fields, organization: JSON.stringify(organization) }),
    );
    expect(signedUp.body).toMatchObject({
      message: 'Sign up successful!',
      data: { users: { email: 'ben@example.org' }, organization: { name: 'Canals' } },
    });
    const signedIn = await plain.call(
      'POST',
      'api/user-login/',
      form({ email: 'ben@example.org', password: PASSWORD, device_token: '' }),
    );
    expect(signedIn.body.data.organizations).toMatchObject([{ organization_name: 'Canals' }]);
    const broken = await plain.call(
      'POST',
      'api/user-organization-create/',
      form({ ...fields, organization: 'Canals' }),
    );
    expect(broken.status).toBe(400);
    expect(broken.body.message).toBe('organization is required');
  });

  it('uploads a file with a form and gets its address', async () => {
    const plain = await start();
    const data = form({ name: 'North', desc: '' });
    data.append('image', new Blob(['<svg/>'], { type: 'image/svg+xml' }), 'north.svg');
    const reply = await plain.call('POST', 'workspace/create/', data);
    expect(reply.status).toBe(200);
    const [workspace] = (await plain.call('GET', 'workspace/list/')).body.data;
    expect(workspace.image).toMatch(/^\/rest\/files\/[0-9a-f-]{36}$/);
    expect(workspace.image).toBe(reply.body.data.image);
  });

  const bad: readonly (readonly [string, string, Readonly<Record<string, string>>, number])[] = [
    ['JSON that breaks off', '{"name": "North"', { 'content-type': 'application/json' }, 400],
    ['a list instead of fields', '[1, 2]', { 'content-type': 'application/json' }, 400],
    ['a kind of body that nobody knows', 'name=North', { 'content-type': 'text/csv' }, 400],
    ['a form without its boundary', 'nothing', { 'content-type': 'multipart/form-data' }, 400],
    [
      'ten megabytes',
      JSON.stringify({ name: 'x'.repeat(10_000_000) }),
      { 'content-type': 'application/json' },
      413,
    ],
    ['a NUL', '{"name": "a\\u0000b", "desc": ""}', { 'content-type': 'application/json' }, 400],
    [
      'half a surrogate pair',
      '{"name": "a\\ud800b", "desc": ""}',
      { 'content-type': 'application/json' },
      400,
    ],
    [
      'a name that is an object',
      '{"name": {"a": 1}, "desc": ""}',
      { 'content-type': 'application/json' },
      400,
    ],
    ['an empty name', '{"name": " ", "desc": ""}', { 'content-type': 'application/json' }, 400],
    [
      'a name of 201 letters',
      JSON.stringify({ name: 'x'.repeat(201), desc: '' }),
      { 'content-type': 'application/json' },
      400,
    ],
    [
      'a field that nobody knows',
      '{"name": "N", "desc": "", "owner": 1}',
      { 'content-type': 'application/json' },
      400,
    ],
    [
      'a prototype',
      '{"name": "N", "desc": "", "__proto__": {"x": 1}}',
      { 'content-type': 'application/json' },
      400,
    ],
  ];

  it('gets the usual error for a bad body, and nothing is written', async () => {
    const plain = await start();
    for (const [title, body, headers, status] of bad) {
      const reply = await plain.call('POST', 'workspace/create/', body, headers);
      expect.soft(reply.status, title).toBe(status);
      expect.soft(reply.body, title).toMatchObject({
        status,
        code: status === 413 ? 'too_large' : expect.stringMatching(/^(?:invalid|unknown_field)$/),
        message: expect.any(String),
        request_id: expect.any(String),
      });
      expect.soft(JSON.stringify(reply.body), title).not.toMatch(/node_modules|at .*\.ts/);
    }
    expect((await plain.call('GET', 'workspace/list/')).body.data).toEqual([]);
  });

  it('gets an error for a form of ten megabytes, in one field or in many', async () => {
    const plain = await start();
    const many = new FormData();
    many.append('name', 'North');
    for (let part = 0; part < 10; part += 1) many.append('desc', 'x'.repeat(1_000_000));
    for (const data of [form({ name: 'North', desc: 'x'.repeat(10_000_000) }), many]) {
      const reply = await plain.call('POST', 'workspace/create/', data);
      expect(reply.status).toBe(413);
      expect(reply.body.code).toBe('too_large');
    }
    expect((await plain.call('GET', 'workspace/list/')).body.data).toEqual([]);
  });

  it('gets the usual error at unknown addresses and with unsupported methods', async () => {
    const plain = await start();
    for (const [method, path] of [
      ['GET', 'nothing/list/'],
      ['PUT', 'workspace/create/'],
      ['GET', 'workspace/create/'],
    ] as const) {
      const reply = await plain.call(method, path);
      expect.soft(reply.status, path).toBe(404);
      expect.soft(reply.body, path).toMatchObject({ status: 404, code: 'not_found' });
    }
  });

  it('is served with and without the slash at the end', async () => {
    const plain = await start();
    expect((await plain.call('GET', 'flag/list')).status).toBe(200);
    expect((await plain.call('GET', 'flag/list/')).status).toBe(200);
  });
});
