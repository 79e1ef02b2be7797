import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { openDatabase } from '../../../server/store/open.ts';
import { startTestApp } from '../../support/test-app.ts';

const TOKEN = 'a-token-of-the-operator';

it('the alerts ask for metrics that the server exports', async () => {
  const expressions = [
    ...readFileSync('docs/monitoring/alerts.yml', 'utf8').matchAll(/^ +expr: (.+)$/gm),
  ].map(([, expression = '']) => expression);
  expect(expressions.length).toBeGreaterThan(4);
  const names = new Set(
    expressions.flatMap((text) => text.match(/\b(?:cairn|nodejs|process)_\w+/g) ?? []),
  );
  expect(names.size).toBeGreaterThan(3);
  const database = await openDatabase({ memory: true });
  const backups = () => ({
    folder: '/backups',
    intervalMs: 1,
    since: 1,
    newest: undefined,
    kept: 0,
    failure: undefined,
    failures: 0,
  });
  const setup = await startTestApp(database, {
    metricsToken: TOKEN,
    operations: { folders: {}, backups },
  });
  await setup.app.fastify.inject('/healthz');
  const { body } = await setup.app.fastify.inject({
    url: '/metrics',
    headers: { authorization: `Bearer ${TOKEN}` },
  });
  const exported = new Set([...body.matchAll(/^([a-z]\w+)(?:\{| )/gm)].map(([, name]) => name));
  expect([...names].filter((name) => !exported.has(name))).toEqual([]);
  await setup.close();
  await database.close();
});
