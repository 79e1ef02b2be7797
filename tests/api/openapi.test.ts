import Ajv from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { expect, it } from 'vitest';
import { MUTATIONS } from '../../model/mutations/registry.ts';
import { mutationPaths } from '../../server/apply/rest-table.ts';
import { RESOURCE_ROUTES } from '../../server/http/routes.ts';
import { openDatabase } from '../../server/store/open.ts';
import { restClient } from '../support/rest-client.ts';
import { startTestApp } from '../support/test-app.ts';

async function served<T>(work: (client: ReturnType<typeof restClient>) => Promise<T>): Promise<T> {
  const database = await openDatabase({ memory: true });
  const setup = await startTestApp(database);
  try {
    return await work(restClient(setup.app));
  } finally {
    await setup.close();
    await database.close();
  }
}

it('openapi.json describes every served call with its fields', async () => {
  const document = await served(async (client) => (await client.get('openapi.json')).body);
  expect(document.openapi).toBe('3.1.0');
  const described = (method: string, path: string) =>
    document.paths[`/rest/${path.replaceAll(/:(\w+)/g, '{$1}')}`]?.[method.toLowerCase()];
  for (const { method, path } of [...RESOURCE_ROUTES, ...mutationPaths()]) {
    expect.soft(described(method, path), `${method} ${path}`).toBeDefined();
  }
  for (const { rest } of MUTATIONS) {
    const body = described(rest.method, rest.path)?.requestBody?.content['application/json'].schema;
    for (const field of [...rest.bodyFields, ...(rest.modifierFields ?? [])]) {
      expect.soft(body?.properties[field], `${rest.path} ${field}`).toBeDefined();
      expect.soft(body?.properties[field], `${rest.path} ${field}`).not.toEqual({});
    }
  }
  const task = described('POST', 'task/create/').requestBody.content;
  expect(Object.keys(task)).toEqual(['application/json', 'multipart/form-data']);
  expect(task['application/json'].schema.required).toEqual(['project_card', 'name', 'flag']);
  expect(task['application/json'].schema.properties.document.description).toContain(
    'in a form the file itself',
  );
  const board = described('GET', 'project-card/details/lists/');
  expect(board.parameters).toContainEqual({
    name: 'project',
    in: 'query',
    required: true,
    schema: expect.objectContaining({ type: 'string' }),
    example: expect.any(String),
  });
  expect(board.security).toEqual([
    { bearer: [] },
    { token: ['read'] },
    { organization_token: ['read'] },
  ]);
  const needsWriting = [{ bearer: [] }, { token: ['write'] }, { organization_token: ['write'] }];
  expect(described('POST', 'task/create/').security).toEqual(needsWriting);
  for (const path of [
    'sync/push',
    'api/token/create/',
    'api/password/change/',
    'user-role/create/',
  ]) {
    expect([path, described('POST', path).security]).toEqual([path, [{ bearer: [] }]]);
  }
  expect(described('POST', 'api/user-login/').security).toEqual([]);
});

it('the page that shows it loads nothing from elsewhere', async () => {
  await served(async (client) => {
    const page = await client.get('docs');
    const text = page.status === 200 ? page.text : (await client.get('docs/')).text;
    expect(text).toContain('swagger-ui');
    const sources = [...text.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, source]) => source ?? '');
    expect(sources.length).toBeGreaterThan(2);
    for (const source of sources) expect(source).not.toMatch(/^(?:https?:)?\/\//);
    const script = await client.get('docs/static/swagger-initializer.js');
    expect(script.status).toBe(200);
    const shown = await client.get('docs/json');
    expect(shown.body).toEqual((await client.get('openapi.json')).body);
    expect(text).not.toMatch(/<script>[^<]/);
  });
});

/** Calls whose parts are not described: the page, and the monitoring endpoints. */
const NOT_CALLS = /^\/(?:rest\/(?:docs|openapi\.json)|healthz|metrics)/;

it('the described calls are the served calls', async () => {
  const database = await openDatabase({ memory: true });
  const setup = await startTestApp(database);
  const { paths } = (await setup.app.fastify.inject('/rest/openapi.json')).json();
  const described = Object.entries<object>(paths).flatMap(([path, operations]) =>
    Object.keys(operations).map(
      (method) => `${method.toUpperCase()} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`,
    ),
  );
  const served = setup.app.routes
    .filter(({ url, method, socket }) => !socket && method !== 'HEAD' && !NOT_CALLS.test(url))
    .map(({ method, url }) => `${method} ${url}`);
  expect(described.toSorted()).toEqual(served.toSorted());
  await setup.close();
  await database.close();
});

it('every body, filter and parameter has an example that its schema accepts', async () => {
  const document = await served(async (client) => (await client.get('openapi.json')).body);
  const ajv = new Ajv({ strict: false, coerceTypes: false, allErrors: true });
  addFormats(ajv);
  const check = (schema: object, value: unknown, where: string) => {
    const isValid = ajv.validate(schema, value);
    expect.soft(isValid ? '' : ajv.errorsText(), `${where}: ${JSON.stringify(value)}`).toBe('');
  };
  let checked = 0;
  for (const [path, operations] of Object.entries<Record<string, OpenApiOperation>>(
    document.paths,
  )) {
    for (const [method, { parameters, requestBody, summary, tags }] of Object.entries(operations)) {
      const where = `${method} ${path}`;
      expect.soft(summary.length, where).toBeGreaterThan(5);
      expect.soft(tags, where).not.toEqual(['Other']);
      for (const { name, in: place, schema, example } of parameters) {
        if (place === 'header') continue;
        check(schema, example, `${where} ${name}`);
        checked += 1;
      }
      const content = requestBody?.content['application/json'];
      if (content === undefined) continue;
      const values = Object.values(content.examples ?? {}).map(({ value }) => value);
      const all = content.examples === undefined ? [content.example] : values;
      expect.soft(all.length, where).toBeGreaterThan(0);
      for (const value of all) check(content.schema, value, where);
      checked += all.length;
    }
  }
  expect(checked).toBeGreaterThan(150);
});

interface OpenApiOperation {
  readonly summary: string;
  readonly tags: readonly string[];
  readonly parameters: readonly {
    readonly name: string;
    readonly in: string;
    readonly schema: object;
    readonly example?: unknown;
  }[];
  readonly requestBody?: {
    readonly content: Readonly<
      Record<
        string,
        {
          readonly schema: object;
          readonly example?: unknown;
          readonly examples?: Readonly<Record<string, { readonly value: unknown }>>;
        }
      >
    >;
  };
}
