import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { PROBE_TIMEOUT_MS } from '../../../server/ops/health.ts';

const text = readFileSync('Containerfile', 'utf8').replaceAll('\\\n', ' ');
const stages = text.split(/^(?=FROM )/m).filter((stage) => stage.startsWith('FROM '));
const copied = (stage: string): readonly string[] =>
  [...stage.matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(([, names = '']) => names.split(' '));

describe('the container file', () => {
  it('installs packages with the settings of the project: without them they would be compiled, which the image cannot', () => {
    const installing = stages.filter((stage) => /\bnpm ci\b/.test(stage));
    expect(installing).toHaveLength(2);
    for (const stage of installing) {
      const before = copied(stage.slice(0, stage.indexOf('npm ci')));
      expect(before).toEqual(expect.arrayContaining(['package-lock.json', '.npmrc']));
    }
    expect(readFileSync('.npmrc', 'utf8')).toContain('ignore-scripts=true');
  });

  it('has a longer timeout for the health check than the server', () => {
    const seconds = Number(/^HEALTHCHECK .*--timeout=(\d+)s/m.exec(text)?.[1]);
    expect(seconds * 1_000).toBeGreaterThan(PROBE_TIMEOUT_MS);
  });

  it('copies existing paths only, and leaves excluded folders out', () => {
    expect(stages.flatMap(copied).filter((name) => !existsSync(name))).toEqual([]);
    const left = readFileSync('.dockerignore', 'utf8').split('\n');
    expect(left).toEqual(expect.arrayContaining(['.git', 'data', 'dist', 'node_modules']));
    expect(left).not.toContain('.npmrc');
  });
});
