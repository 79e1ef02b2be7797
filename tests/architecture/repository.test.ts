/** Properties of a fresh clone and of the documents. */
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { isAtLeast } from '../../scripts/setup.mjs';

const versionsSchema = v.optional(v.record(v.string(), v.string()), {});
const packageSchema = v.looseObject({
  version: v.optional(v.string()),
  resolved: v.optional(v.string()),
  integrity: v.optional(v.string()),
  optionalDependencies: versionsSchema,
});
const lock = v.parse(
  v.object({ packages: v.record(v.string(), packageSchema) }),
  JSON.parse(readFileSync('package-lock.json', 'utf8')),
);
const manifest = v.parse(
  v.looseObject({
    scripts: v.record(v.string(), v.string()),
    dependencies: versionsSchema,
    devDependencies: versionsSchema,
    optionalDependencies: versionsSchema,
  }),
  JSON.parse(readFileSync('package.json', 'utf8')),
);

describe('the lockfile', () => {
  it('names no host', () => {
    const named = Object.entries(lock.packages).filter(([, one]) => one.resolved !== undefined);
    expect(named.map(([path]) => path)).toEqual([]);
  });

  it('contains the packages of every platform, which npm ci requires on each', () => {
    const missing = Object.entries(lock.packages).flatMap(([path, { optionalDependencies }]) =>
      Object.keys(optionalDependencies)
        .filter((name) => !isKnown(path, name))
        .map((name) => `${name} of ${path}`),
    );
    expect(missing).toEqual([]);
  });

  it('has the digest of every package, of those for other platforms too', () => {
    const unchecked = Object.entries(lock.packages)
      .filter(([path, { integrity }]) => path !== '' && integrity?.startsWith('sha512-') !== true)
      .map(([path]) => path);
    expect(unchecked).toEqual([]);
  });

  it('has the same Node for every platform, and no older one is accepted in its place', () => {
    const runtimes = Object.entries(manifest.optionalDependencies).filter(([name]) =>
      name.startsWith('node-'),
    );
    expect(runtimes.length).toBeGreaterThan(2);
    const [[, wanted] = ['', '']] = runtimes;
    expect(runtimes.filter(([, version]) => version !== wanted)).toEqual([]);
    const [major = 0, minor = 0, patch = 0] = wanted.split('.').map(Number);
    const older = [
      `${major - 1}.99.0`,
      `${major}.${minor - 1}.9`,
      `${major}.${minor}.${patch - 1}`,
    ];
    const newer = [wanted, `${major}.${minor}.${patch + 1}`, `${major}.100.0`, `${major + 1}.0.0`];
    expect(older.filter((version) => isAtLeast(version, wanted))).toEqual([]);
    expect(newer.filter((version) => !isAtLeast(version, wanted))).toEqual([]);
  });

  it('has exact versions only', () => {
    const { dependencies, devDependencies, optionalDependencies } = manifest;
    const wanted = { ...dependencies, ...devDependencies, ...optionalDependencies };
    const loose = Object.entries(wanted).filter(([, version]) => !/^\d+\.\d+\.\d+$/.test(version));
    expect(loose).toEqual([]);
  });
});

describe('the documents', () => {
  const documents = [
    'README.md',
    'CONTRIBUTING.md',
    'SECURITY.md',
    ...markdownIn('docs'),
    ...markdownIn('docs/decisions'),
  ];

  it('name only commands that exist', () => {
    const unknown = documents.flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(/npm (?:run )?([a-z-]+)/g)]
        .map(([, name = '']) => name)
        .filter((name) => !['install', 'ci', 'and', 'installs'].includes(name))
        .filter((name) => manifest.scripts[name] === undefined)
        .map((name) => `${file}: npm run ${name}`),
    );
    expect(unknown).toEqual([]);
  });

  it('list every decision with its date', () => {
    const index = readFileSync('docs/decisions/README.md', 'utf8');
    const names = readdirSync('docs/decisions').filter((name) => /^\d{4}-/.test(name));
    const listed = [...index.matchAll(/\]\((\d{4}-[^)]+)\) \| \d{4}-\d\d-\d\d \|/g)];
    expect(listed.map(([, name]) => name)).toEqual(names.toSorted());
    const undated = names.filter(
      (name) => !/\d{4}-\d\d-\d\d/.test(readFileSync(`docs/decisions/${name}`, 'utf8')),
    );
    expect(undated).toEqual([]);
  });

  it('link only to existing files', () => {
    const broken = documents.flatMap((file) => {
      const folder = file.includes('/') ? file.slice(0, file.lastIndexOf('/') + 1) : '';
      return [...readFileSync(file, 'utf8').matchAll(/\]\((?!https?:|#)([^)#]+)/g)]
        .map(([, target = '']) => target)
        .filter((target) => !existsSync(`${folder}${target}`))
        .map((target) => `${file}: ${target}`);
    });
    expect(broken).toEqual([]);
  });
});

it('CI runs the test command of the README', () => {
  expect(readFileSync('.ci/run', 'utf8')).toMatch(/^exec npm test$/m);
  expect(readFileSync('README.md', 'utf8')).toMatch(/^npm test$/m);
});

/** npm searches for a package beside the requiring one, and then in each parent folder. */
function isKnown(path: string, name: string): boolean {
  for (let folder = path; ; folder = folder.replace(/(^|\/)node_modules\/(@[^/]+\/)?[^/]+$/, '')) {
    const candidate = folder === '' ? `node_modules/${name}` : `${folder}/node_modules/${name}`;
    if (lock.packages[candidate] !== undefined) return true;
    if (folder === '') return false;
  }
}

function markdownIn(folder: string): string[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.md'))
    .map((name) => `${folder}/${name}`);
}
