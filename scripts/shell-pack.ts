import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { PackIndex } from '../sw/shell-pack.ts';

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'application/javascript; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.ttf': 'font/ttf',
  '.woff2': 'font/woff2',
};

/** Writes the pack of these files (paths in `outDir`) into its assets; returns its path. */
export async function writeShellPack(outDir: string, paths: readonly string[]): Promise<string> {
  const files = await Promise.all(
    paths.map(async (path) => ({ path, bytes: await readFile(join(outDir, path)) })),
  );
  const index: PackIndex = files.map(({ path, bytes }) => [path, typeOf(path), bytes.length]);
  const line = Buffer.from(`${JSON.stringify(index)}\n`);
  const pack = gzipSync(Buffer.concat([line, ...files.map(({ bytes }) => bytes)]), { level: 9 });
  const hash = createHash('sha256').update(pack).digest('base64url').slice(0, 8);
  const path = `assets/shell-${hash}.gz`;
  await writeFile(join(outDir, path), pack);
  return path;
}

function typeOf(path: string): string {
  const type = TYPES[extname(path)];
  if (type === undefined) throw new Error(`${path}: no content type is known for its extension`);
  return type;
}
