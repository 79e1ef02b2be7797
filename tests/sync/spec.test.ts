import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const spec = readFileSync('docs/SYNC-SPEC.md', 'utf8');
const titles = globSync('tests/**/*.test.ts')
  .map((file) => readFileSync(file, 'utf8'))
  .join('\n');
const rules = [...spec.matchAll(/\*\*([A-Z]+-\d+)\*\*/g)].map(([, rule = '']) => rule);
const clauses = [...spec.matchAll(/\*\*([A-Z]+-\d+\.\d+)\*\*/g)].map(([, clause = '']) => clause);

const ruleOf = (clause: string) => clause.split('.')[0] ?? '';
const isQuoted = (id: string) => titles.includes(`[${id}]`);

it('every rule of docs/SYNC-SPEC.md is quoted by a test title, directly or by its clauses', () => {
  expect(rules.length).toBeGreaterThan(40);
  const byClause = new Set(clauses.filter(isQuoted).map(ruleOf));
  expect(rules.filter((rule) => !isQuoted(rule) && !byClause.has(rule))).toEqual([]);
});

it('a rule of which one clause is quoted has a test for each of its clauses', () => {
  const byClause = new Set(clauses.filter(isQuoted).map(ruleOf));
  const missing = clauses.filter((clause) => byClause.has(ruleOf(clause)) && !isQuoted(clause));
  expect(missing).toEqual([]);
});

it('titles quote only existing rules and clauses', () => {
  const quoted = titles.matchAll(
    /\[((?:ID|SIGN|WRITE|PULL|WIN|CLIENT|MUT|ENG|EPOCH|FILE|OUT|RECEIPT|VER)-\d+(?:\.\d+)?)\]/g,
  );
  const known = new Set([...rules, ...clauses]);
  expect([...new Set([...quoted].map(([, id = '']) => id))].filter((id) => !known.has(id))).toEqual(
    [],
  );
});
