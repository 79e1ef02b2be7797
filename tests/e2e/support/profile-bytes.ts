/** Search in the files of a browser's profile, without the browser. */
import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * A word that the browser's compression keeps whole: no part of it repeats. `mark` distinguishes it
 * from others.
 */
export function unlikely(mark: string): string {
  return `${mark}${randomBytes(18).toString('base64').replaceAll(/[+/=]/g, 'x')}`;
}

/** Pieces of a file's bytes, far apart. */
export function piecesOf(bytes: Buffer): readonly Buffer[] {
  return [0.2, 0.4, 0.6, 0.8].map((part) => {
    const start = Math.floor(bytes.length * part);
    return bytes.subarray(start, start + 32);
  });
}

/**
 * Those of the values that are in the folder: texts in UTF-8 or UTF-16, bytes unchanged; with the
 * files that contain them.
 */
export function findInProfile(
  folder: string,
  wanted: Readonly<Record<string, string | readonly Buffer[]>>,
): Readonly<Record<string, readonly string[]>> {
  const needles = Object.entries(wanted).map(([name, what]) => ({
    name,
    bytes:
      typeof what === 'string' ? [Buffer.from(what, 'utf8'), Buffer.from(what, 'utf16le')] : what,
  }));
  const found: Record<string, string[]> = {};
  for (const file of filesIn(folder)) {
    const content = readFileSync(file);
    for (const { name, bytes } of needles) {
      if (!bytes.some((one) => content.includes(one))) continue;
      (found[name] ??= []).push(file.slice(folder.length));
    }
  }
  return found;
}

function filesIn(folder: string): readonly string[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}
