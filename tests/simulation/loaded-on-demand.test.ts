import { globSync, readFileSync } from 'node:fs';
import { dirname, posix } from 'node:path';
import { expect, it } from 'vitest';

it('every module that the engine and the worker load on demand is loaded before a schedule begins', () => {
  const files = globSync('sync/{engine,store,worker}/**/*.ts');
  const loaded = files.flatMap((file) =>
    Array.from(readFileSync(file, 'utf8').matchAll(/import\('([^']+)'\)/g), ([, path = '']) =>
      posix.join(dirname(file), path),
    ),
  );
  const listed = readFileSync('tests/simulation/loaded-on-demand.ts', 'utf8');
  expect(loaded.length).toBeGreaterThan(20);
  expect(loaded.filter((file) => !listed.includes(`'../../${file}'`))).toEqual([]);
});
