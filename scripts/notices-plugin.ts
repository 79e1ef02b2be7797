import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Plugin } from 'vite';

/** The notices of the packages in the app: Vite writes them (`build.license`), the server serves them. */
export const NOTICES = 'notices.txt';
/** Not served: names of folders with a dot stay with the operator. */
const FOLDER = '.notices';

/**
 * Writes the bill of materials of everything that is shipped, in the app or on the server, into the build: CycloneDX, by
 * npm from the lockfile. Fails the build when npm cannot.
 */
export function notices(): Plugin {
  let root = '';
  let outDir = '';
  return {
    name: 'cairn-notices',
    apply: 'build',
    configResolved(config) {
      root = config.root;
      outDir = resolve(config.root, config.build.outDir);
    },
    writeBundle() {
      const folder = join(outDir, FOLDER);
      mkdirSync(folder, { recursive: true });
      writeFileSync(join(folder, 'sbom.cdx.json'), billOfMaterials(root));
    },
  };
}

function billOfMaterials(cwd: string): string {
  const args = ['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only', '--omit', 'dev'];
  const typed = [...args, '--sbom-type', 'application'];
  const npm = process.env['npm_execpath'];
  const options = { cwd, encoding: 'utf8', maxBuffer: 100_000_000 } as const;
  const { status, stdout, stderr } = npm?.endsWith('.js')
    ? spawnSync(process.execPath, [npm, ...typed], options)
    : spawnSync('npm', typed, { ...options, shell: process.platform === 'win32' });
  if (status !== 0) throw new Error(`npm wrote no bill of materials: ${stderr}`);
  return stdout;
}
