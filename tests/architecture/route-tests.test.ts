/** Every route of the app has a route test: a `describe` of tests/src/routes whose title is the route's path. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const ROUTES = 'src/routes';
const TESTS = 'tests/src/routes';

describe('the routes of the app', () => {
  const tests = filesIn(TESTS);

  it('each have a route test', () => {
    const routes = filesIn(ROUTES).flatMap(routesIn);
    expect(routes.length).toBeGreaterThan(20);
    expect(untested(routes, tests)).toEqual([]);
  });

  it('are found without one when one is planted', () => {
    const planted = "export const Route = createFileRoute('/_app/new-screen')({ component });";
    expect(untested(routesIn(planted), tests)).toEqual(['/new-screen']);
    const layout = "export const Route = createFileRoute('/_app')({ component: Layout });";
    expect(routesIn(layout)).toEqual([]);
  });
});

function filesIn(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.tsx'))
    .map((name) => readFileSync(join(folder, name), 'utf8'));
}

/** Paths as people see them: without the layout of signed-in people, which is no screen itself. */
function routesIn(source: string): readonly string[] {
  return [...source.matchAll(/createFileRoute\(\s*'([^']+)'/g)]
    .map(([, id = '']) => id.replace(/^\/_app/, '').replace(/(?<=.)\/$/, ''))
    .filter((path) => path !== '');
}

function untested(routes: readonly string[], tests: readonly string[]): readonly string[] {
  const tested = new Set(
    tests.flatMap((source) =>
      [...source.matchAll(/describe\(\s*'([^']+)'/g)].map(([, title = '']) => title),
    ),
  );
  return routes.filter((path) => !tested.has(path));
}
