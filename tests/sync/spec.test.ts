import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const RULE = /\*\*([A-Z]+-\d+)\*\*/g;

it('every rule of docs/SYNC-SPEC.md is quoted by the title of a test', () => {
  const rules = [...readFileSync('docs/SYNC-SPEC.md', 'utf8').matchAll(RULE)].map(
    ([, rule]) => rule,
  );
  expect(rules.length).toBeGreaterThan(40);
  const titles = globSync('tests/**/*.test.ts')
    .map((file) => readFileSync(file, 'utf8'))
    .join('\n');
  expect(rules.filter((rule) => !titles.includes(`[${rule ?? ''}]`))).toEqual([]);
});
