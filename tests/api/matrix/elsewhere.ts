import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Site, switched } from './planted.ts';

/** Tests of the suite about a file, besides the matrix. */
const TESTS: readonly (readonly [RegExp, readonly string[]])[] = [
  [/^server\/auth/, ['tests/server/auth', 'tests/server/http/calendar.test.ts']],
  [/^server\/writer\/demanded-factor/, ['tests/server/auth/sign-in-rules.test.ts']],
  [/^server\/apply\/consequences\/task-move/, ['tests/server/files', 'tests/server/writer']],
  [/^server\/erasure/, ['tests/server/erasure']],
  [/^server\/archive/, ['tests/server/archive']],
  [/^server\/webhooks/, ['tests/server/webhooks']],
  [/^server\/sso/, ['tests/server/sso']],
  [/^server\/push/, ['tests/server/push']],
  [/^server\/files/, ['tests/server/files', 'tests/server/auth/sign-up-limits.test.ts']],
  [/^server\/(?:realtime|chat)/, ['tests/server/realtime', 'tests/server/http/chat.test.ts']],
  [
    /^server\/invitations/,
    ['tests/server/invitations', 'tests/server/http/administration.test.ts'],
  ],
  [/^model/, ['tests/model']],
  [
    /^server\/sync/,
    [
      'tests/server/sync',
      'tests/server/files',
      'tests/server/realtime',
      'tests/server/erasure/same-ids.test.ts',
    ],
  ],
  [
    /^server\/(?:apply|writer)/,
    ['tests/server/apply', 'tests/server/writer', 'tests/api/tenants.test.ts', 'tests/server/http'],
  ],
  [
    /^server\/(?:http|present)/,
    [
      'tests/api/tenants',
      'tests/api/lists',
      'tests/api/overview',
      'tests/api/summary-tasks',
      'tests/server/http',
      'tests/server/present',
      'tests/server/security/log.test.ts',
      'tests/server/erasure/same-ids.test.ts',
    ],
  ],
];

/** The suite's other tests on a copy of the sources. */
export interface Elsewhere {
  /** True if one of them fails while this guard is switched off. */
  readonly notices: (site: Site) => boolean;
  readonly close: () => void;
}

export function openElsewhere(root: string): Elsewhere {
  const copy = mkdtempSync(join(tmpdir(), 'cairn-guards-'));
  const files = execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' })
    .split('\n')
    .filter((file) =>
      /^(?:model|server|sync|sw|src|scripts|tests|docs|[^/]+\.(?:ts|json)$)/.test(file),
    );
  for (const file of files) cpSync(join(root, file), join(copy, file));
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
  const passing = new Set<string>();
  const passes = (tests: readonly string[]): boolean =>
    spawnSync(
      process.execPath,
      [
        join(root, 'node_modules/vitest/vitest.mjs'),
        'run',
        '--project=shared',
        '--bail=1',
        // One database is enough, because the matrix has run before.
        '--testNamePattern=^(?!.*\\[postgres\\])',
        '--exclude=tests/api/matrix/**',
        ...tests,
      ],
      { cwd: copy, stdio: 'ignore' },
    ).status === 0;
  /** Tests that fail with every guard in place, or that no longer exist, would notice everything. */
  const requirePassing = (tests: readonly string[]): void => {
    const key = tests.join(' ');
    if (passing.has(key)) return;
    if (!passes(tests)) throw new Error(`These tests fail without a removed guard: ${key}`);
    passing.add(key);
  };
  return {
    notices: (site) => {
      const tests = TESTS.find(([file]) => file.test(site.file))?.[1] ?? [];
      if (tests.length === 0) return false;
      requirePassing(tests);
      const path = join(copy, site.file);
      const whole = readFileSync(path, 'utf8');
      writeFileSync(path, withoutGuard(site, whole));
      const isNoticed = !passes(tests);
      writeFileSync(path, whole);
      return isNoticed;
    },
    close: () => rmSync(copy, { recursive: true, force: true }),
  };
}

/** The predicate is taken without the quote that may open its statement: a source that does not load tells nothing. */
function withoutGuard({ nth, file }: Site, source: string): string {
  return switched(file, source, 0)
    .text.replaceAll(/globalThis\.guardIsDown\((\d+)\)/g, (_match, found: string) =>
      String(Number(found) === nth),
    )
    .replaceAll(
      /([\w."]+ = [\w.?]+) \/\*guard(\d+)\*\//g,
      (_match, predicate: string, found: string) =>
        Number(found) === nth ? `(${predicate} or 1 = 1)` : predicate,
    );
}
