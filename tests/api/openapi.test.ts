import { expect, it } from 'vitest';
import { MUTATIONS } from '../../model/mutations/registry.ts';
import { mutationPaths } from '../../server/apply/rest-table.ts';
import { RESOURCE_ROUTES } from '../../server/http/routes.ts';
import { openDatabase } from '../../server/store/open.ts';
import { restClient } from '../support/rest-client.ts';
import { startTestApp } from '../support/test-app.ts';

async function served<T>(work: (client: ReturnType<typeof restClient>) => Promise<T>): Promise<T> {
  const database = await openDatabase({ memory: true });
  const world = await startTestApp(database);
  try {
    return await work(restClient(world.app));
  } finally {
    await world.close();
    await database.close();
  }
}

it('openapi.json describes every call that is served, with the fields that each takes', async () => {
  const document = await served(async (client) => (await client.get('openapi.json')).body);
  expect(document.openapi).toBe('3.1.0');
  const described = (method: string, path: string) =>
    document.paths[`/rest/${path.replaceAll(/:(\w+)/g, '{$1}')}`]?.[method.toLowerCase()];
  for (const { method, path } of [...RESOURCE_ROUTES, ...mutationPaths()]) {
    expect.soft(described(method, path), `${method} ${path}`).toBeDefined();
  }
  for (const { rest } of MUTATIONS) {
    const body = described(rest.method, rest.path)?.requestBody?.content['application/json'].schema;
    for (const field of rest.fields) {
      expect.soft(body?.properties[field], `${rest.path} ${field}`).toBeDefined();
      expect.soft(body?.properties[field], `${rest.path} ${field}`).not.toEqual({});
    }
  }
  const task = described('POST', 'task/create/').requestBody.content;
  expect(Object.keys(task)).toEqual(['application/json', 'multipart/form-data']);
  expect(task['application/json'].schema.required).toEqual(['project_card', 'name', 'flag']);
  expect(task['application/json'].schema.properties.document.description).toContain(
    'refused with 400',
  );
  const board = described('GET', 'project-card/details/lists/');
  expect(board.parameters).toContainEqual({
    name: 'project',
    in: 'query',
    required: true,
    schema: expect.objectContaining({ type: 'string' }),
  });
  expect(board.security).toEqual([{ bearer: [] }]);
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
