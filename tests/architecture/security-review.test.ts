/** docs/SECURITY-REVIEW.md against the numbers of OWASP ASVS 5.0.0 and the files of the tests. */
import { existsSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

/** Levels of the requirements of each section, in their order. */
const SECTIONS = `
1.1 22
1.2 1111122223
1.3 112222222223
1.4 222
1.5 123
2.1 122
2.2 112
2.3 12223
2.4 23
3.1 3
3.2 113
3.3 12223
3.4 11222233
3.5 11122333
3.6 3
3.7 22333
4.1 12233
4.2 23333
4.3 22
4.4 1222
5.1 2
5.2 112333
5.3 113
5.4 222
6.1 122
6.2 111111112222
6.3 11223333
6.4 112233
6.5 22222333
6.6 2223
6.7 33
6.8 2222
7.1 222
7.2 1111
7.3 22
7.4 11222
7.5 223
7.6 22
8.1 1233
8.2 1123
8.3 133
8.4 23
9.1 111
9.2 1222
10.1 22
10.2 223
10.3 22223
10.4 1111122222233333
10.5 22222
10.6 22
10.7 222
11.1 2233
11.2 22233
11.3 11233
11.4 1222
11.5 23
11.6 23
11.7 33
12.1 12233
12.2 11
12.3 22223
13.1 2333
13.2 222223
13.3 2233
13.4 1222233
14.1 22
14.2 12223333
14.3 122
15.1 12233
15.2 12233
15.3 1222222
15.4 3333
16.1 2
16.2 22222
16.3 2222
16.4 222
16.5 2223
17.1 23
17.2 22223333
17.3 22
`;

const LEVELS: ReadonlyMap<string, string> = new Map(
  SECTIONS.trim()
    .split('\n')
    .flatMap((line) => {
      const [section = '', levels = ''] = line.split(' ');
      return Array.from(levels).map((level, index) => [`${section}.${index + 1}`, level] as const);
    })
    .filter(([, level]) => level !== '3'),
);
const review = readFileSync('docs/SECURITY-REVIEW.md', 'utf8');
const rows = [...review.matchAll(/^\| ([\d.]+) \| ([12]) \| (.+) \| (\w+) \| (.*) \|$/gm)].map(
  ([, number = '', level = '', what = '', state = '', proof = '']) => ({
    number,
    level,
    what,
    state,
    proof,
  }),
);
const absent = [...review.matchAll(/^\| ((?:\d+\.\d+\.\d+(?:, )?)+) \| ([^|]+) \|$/gm)].flatMap(
  ([, numbers = '', reason = '']) => numbers.split(', ').map((number) => ({ number, reason })),
);

it('has one row for each requirement of levels 1 and 2, with its level', () => {
  expect([...LEVELS.values()].filter((level) => level === '1')).toHaveLength(70);
  expect(LEVELS.size).toBe(253);
  const numbers = [...rows, ...absent].map(({ number }) => number);
  expect(numbers.toSorted()).toEqual([...LEVELS.keys()].toSorted());
  expect(rows.filter(({ number, level }) => LEVELS.get(number) !== level)).toEqual([]);
});

it('names a test for each requirement that is met, and a reason for every other', () => {
  for (const { number, state, proof } of rows) {
    expect.soft(['met', 'accepted', 'open'], number).toContain(state);
    if (state === 'met') expect.soft(proof, number).toMatch(/`tests\/[^`]+`/);
    else expect.soft(proof.length, number).toBeGreaterThan(20);
  }
  expect(absent.filter(({ reason }) => reason.trim().length < 10)).toEqual([]);
});

it('names only tests and files that exist', () => {
  const named = [...review.matchAll(/`((?:tests|src|server|model)\/[^`]+)`/g)].map(
    ([, path = '']) => path,
  );
  expect(named.length).toBeGreaterThan(100);
  expect(named.filter((path) => !existsSync(path))).toEqual([]);
});

it('counts its own rows, and nothing of level 1 is open', () => {
  for (const level of ['1', '2']) {
    const count = (state: string) =>
      rows.filter((row) => row.level === level && row.state === state).length;
    const none = absent.filter(({ number }) => LEVELS.get(number) === level).length;
    const counts = [count('met'), count('accepted'), count('open'), none];
    expect(review).toContain(`| level ${level} | ${counts.join(' | ')} |`);
  }
  expect(rows.filter(({ level, state }) => level === '1' && state === 'open')).toEqual([]);
});
