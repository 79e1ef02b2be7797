import type { SealingKeys } from '../../model/protocol/sealing-keys.ts';
import { KEY_BYTES } from '../../model/protocol/device-key.ts';
import type { DeviceKey } from './device-key.ts';
import { openerFor, sealerFor } from './sealing.ts';

/**
 * Lock of an encrypted device (decision 0099): the random key of a person's stores, encrypted twice. A passphrase opens
 * it without a network; the person's key pair at the server opens it after a sign-in, when the passphrase is forgotten.
 * The key itself is in memory alone.
 */
export interface DeviceLock {
  readonly id: `lock:${string}`;
  readonly userId: string;
  readonly keyId: string;
  /** AES-GCM under a key that PBKDF2-HMAC-SHA-256 derives from the passphrase. */
  readonly passphrase: {
    readonly salt: Uint8Array<ArrayBuffer>;
    readonly rounds: number;
    readonly nonce: Uint8Array<ArrayBuffer>;
    readonly bytes: Uint8Array<ArrayBuffer>;
  };
  /** For the key pair of the person (`sealing.ts`). */
  readonly person: { readonly to: string; readonly lock: string; readonly bytes: Uint8Array };
  /** The key was opened by a sign-in: the person chooses a new passphrase before anything opens. */
  readonly renew?: boolean;
}

/** OWASP's number for PBKDF2 with SHA-256. */
const ROUNDS = 600_000;

interface NewLock extends DeviceKey {
  readonly userId: string;
  readonly passphrase: string;
  /** Public key of the person at the server, base64url. */
  readonly publicKey: string;
  /** Rounds of the key derivation; a test uses few. */
  readonly rounds?: number;
}

/** Id of the lock of a person; there is at most one. */
export function lockId(userId: string): DeviceLock['id'] {
  return `lock:${userId}`;
}

/** Lock of a key. Rejects when the public key is not a point of the curve. */
export async function newLock(input: NewLock): Promise<DeviceLock> {
  const { userId, keyId, key, passphrase, publicKey, rounds = ROUNDS } = input;
  return {
    id: lockId(userId),
    userId,
    keyId,
    passphrase: await wrapped({ keyId, key }, passphrase, rounds),
    person: await wrappedForPerson(key, publicKey),
  };
}

/** The same lock for another key pair of the person: a server that was restored may have created a new one. */
export async function lockForPerson(
  lock: DeviceLock,
  key: Uint8Array,
  publicKey: string,
): Promise<DeviceLock> {
  return { ...lock, person: await wrappedForPerson(key, publicKey) };
}

/** The key; undefined for another passphrase. */
export async function openByPassphrase(
  { keyId, passphrase: { salt, rounds, nonce, bytes } }: DeviceLock,
  passphrase: string,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const derived = await derivedKey(passphrase, salt, rounds);
  try {
    return new Uint8Array(await crypto.subtle.decrypt(cipherOf(keyId, nonce), derived, bytes));
  } catch {
    return undefined;
  }
}

/** The key; undefined when it was encrypted for another key pair. */
export async function openByKeys(
  { person: { to, lock, bytes } }: DeviceLock,
  keys: SealingKeys,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  if (to !== keys.public_key) return undefined;
  try {
    const cipher = await openerFor(keys, lock);
    const key: unknown = Reflect.get(cipher.open(bytes, lock), 'key');
    return key instanceof ArrayBuffer && key.byteLength === KEY_BYTES
      ? new Uint8Array(key)
      : undefined;
  } catch {
    return undefined;
  }
}

async function wrappedForPerson(key: Uint8Array, publicKey: string): Promise<DeviceLock['person']> {
  const { to, lock, cipher } = await sealerFor(publicKey);
  return { to, lock, bytes: cipher.seal({ key: Uint8Array.from(key).buffer }, lock) };
}

async function wrapped({ keyId, key }: DeviceKey, passphrase: string, rounds: number) {
  const salt = crypto.getRandomValues(new Uint8Array(16));
  const nonce = crypto.getRandomValues(new Uint8Array(12));
  const derived = await derivedKey(passphrase, salt, rounds);
  const bytes = await crypto.subtle.encrypt(cipherOf(keyId, nonce), derived, key);
  return { salt, rounds, nonce, bytes: new Uint8Array(bytes) };
}

function cipherOf(keyId: string, iv: Uint8Array<ArrayBuffer>): AesGcmParams {
  return { name: 'AES-GCM', iv, additionalData: new TextEncoder().encode(`cairn lock ${keyId}`) };
}

/** The same word in composed and decomposed form is one passphrase: keyboards differ. */
async function derivedKey(
  passphrase: string,
  salt: Uint8Array<ArrayBuffer>,
  iterations: number,
): Promise<CryptoKey> {
  const words = new TextEncoder().encode(passphrase.normalize('NFKC'));
  const secret = await crypto.subtle.importKey('raw', words, 'PBKDF2', false, ['deriveKey']);
  return crypto.subtle.deriveKey(
    { name: 'PBKDF2', hash: 'SHA-256', salt, iterations },
    secret,
    { name: 'AES-GCM', length: 256 },
    false,
    ['encrypt', 'decrypt'],
  );
}
