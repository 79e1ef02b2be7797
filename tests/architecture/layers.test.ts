/**
 * The table of layers, with one planted violation per rule, which dependency-cruiser must name. A rule without a
 * planted violation fails too.
 */
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import configuration from '../../.dependency-cruiser.mjs';
import { plant, runTool, type PlantedTree } from './planted.ts';

const LAYERS = ['model', 'sync', 'sw', 'server', 'src', 'tests', 'scripts'];

const SERVER_FOLDERS = [
  'shared',
  'store',
  'writer',
  'apply',
  'sync',
  'mail',
  'auth',
  'chat',
  'files',
  'present',
  'push',
  'security',
  'webhooks',
  'archive',
  'erasure',
  'invitations',
  'sso',
  'http',
  'ops',
  'realtime',
  'demo',
];

/** rule, planted file, imported path */
const VIOLATIONS = [
  ['no-cycles', 'server/shared/cycle-a.ts', './cycle-b.ts'],
  ['not-resolvable', 'server/shared/lost.ts', './nowhere.ts'],
  ['nothing-imports-tests', 'scripts/uses-tests.ts', '../tests/support/target.ts'],
  ['product-uses-no-dev-packages', 'server/shared/uses-dev.ts', 'vitest'],
  ['model-imports', 'model/uses-server.ts', '../server/shared/target.ts'],
  ['model-imports', 'model/uses-core.ts', '../sync/core/target.ts'],
  ['sync-core-imports', 'sync/core/uses-engine.ts', '../engine/loop.ts'],
  ['sync-core-imports', 'sync/core/uses-store.ts', '../store/target.ts'],
  ['sync-core-packages', 'sync/core/uses-dexie.ts', 'dexie'],
  ['model-packages', 'model/uses-dexie.ts', 'dexie'],
  ['model-packages', 'model/uses-node.ts', 'node:fs'],
  ['sync-engine-imports', 'sync/engine/uses-store.ts', '../store/target.ts'],
  ['sync-engine-packages', 'sync/engine/uses-valibot.ts', 'valibot'],
  ['sync-store-imports', 'sync/store/uses-loop.ts', '../engine/loop.ts'],
  ['sync-store-packages', 'sync/store/uses-ky.ts', 'ky'],
  ['sync-browser-imports', 'sync/browser/uses-store.ts', '../store/target.ts'],
  ['sync-browser-imports', 'sync/browser/uses-loop.ts', '../engine/loop.ts'],
  ['sync-browser-packages', 'sync/browser/uses-dexie.ts', 'dexie'],
  ['sync-worker-imports', 'sync/worker/uses-src.ts', '../../src/data/target.ts'],
  ['sync-worker-packages', 'sync/worker/uses-react.ts', 'react'],
  ['sync-client-imports', 'sync/client/uses-worker.ts', '../worker/main.ts'],
  ['sync-client-imports', 'sync/client/uses-engine.ts', '../engine/loop.ts'],
  ['sync-client-packages', 'sync/client/uses-react.ts', 'react'],
  ['sw-imports', 'sw/uses-model.ts', '../model/entities/target.ts'],
  ['sw-packages', 'sw/uses-dexie.ts', 'dexie'],
  ['server-imports', 'server/shared/uses-sync.ts', '../../sync/store/target.ts'],
  ['server-shared-imports', 'server/shared/uses-store.ts', '../store/target.ts'],
  ['server-store-imports', 'server/store/uses-writer.ts', '../writer/target.ts'],
  ['server-writer-imports', 'server/writer/uses-apply.ts', '../apply/target.ts'],
  ['server-apply-imports', 'server/apply/uses-http.ts', '../http/target.ts'],
  ['server-apply-imports', 'server/apply/uses-sync.ts', '../sync/target.ts'],
  ['server-sync-imports', 'server/sync/uses-apply.ts', '../apply/target.ts'],
  ['server-mail-imports', 'server/mail/uses-invitations.ts', '../invitations/target.ts'],
  ['server-auth-imports', 'server/auth/uses-invitations.ts', '../invitations/target.ts'],
  ['server-auth-imports', 'server/auth/uses-files.ts', '../files/target.ts'],
  ['server-chat-imports', 'server/chat/uses-auth.ts', '../auth/target.ts'],
  ['server-files-imports', 'server/files/uses-http.ts', '../http/target.ts'],
  ['server-present-imports', 'server/present/uses-http.ts', '../http/target.ts'],
  ['server-push-imports', 'server/push/uses-chat.ts', '../chat/target.ts'],
  ['server-security-imports', 'server/security/uses-auth.ts', '../auth/target.ts'],
  ['server-webhooks-imports', 'server/webhooks/uses-chat.ts', '../chat/target.ts'],
  ['server-archive-imports', 'server/archive/uses-http.ts', '../http/target.ts'],
  ['server-erasure-imports', 'server/erasure/uses-http.ts', '../http/target.ts'],
  ['server-invitations-imports', 'server/invitations/uses-http.ts', '../http/target.ts'],
  ['server-sso-imports', 'server/sso/uses-http.ts', '../http/target.ts'],
  ['server-http-imports', 'server/http/uses-realtime.ts', '../realtime/target.ts'],
  ['server-ops-imports', 'server/ops/uses-realtime.ts', '../realtime/target.ts'],
  ['server-realtime-imports', 'server/realtime/uses-app.ts', '../app.ts'],
  ['server-create-services-ts-imports', 'server/create-services.ts', './app.ts'],
  ['server-app-ts-imports', 'server/app.ts', './demo/target.ts'],
  ['server-demo-imports', 'server/demo/uses-main.ts', '../main.ts'],
  ['server-main-ts-imports', 'server/main.ts', './demo/target.ts'],
  ['server-folders-have-a-floor', 'server/somewhere/uses-shared.ts', '../shared/target.ts'],
  ['src-i18n-imports', 'src/i18n/uses-data.ts', '../data/target.ts'],
  ['src-i18n-packages', 'src/i18n/uses-dexie.ts', 'dexie'],
  ['src-ui-imports', 'src/ui/uses-model.tsx', '../../model/entities/target.ts'],
  ['src-ui-packages', 'src/ui/uses-dexie.tsx', 'dexie'],
  ['src-data-imports', 'src/data/uses-store.ts', '../../sync/store/target.ts'],
  ['src-features-imports', 'src/features/board/uses-sync.tsx', '../../../sync/client/index.ts'],
  ['features-do-not-know-each-other', 'src/features/board/uses-notes.tsx', '../notes/target.tsx'],
  ['src-routes-imports', 'src/routes/uses-sync.tsx', '../../sync/client/index.ts'],
  ['one-place-shows-success', 'src/features/board/uses-undo.tsx', '../../ui/overlays/undo.tsx'],
  ['src-uses-no-node', 'src/data/uses-node.ts', 'node:path'],
] as const;

/** Targets of the planted imports: files of each layer, and stand-ins for packages. */
const TARGETS = {
  'server/shared/cycle-b.ts': "import type { A } from './cycle-a.ts';\nexport type B = A;\n",
  'tests/support/target.ts': 'export const target = 1;\n',
  ...Object.fromEntries(
    SERVER_FOLDERS.map((folder) => [`server/${folder}/target.ts`, 'export const target = 1;\n']),
  ),
  'model/entities/target.ts': 'export const target = 1;\n',
  'sync/core/target.ts': 'export const target = 1;\n',
  'sync/engine/loop.ts': 'export const target = 1;\n',
  'sync/store/target.ts': 'export const target = 1;\n',
  'sync/worker/main.ts': 'export const target = 1;\n',
  'sync/worker/types.ts': 'export const target = 1;\n',
  'sync/client/index.ts': 'export const target = 1;\n',
  'src/data/target.ts': 'export const target = 1;\n',
  'src/features/notes/target.tsx': 'export const target = 1;\n',
  'src/ui/overlays/undo.tsx': 'export const target = 1;\n',
  ...standIn('dexie'),
  ...standIn('ky'),
  ...standIn('react'),
  ...standIn('valibot'),
  ...standIn('vitest'),
};

/** Imports that the table of layers allows; none may be reported. */
const ALLOWED = [
  ['model/fine.ts', 'valibot'],
  ['sync/engine/fine.ts', '../../model/entities/target.ts'],
  ['sync/store/fine.ts', 'dexie'],
  ['sync/core/fine.ts', '../../model/entities/target.ts'],
  ['sync/engine/fine-core.ts', '../core/target.ts'],
  ['sync/store/fine-core.ts', '../core/target.ts'],
  ['sync/browser/fine-core.ts', '../core/target.ts'],
  ['sync/worker/fine.ts', '../engine/loop.ts'],
  ['sync/client/fine.ts', '../worker/types.ts'],
  ['src/data/fine.ts', '../../sync/client/index.ts'],
  ['src/features/board/fine.tsx', '../../data/target.ts'],
  ['src/ui/fine.tsx', 'react'],
  ['server/shared/fine.ts', '../../model/entities/target.ts'],
  ['server/apply/fine.ts', '../writer/target.ts'],
  ['server/http/fine.ts', '../shared/target.ts'],
  ['server/demo/fine.ts', '../app.ts'],
] as const;

const reportSchema = v.object({
  summary: v.object({
    totalCruised: v.number(),
    violations: v.array(v.object({ from: v.string(), rule: v.object({ name: v.string() }) })),
  }),
});

describe('the layers', () => {
  let tree: PlantedTree;
  let found: readonly string[] = [];

  beforeAll(() => {
    const planted = [...VIOLATIONS.map(([, file, to]) => [file, to] as const), ...ALLOWED];
    const files = planted.map(([file, to]) => [file, importing(to)] as const);
    tree = plant({ ...Object.fromEntries(files), ...TARGETS }, { realPackages: false });
    const args = ['--config', '.dependency-cruiser.mjs', '--output-type', 'json', ...LAYERS];
    const { summary } = v.parse(reportSchema, JSON.parse(runTool(tree, 'depcruise', args)));
    found = summary.violations.map(({ rule, from }) => `${rule.name} ${from}`);
  });
  afterAll(() => tree.remove());

  it.each(VIOLATIONS)('%s catches %s, which imports %s', (rule, file) => {
    expect(found).toContain(`${rule} ${file}`);
  });

  it.each(ALLOWED)('%s may import %s', (file) => {
    expect(found.filter((violation) => violation.endsWith(` ${file}`))).toEqual([]);
  });

  it('have a planted violation of every rule', () => {
    const planted = new Set<string>(VIOLATIONS.map(([rule]) => rule));
    expect(
      configuration.forbidden.map(({ name }) => name).filter((name) => !planted.has(name)),
    ).toEqual([]);
  });
});

function importing(what: string): string {
  if (what === './cycle-b.ts') return `import type { B } from '${what}';\nexport type A = B | 1;\n`;
  return `import * as target from '${what}';\nexport const used = target;\n`;
}

function standIn(name: string): Record<string, string> {
  return {
    [`node_modules/${name}/package.json`]: `{ "name": "${name}", "version": "1.0.0", "main": "index.js" }`,
    [`node_modules/${name}/index.js`]: 'module.exports = {};\n',
  };
}
