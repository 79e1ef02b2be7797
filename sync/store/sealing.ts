import type { SealingKeys } from '../../model/protocol/sealing-keys.ts';
import { type RowCipher, rowCipher } from './row-cipher.ts';

/**
 * Encrypts for a person who is not signed in: with their public key, and a new key pair whose private key is discarded
 * at once. ECDH on P-256 and HKDF-SHA-256 by WebCrypto yield the key of a `RowCipher`, which is synchronous, so that
 * rows can be encrypted inside an IndexedDB transaction.
 */
export interface Sealer {
  /** Public key of the person. */
  readonly to: string;
  /** Public key of the discarded pair, base64url; with the person's private key it yields the cipher again. */
  readonly lock: string;
  readonly cipher: RowCipher;
}

const ECDH = { name: 'ECDH', namedCurve: 'P-256' } as const;
const KEY_BITS = 256;
const LABEL = 'cairn kept work 1';

/** Rejects when `publicKey` is not a point of the curve. */
export async function sealerFor(publicKey: string): Promise<Sealer> {
  const own = await crypto.subtle.generateKey(ECDH, false, ['deriveBits']);
  const lock = toText(new Uint8Array(await crypto.subtle.exportKey('raw', own.publicKey)));
  const theirs = await pointOf(publicKey);
  return { to: publicKey, lock, cipher: await cipherOf(own.privateKey, theirs, [lock, publicKey]) };
}

/**
 * Cipher of work that was encrypted under `lock` for the owner of these keys. A wrong pair yields a cipher that
 * decrypts nothing.
 */
export async function openerFor(keys: SealingKeys, lock: string): Promise<RowCipher> {
  const pkcs8 = toBytes(keys.private_key);
  const own = await crypto.subtle.importKey('pkcs8', pkcs8, ECDH, false, ['deriveBits']);
  return cipherOf(own, await pointOf(lock), [lock, keys.public_key]);
}

function pointOf(point: string): Promise<CryptoKey> {
  return crypto.subtle.importKey('raw', toBytes(point), ECDH, false, []);
}

async function cipherOf(
  own: CryptoKey,
  other: CryptoKey,
  names: readonly string[],
): Promise<RowCipher> {
  const shared = await crypto.subtle.deriveBits({ name: 'ECDH', public: other }, own, KEY_BITS);
  const secret = await crypto.subtle.importKey('raw', shared, 'HKDF', false, ['deriveBits']);
  const info = new TextEncoder().encode([LABEL, ...names].join('|'));
  const hkdf = { name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(), info };
  return rowCipher(new Uint8Array(await crypto.subtle.deriveBits(hkdf, secret, KEY_BITS)));
}

function toText(bytes: Uint8Array): string {
  const text = btoa(Array.from(bytes, (byte) => String.fromCodePoint(byte)).join(''));
  return text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

function toBytes(text: string): Uint8Array<ArrayBuffer> {
  const plain = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(plain, (sign) => sign.codePointAt(0) ?? 0);
}
