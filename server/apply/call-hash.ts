import { createHash } from 'node:crypto';
import type { WriteCall } from './run-call.ts';

/**
 * SHA-256 over method, path, body (in any order of its fields) and the time of the action on the device: two copies of
 * a device may send the same call and mean two actions (WRITE-2). The first hash is stored; verdicts of older builds
 * are stored under the second, which leaves the time out.
 */
export function hashesOfCall({
  method,
  path,
  body,
  claimedAt,
}: WriteCall): readonly [string, string] {
  const clean = path.endsWith('/') ? path : `${path}/`;
  const what = `${method}\n${clean}\n${canonical(body)}`;
  return [claimedAt === undefined ? digest(what) : digest(`${what}\n${claimedAt}`), digest(what)];
}

function digest(text: string): string {
  return createHash('sha256').update(text, 'utf8').digest('base64url');
}

function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map((item) => canonical(item)).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  const fields = Object.entries(value).toSorted(([left], [right]) => (left < right ? -1 : 1));
  return `{${fields.map(([name, item]) => `${JSON.stringify(name)}:${canonical(item)}`).join(',')}}`;
}
