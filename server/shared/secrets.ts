import { createHash } from 'node:crypto';

/** Random source: as many random bytes as asked for. */
export type RandomBytes = (count: number) => Uint8Array;

/** An opaque 256-bit secret for a token or a cookie, safe in addresses and headers. */
export function newSecret(random: RandomBytes): string {
  return Buffer.from(random(32)).toString('base64url');
}

/** Stored form of a secret: its SHA-256 in hex. A plain digest is enough, since 256 random bits cannot be guessed. */
export function digestOfSecret(secret: string): string {
  return createHash('sha256').update(secret, 'utf8').digest('hex');
}
