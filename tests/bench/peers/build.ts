import { mkdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { build } from 'vite';
import { PEERS_BASE } from './contestants.ts';

/** The one peer that is measured only where the person who runs the bench has installed it. */
const REPLICACHE = 'replicache';

/** Builds the pages of the comparison into a folder; true when the page of Replicache is among them. */
export async function buildPages(folder: string, scratch: string): Promise<boolean> {
  const page = resolve('tests/bench/peers/page');
  for (const name of ['cairn', 'bare', 'rxdb', 'yjs']) await buildPage(page, name, folder);
  const installed = installedReplicache();
  if (installed === undefined) return false;
  const root = join(scratch, 'replicache-page');
  mkdirSync(root, { recursive: true });
  writeFileSync(
    join(root, 'replicache.html'),
    '<!doctype html><main id="board"></main><script type="module" src="./entry.ts"></script>',
  );
  writeFileSync(
    join(root, 'entry.ts'),
    `import { Replicache } from ${JSON.stringify(installed)};
import { serveReplicache } from ${JSON.stringify(join(page, 'replicache.ts'))};
serveReplicache(Replicache);
`,
  );
  await buildPage(root, REPLICACHE, folder);
  return true;
}

/** Each page for itself, so that none has a file of another. */
async function buildPage(root: string, name: string, folder: string): Promise<void> {
  await build({
    configFile: false,
    root,
    base: PEERS_BASE,
    logLevel: 'warn',
    worker: { format: 'es' },
    build: {
      outDir: folder,
      emptyOutDir: false,
      target: 'chrome120',
      assetsDir: name,
      rolldownOptions: { input: join(root, `${name}.html`) },
    },
  });
}

function installedReplicache(): string | undefined {
  const { resolve: find } = createRequire(import.meta.url);
  try {
    return find(REPLICACHE);
  } catch {
    return undefined;
  }
}
