import { createCipheriv, createDecipheriv, createHash } from 'node:crypto';
import type { RandomBytes } from './secrets.ts';

const CIPHER = 'aes-256-gcm';
export const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
/** `sealed1.<id of the key>.<nonce, ciphertext and tag as base64url>` */
const SEALED = /^sealed1\.([0-9a-f]{16})\.([\w-]+)$/;

/** Table and primary key of the row that has the secret: one that is copied to another row cannot be decrypted. */
export type SecretRow = readonly [table: string, ...key: string[]];

/** Encrypts the secrets that the server has to read again, under keys that are not in the database (decision 0101). */
export interface SecretBox {
  readonly seal: (plain: string, row: SecretRow) => string;
  /** Throws for a value that is not encrypted, that another key encrypted, that was changed or is another row's. */
  readonly open: (sealed: string, row: SecretRow) => string;
  /** Id of the key that encrypts: 16 hex digits that say nothing about the key. */
  readonly keyId: string;
  readonly knows: (keyId: string) => boolean;
}

/** `keys`: 32 bytes each; the first encrypts, the others decrypt what they encrypted before. */
export function createSecretBox(keys: readonly Uint8Array[], random: RandomBytes): SecretBox {
  const byId = new Map(keys.map((key) => [idOfKey(key), key]));
  const [current] = keys;
  if (current === undefined) throw new Error('There is no key for the secrets in the database');
  const keyId = idOfKey(current);
  return {
    keyId,
    knows: (id) => byId.has(id),
    seal: (plain, row) => {
      const nonce = random(NONCE_BYTES);
      const cipher = createCipheriv(CIPHER, current, nonce, { authTagLength: TAG_BYTES });
      cipher.setAAD(boundTo(row));
      const text = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
      const bytes = Buffer.concat([nonce, text, cipher.getAuthTag()]);
      return `sealed1.${keyId}.${bytes.toString('base64url')}`;
    },
    open: (sealed, row) => {
      const [, id = '', body = ''] = SEALED.exec(sealed) ?? [];
      const key = byId.get(id);
      if (key === undefined) {
        const cause = id === '' ? 'is not encrypted' : `needs the key ${id}`;
        throw new Error(`A secret in ${row[0]} ${cause}`);
      }
      const bytes = Buffer.from(body, 'base64url');
      const cipher = createDecipheriv(CIPHER, key, bytes.subarray(0, NONCE_BYTES), {
        authTagLength: TAG_BYTES,
      });
      cipher.setAAD(boundTo(row));
      cipher.setAuthTag(bytes.subarray(-TAG_BYTES));
      const text = cipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES));
      return Buffer.concat([text, cipher.final()]).toString('utf8');
    },
  };
}

/** Keys in a text, in base64, separated by commas, spaces or lines; empty when one of them does not have 32 bytes. */
export function parseKeys(text: string): readonly Uint8Array[] {
  const parts = text.split(/[\s,]+/).filter((part) => part !== '');
  const keys = parts.map((part) => new Uint8Array(Buffer.from(part, 'base64')));
  return keys.every((key) => key.length === KEY_BYTES) ? keys : [];
}

export function isKeyList(text: string): boolean {
  return parseKeys(text).length > 0;
}

/** Id of the key that encrypted a stored value; undefined for a value that is not encrypted. */
export function keyIdOf(stored: string): string | undefined {
  return SEALED.exec(stored)?.[1];
}

function idOfKey(key: Uint8Array): string {
  if (key.length !== KEY_BYTES) throw new Error('A key for secrets has 32 bytes');
  return createHash('sha256').update('cairn key id').update(key).digest('hex').slice(0, 16);
}

function boundTo(row: SecretRow): Buffer {
  return Buffer.from(JSON.stringify(row), 'utf8');
}
