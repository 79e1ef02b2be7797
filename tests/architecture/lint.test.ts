/** The linter's house rules, with one planted violation of each, which the linter must report. */
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { plant, runTool, type PlantedTree } from './planted.ts';

/** rule, planted file, its text */
const VIOLATIONS = [
  ['house(no-ambient-globals)', 'model/clock.ts', 'export const now = () => Date.now();'],
  ['house(no-ambient-globals)', 'model/new-date.ts', 'export const now = () => new Date();'],
  [
    'house(no-ambient-globals)',
    'sync/engine/random.ts',
    'export const roll = () => Math.random();',
  ],
  [
    'house(no-ambient-globals)',
    'sync/engine/timer.ts',
    'export const f = () => setTimeout(() => 1, 5);',
  ],
  [
    'house(no-ambient-globals)',
    'sync/engine/net.ts',
    "export const f = () => fetch('https://cairn.test');",
  ],
  [
    'house(no-ambient-globals)',
    'sync/engine/ids.ts',
    'export const f = () => crypto.randomUUID();',
  ],
  ['house(no-ambient-globals)', 'sync/engine/handed-on.ts', 'export const f = { fetch: fetch };'],
  [
    'eslint(no-restricted-imports)',
    'sync/engine/whole-transaction.ts',
    "import type { StoreTx } from '../core/ports/store.ts';\nexport type Whole = StoreTx;",
  ],
  ['house(no-network)', 'src/data/fetches.ts', "export const f = () => fetch('/rest/x');"],
  [
    'house(no-network)',
    'src/data/global-fetch.ts',
    "export const f = () => globalThis.fetch('/rest/x');",
  ],
  ['house(no-network)', 'src/data/handed-fetch.ts', 'export const f = { send: fetch };'],
  ['house(no-network)', 'src/ui/xhr.ts', 'export const f = () => new XMLHttpRequest();'],
  ['house(no-network)', 'src/ui/socket.ts', "export const f = () => new WebSocket('/ws/x');"],
  ['house(no-network)', 'src/ui/events.ts', "export const f = () => new EventSource('/x');"],
  [
    'house(no-network)',
    'src/features/board/beacon.ts',
    "export const f = () => navigator.sendBeacon('/x');",
  ],
  [
    'house(no-module-state)',
    'server/state.ts',
    'let count = 0;\nexport const next = () => (count += 1);',
  ],
  ['house(no-private-language)', 'server/landing.ts', 'export const f = 1;'],
  ['house(no-private-language)', 'src/ui/date-words.ts', 'export const f = 1;'],
  ['house(no-private-language)', 'server/deps.ts', 'export interface MailWorld {}'],
  [
    'house(no-private-language)',
    'server/roll.ts',
    'export const f = (dice: () => number) => dice();',
  ],
  ['house(no-private-language)', 'sync/engine/refold.test.ts', 'export const f = 1;'],
  ['house(no-private-language)', 'model/folded.ts', 'export const foldedRow = 1;'],
  ['house(no-private-language)', 'src/ui/listener.ts', 'export const tellAll = 1;'],
  ['house(no-private-language)', 'sync/engine/socket.ts', 'export interface F { hears: 1 }'],
  ['house(no-private-language)', 'server/claim.ts', 'export interface Claim { told: 1 }'],
  ['house(no-private-language)', 'sync/worker/claim.ts', 'export const f = (heard: 1) => heard;'],
  ['house(no-private-language)', 'sync/browser/file.ts', 'export interface FileWish {}'],
  ['house(no-private-language)', 'sw/wait.ts', 'export const PATIENCE_MS = 1;'],
  ['house(no-private-language)', 'sync/engine/wait.ts', 'export const PATIENCE = 1;'],
  ['house(no-private-language)', 'src/data/times.ts', 'export const heardAt = 1;'],
  ['house(no-private-language)', 'sync/engine/event.ts', 'export const f = (land: 1) => land;'],
  ['house(no-private-language)', 'src/data/place.ts', 'export const lookedAt = 1;'],
  ['house(no-private-language)', 'sync/core/item.ts', 'export const f = (stands: 1) => stands;'],
  ['house(no-private-language)', 'sync/worker/index.ts', 'export interface Shelf {}'],
  ['house(no-private-language)', 'sync/engine/loop.ts', 'export interface F { hurry: 1 }'],
  ['house(no-private-language)', 'src/ui/format.ts', "export const sizeWords = () => '1 kB';"],
  ['house(no-private-language)', 'model/field.ts', 'export interface F {\n  readonly lanes: 1;\n}'],
  [
    'house(one-change-feed)',
    'src/data/live-tasks.ts',
    "import { useLiveQuery } from 'dexie-react-hooks';\nexport const f = useLiveQuery;",
  ],
  [
    'house(one-change-feed)',
    'sync/store/watch.ts',
    "import { liveQuery as live } from 'dexie';\nexport const f = live;",
  ],
  [
    'house(one-change-feed)',
    'sync/client/watch.ts',
    "import Dexie from 'dexie';\nexport const f = () => Dexie.on('storagemutated', () => undefined);",
  ],
  [
    'house(one-change-feed)',
    'sync/worker/watch.ts',
    "import Dexie from 'dexie';\nexport const f = () => Dexie.on.storagemutated;",
  ],
  [
    'house(catalogued-texts)',
    'src/features/notes/own-text.tsx',
    'export const F = () => <p>No notes yet</p>;',
  ],
  [
    'house(catalogued-texts)',
    'src/features/notes/own-label.tsx',
    'export const F = () => <button aria-label="New note" type="button" />;',
  ],
  [
    'house(catalogued-texts)',
    'src/features/notes/module-text.ts',
    "import { i18n } from '../../i18n/i18n.ts';\nexport const TITLE = i18n.t('Notes');",
  ],
  [
    'house(catalogued-texts)',
    'src/features/notes/either-text.ts',
    "import { i18n } from '../../i18n/i18n.ts';\nexport const f = (one: boolean) => i18n.t(one ? 'Note' : 'Notes');",
  ],
  [
    'house(catalogued-texts)',
    'src/features/notes/made-text.ts',
    "import { i18n } from '../../i18n/i18n.ts';\nexport const f = (what: string) => i18n.t(`New ${what}`);",
  ],
  [
    'house(one-form)',
    'src/features/notes/own-rule.ts',
    "export const f = (title: string) => (title === '' ? 'Title is required' : undefined);",
  ],
  [
    'house(one-form)',
    'src/features/notes/own-template.ts',
    'export const f = (label: string) => `${label} is required`;',
  ],
  [
    'house(one-form)',
    'src/features/notes/own-state.tsx',
    "import { useState } from 'react';\nexport function F() {\n  const [name, setName] = useState('');\n  return <form><input value={name} onChange={(event) => setName(event.currentTarget.value)} /></form>;\n}",
  ],
  [
    'house(one-form)',
    'src/features/notes/own-date.tsx',
    'export function F() {\n  return <input type="date" aria-label="Day" />;\n}',
  ],
  ['house(no-barrel)', 'src/features/board/index.ts', "export * from './board.tsx';"],
  [
    'typescript(no-explicit-any)',
    'server/any.ts',
    'export function f(x: any): void {\n  void x;\n}',
  ],
  [
    'typescript(no-non-null-assertion)',
    'server/bang.ts',
    'export const f = (x: string[]) => x[0]!;',
  ],
  [
    'typescript(consistent-type-assertions)',
    'server/cast.ts',
    'export const f = (x: unknown) => x as string;',
  ],
  [
    'typescript(no-floating-promises)',
    'server/floating.ts',
    'async function f() {\n  return 1;\n}\nexport function g() {\n  f();\n}',
  ],
  ['typescript(ban-ts-comment)', 'server/ignore.ts', '// @ts-ignore\nexport const f = 1;'],
  ['eslint(no-console)', 'server/print.ts', "export const f = () => console.log('x');"],
  ['eslint(max-lines)', 'server/long.ts', lines(360)],
  ['eslint(max-lines)', 'src/routes/long.tsx', lines(90)],
  [
    'eslint(max-lines-per-function)',
    'server/long-function.ts',
    `export function f() {\n${lines(90, '')}}`,
  ],
  ['import(no-default-export)', 'server/default.ts', 'const f = 1;\nexport default f;'],
  [
    'import(extensions)',
    'server/no-extension.ts',
    "import { f } from './cast';\nexport const g = f;",
  ],
  ['unicorn(filename-case)', 'server/camelCase.ts', 'export const f = 1;'],
  [
    'vitest(no-disabled-tests)',
    'tests/skipped.test.ts',
    "import { it } from 'vitest';\nit.skip('is off', () => undefined);",
  ],
  [
    'vitest(no-focused-tests)',
    'tests/focused.test.ts',
    "import { it } from 'vitest';\nit.only('is alone', () => undefined);",
  ],
] as const;

const CLEAN = [
  ['model/fine-date.ts', 'export const f = (ms: number) => new Date(ms).toISOString();'],
  [
    'sync/engine/fine-ports.ts',
    'interface Ports {\n  readonly now: () => number;\n  readonly fetch: () => number;\n}\n' +
      'export const f = (ports: Ports) => ports.now() + ports.fetch();',
  ],
  ['sync/client/fine-fetch.ts', "export const f = () => fetch('/rest/x');"],
  ['src/ui/fine-name.ts', 'export const f = (call: { fetch: () => number }) => call.fetch();'],
  ['model/fine-split.ts', "export const wordsOf = (text: string) => text.split(' ');"],
  ['sync/engine/fine-field.ts', 'export interface F {\n  readonly isBarred: boolean;\n}'],
  ['sync/engine/fine-wire.ts', 'export const f = ({ heard }: { heard: 1 }) => heard;'],
  ['tests/sync/engine/fine-older.ts', 'export const lookedAt = 1;'],
  ['server/fine-column.ts', 'export interface F {\n  readonly told_at: number;\n}'],
  ['server/fine-const.ts', "export const f = ['a'] as const;"],
  [
    'sync/store/reactive/fine.ts',
    "import { liveQuery } from 'dexie';\nexport const f = liveQuery;",
  ],
  ['sync/client/index.ts', "export { f } from '../../server/fine-const.ts';"],
] as const;

const reportSchema = v.object({
  diagnostics: v.array(v.object({ code: v.optional(v.string(), ''), filename: v.string() })),
  number_of_files: v.number(),
});

describe('the linter', () => {
  let tree: PlantedTree;
  let found: readonly string[] = [];
  let seen = 0;

  beforeAll(() => {
    const files = [...VIOLATIONS.map(([, file, text]) => [file, text] as const), ...CLEAN];
    tree = plant(Object.fromEntries(files.map(([file, text]) => [file, `${text}\n`])), {
      realPackages: true,
    });
    const args = ['--format', 'json', 'model', 'sync', 'sw', 'server', 'src', 'tests'];
    const report = v.parse(reportSchema, JSON.parse(runTool(tree, 'oxlint', args)));
    seen = report.number_of_files;
    found = report.diagnostics.map(({ code, filename }) => `${code} ${filename}`);
  });
  afterAll(() => tree.remove());

  it('reads every file', () => {
    expect(seen).toBe(VIOLATIONS.length + CLEAN.length);
  });

  it.each(VIOLATIONS)('%s catches %s', (rule, file) => {
    expect(found).toContain(`${rule} ${file}`);
  });

  it.each(CLEAN)('accepts %s', (file) => {
    expect(found.filter((finding) => finding.endsWith(` ${file}`))).toEqual([]);
  });
});

function lines(count: number, prefix = 'export '): string {
  return Array.from(
    { length: count },
    (_, n) => `${prefix}const n${String(n)} = ${String(n)};\n`,
  ).join('');
}
