/** docs/CHANGE-PATH.md names the files of a change: each exists, and each one that runs in Node takes part. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

/** Files that run only in a browser, in a worker or on a socket; the scenarios of tests/e2e cover them. */
const ELSEWHERE = [
  /^src\//,
  /^sync\/(client|worker)\//,
  /^sync\/browser\/socket\.ts$/,
  /^sync\/engine\/(loop|realtime)\.ts$/,
  /^sync\/store\/reactive\/(rows-by-id|changes)\.ts$/,
  /^server\/realtime\/(feed|socket-route)\.ts$/,
];

const steps = readFileSync('docs/CHANGE-PATH.md', 'utf8').matchAll(/^\d+\. .*$/gm);
const named = [...steps].flatMap(([step]) => [...step.matchAll(/`([a-z-]+\/[^`]+\.tsx?)`/g)]);
const files = [...new Set(named.map(([, file = '']) => file))];

it('names files that exist, and not more than a reader can follow', () => {
  expect(files.filter((file) => !existsSync(file))).toEqual([]);
  expect(files.length).toBeGreaterThan(25);
  expect(files.length).toBeLessThanOrEqual(35);
});

it('names only files through which a move passes', () => {
  const ran = execFileSync(process.execPath, ['tests/architecture/trace-move.ts'], {
    encoding: 'utf8',
  });
  const visible = files.filter((file) => !ELSEWHERE.some((pattern) => pattern.test(file)));
  expect(visible.length).toBeGreaterThan(15);
  expect(visible.filter((file) => !ran.split('\n').includes(file))).toEqual([]);
});
