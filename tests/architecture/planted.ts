import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';

/** A small copy of the repository's configuration with planted files; `remove` deletes it. */
export interface PlantedTree {
  readonly folder: string;
  readonly remove: () => void;
}

/** Path inside the tree, and the text of the file. */
export type PlantedFiles = Readonly<Record<string, string>>;

const CONFIGURATION = [
  '.dependency-cruiser.mjs',
  '.oxlintrc.json',
  'package.json',
  'tsconfig.json',
  'tsconfig.base.json',
  'scripts/lint',
  ...['model', 'sync', 'sync/engine', 'sw', 'server', 'src', 'tests', 'scripts'].map(
    (layer) => `${layer}/tsconfig.json`,
  ),
];

/** Creates the tree in a temporary folder: the real configuration and the planted files only. */
export function plant(
  files: PlantedFiles,
  options: { readonly realPackages: boolean },
): PlantedTree {
  const folder = mkdtempSync(join(tmpdir(), 'cairn-planted-'));
  for (const path of CONFIGURATION) cpSync(path, join(folder, path), { recursive: true });
  if (options.realPackages)
    symlinkSync(resolve('node_modules'), join(folder, 'node_modules'), 'junction');
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

/** Runs a tool of this repository in the tree and returns its standard output. */
export function runTool(tree: PlantedTree, tool: string, args: readonly string[]): string {
  const result = spawnSync(resolve('node_modules', '.bin', tool), args, {
    cwd: tree.folder,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  if (result.error !== undefined) throw result.error;
  if (result.stdout === '') throw new Error(`${tool} wrote nothing: ${result.stderr}`);
  return result.stdout;
}
