import { isRecord } from '../../model/shared/is-record.ts';
import { xchacha20poly1305 } from '@noble/ciphers/chacha.js';
import { blake3 } from '@noble/hashes/blake3.js';

/**
 * Encrypts values of a shared computer's store. Synchronous, because an IndexedDB transaction ends during a wait for
 * WebCrypto. Loaded on demand.
 */
export interface RowCipher {
  /** `context` identifies the location of the value; the value decrypts only with the same context. */
  readonly seal: (value: object, context: string) => Uint8Array<ArrayBuffer>;
  /** Throws when the value was changed, or has another context. */
  readonly open: (sealed: Uint8Array, context: string) => object;
  /** Same token for the same text; without the key the token reveals nothing about the text. */
  readonly token: (text: string) => string;
}

const NONCE_BYTES = 24;
const LENGTH_BYTES = 4;

export function rowCipher(key: Uint8Array): RowCipher {
  const encoder = new TextEncoder();
  const decoder = new TextDecoder();
  const tokenKey = blake3(encoder.encode('cairn index token'), { key });
  return {
    seal: (value, context) => {
      const nonce = crypto.getRandomValues(new Uint8Array(NONCE_BYTES));
      const cipher = xchacha20poly1305(key, nonce, encoder.encode(context));
      const sealed = cipher.encrypt(encode(value, encoder));
      return concat([nonce, sealed]);
    },
    open: (sealed, context) => {
      const nonce = sealed.subarray(0, NONCE_BYTES);
      const cipher = xchacha20poly1305(key, nonce, encoder.encode(context));
      return decode(cipher.decrypt(sealed.subarray(NONCE_BYTES)), decoder);
    },
    token: (text) => {
      const bytes = blake3(encoder.encode(text), { key: tokenKey, dkLen: 16 });
      return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
    },
  };
}

/** JSON, followed by the bytes of binary fields: `[length of JSON][JSON][bytes ...]`. */
function encode(value: object, encoder: TextEncoder): Uint8Array<ArrayBuffer> {
  const parts: Uint8Array[] = [];
  // As entries: an assignment to a field named `__proto__` would change the prototype instead.
  const sizes: [string, number][] = [];
  const plain: [string, unknown][] = [];
  /** Binary fields that are a `Uint8Array`; the others are an `ArrayBuffer`. */
  const views: string[] = [];
  for (const [field, content] of Object.entries(value)) {
    if (content instanceof ArrayBuffer || content instanceof Uint8Array) {
      sizes.push([field, content.byteLength]);
      parts.push(new Uint8Array(content));
      if (content instanceof Uint8Array) views.push(field);
    } else {
      plain.push([field, content]);
    }
  }
  const json = encoder.encode(
    JSON.stringify({
      plain: Object.fromEntries(plain),
      sizes: Object.fromEntries(sizes),
      ...(views.length > 0 && { views }),
    }),
  );
  const length = new Uint8Array(LENGTH_BYTES);
  new DataView(length.buffer).setUint32(0, json.length);
  return concat([length, json, ...parts]);
}

function decode(bytes: Uint8Array, decoder: TextDecoder): object {
  const length = new DataView(bytes.buffer, bytes.byteOffset).getUint32(0);
  let at = LENGTH_BYTES + length;
  const json: unknown = JSON.parse(decoder.decode(bytes.subarray(LENGTH_BYTES, at)));
  const { plain, sizes, views } = isRecord(json) ? json : {};
  if (!isRecord(plain) || !isRecord(sizes)) throw new Error('Not a stored value');
  const binary: [string, ArrayBuffer | Uint8Array][] = [];
  for (const [field, size] of Object.entries(sizes)) {
    const content = bytes.slice(at, at + Number(size));
    const copy = new Uint8Array(content);
    binary.push([field, Array.isArray(views) && views.includes(field) ? copy : copy.buffer]);
    at += content.length;
  }
  return { ...plain, ...Object.fromEntries(binary) };
}

function concat(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
