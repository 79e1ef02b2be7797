import {
  createPrivateKey,
  createPublicKey,
  diffieHellman,
  generateKeyPairSync,
  hkdfSync,
  KeyObject,
} from 'node:crypto';

import type { SeededRandom } from '../random.ts';

/**
 * The part of WebCrypto that encrypts kept work (sync/store/sealing.ts), without the threads of Node's own: those end at
 * times that no seed repeats. Random bytes are those of the seed. Returns the function that restores Node's own.
 */
export function installPromptCrypto({ bytes }: SeededRandom): () => void {
  const { crypto } = globalThis;
  Object.defineProperty(crypto, 'subtle', { configurable: true, value: SUBTLE });
  // Client ids of the product's worker.
  Object.defineProperty(crypto, 'getRandomValues', { configurable: true, value: bytes });
  return () => {
    Reflect.deleteProperty(crypto, 'subtle');
    Reflect.deleteProperty(crypto, 'getRandomValues');
  };
}

/** Length of an uncompressed point of P-256, with which the SPKI form of a key ends. */
const POINT_BYTES = 65;
/** The SPKI form of a P-256 key without its point. */
const SPKI = Buffer.from('3059301306072a8648ce3d020106082a8648ce3d030107034200', 'hex');

/** Secret of `deriveBits`, as the key of HKDF. */
interface Secret {
  readonly secret: Uint8Array;
}

const SUBTLE = {
  generateKey: async () => generateKeyPairSync('ec', { namedCurve: 'P-256' }),
  exportKey: async (_format: 'raw', key: KeyObject) =>
    copyOf(key.export({ type: 'spki', format: 'der' }).subarray(-POINT_BYTES)),
  importKey: async (format: 'raw' | 'pkcs8', bytes: Uint8Array, by: unknown) => {
    if (by === 'HKDF') return { secret: new Uint8Array(bytes) } satisfies Secret;
    if (format === 'pkcs8') {
      return createPrivateKey({ key: Buffer.from(bytes), format: 'der', type: 'pkcs8' });
    }
    const key = Buffer.concat([SPKI, bytes]);
    return createPublicKey({ key, format: 'der', type: 'spki' });
  },
  deriveBits: async (by: Agreement | Derivation, key: KeyObject | Secret, bits: number) => {
    if ('public' in by) {
      if (!(key instanceof KeyObject)) throw new TypeError('Not a private key');
      return copyOf(diffieHellman({ privateKey: key, publicKey: by.public }));
    }
    if (key instanceof KeyObject) throw new TypeError('Not a secret');
    return hkdfSync('sha256', key.secret, by.salt, by.info, bits / 8);
  },
};

interface Agreement {
  readonly public: KeyObject;
}

interface Derivation {
  readonly salt: Uint8Array;
  readonly info: Uint8Array;
}

function copyOf(bytes: Uint8Array): ArrayBuffer {
  return Uint8Array.from(bytes).buffer;
}
