import type { DraftCodec } from './drafts.ts';
import { rowCipher } from './row-cipher.ts';

/** Encrypts drafts under the key of the device. A draft that was stored plain is read as it is (`isPlain`). */
export function draftCodec(key: Uint8Array): DraftCodec {
  const cipher = rowCipher(key);
  return {
    seal: (draft, text) => {
      const sealed = cipher.seal({ text }, `draft:${draft}`);
      return btoa(Array.from(sealed, (byte) => String.fromCodePoint(byte)).join(''));
    },
    open: (draft, stored) => {
      if (isPlain(stored)) return stored;
      try {
        const sealed = Uint8Array.from(atob(stored), (sign) => sign.codePointAt(0) ?? 0);
        const text: unknown = Reflect.get(cipher.open(sealed, `draft:${draft}`), 'text');
        return typeof text === 'string' ? text : undefined;
      } catch {
        return undefined;
      }
    },
    isPlain,
  };
}

/** Drafts are JSON, and base64 contains none of its signs. */
function isPlain(stored: string): boolean {
  return /^[[{"]/.test(stored);
}
