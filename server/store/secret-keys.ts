import { closeSync, existsSync, fsyncSync, linkSync, openSync, readFileSync } from 'node:fs';
import { renameSync, rmSync, writeSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { isKeyList, KEY_BYTES, parseKeys } from '../shared/secret-box.ts';
import type { RandomBytes } from '../shared/secrets.ts';

const FILE = 'secrets.key';

export function keyFileOf(dataDir: string): string {
  return join(dataDir, FILE);
}

/** Keys of the file, one a line in base64, the one that encrypts first; undefined without a file. */
export function readKeyFile(dataDir: string): readonly Uint8Array[] | undefined {
  const path = keyFileOf(dataDir);
  if (!existsSync(path)) return undefined;
  return keysIn(path);
}

/**
 * Creates the file with a first key; of two processes that share the folder one creates it, and both get its keys. The
 * file is on disk before anything is encrypted under its key.
 */
export function createKeyFile(dataDir: string, random: RandomBytes): readonly Uint8Array[] {
  const path = keyFileOf(dataDir);
  const draft = writeDraft(path, [random(KEY_BYTES)]);
  try {
    linkSync(draft, path);
  } catch (error) {
    if (!existsSync(path)) throw error;
  } finally {
    rmSync(draft, { force: true });
  }
  syncFolder(path);
  return keysIn(path);
}

/** Replaces the content of the file: it has the old keys or the new ones, also after a kill. */
export function replaceKeyFile(dataDir: string, keys: readonly Uint8Array[]): void {
  const path = keyFileOf(dataDir);
  renameSync(writeDraft(path, keys), path);
  syncFolder(path);
}

function keysIn(path: string): readonly Uint8Array[] {
  const text = readFileSync(path, 'utf8');
  if (isKeyList(text)) return parseKeys(text);
  throw new Error(`${path} has no key, or one that is not 32 bytes in base64`);
}

function writeDraft(path: string, keys: readonly Uint8Array[]): string {
  const draft = `${path}.${String(process.pid)}.draft`;
  rmSync(draft, { force: true });
  const file = openSync(draft, 'wx', 0o600);
  try {
    writeSync(file, keys.map((key) => `${Buffer.from(key).toString('base64')}\n`).join(''));
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  return draft;
}

function syncFolder(path: string): void {
  // Windows opens no folder.
  if (process.platform === 'win32') return;
  const folder = openSync(dirname(path), 'r');
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}
