import { createHash } from 'node:crypto';
import type { WriteCall } from './run-call.ts';

/** SHA-256 over method, path and body, whatever the order of its fields. */
export function hashOfCall({ method, path, body }: WriteCall): string {
  const clean = path.endsWith('/') ? path : `${path}/`;
  return createHash('sha256')
    .update(`${method}\n${clean}\n${canonical(body)}`, 'utf8')
    .digest('base64url');
}

function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map((item) => canonical(item)).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  const fields = Object.entries(value).toSorted(([left], [right]) => (left < right ? -1 : 1));
  return `{${fields.map(([name, item]) => `${JSON.stringify(name)}:${canonical(item)}`).join(',')}}`;
}
