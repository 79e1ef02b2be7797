import {
  KEY_BYTES,
  KEY_CHANNEL,
  keyLock,
  readKeyAnswer,
  readKeyRequest,
} from '../../model/protocol/device-key.ts';
import { CairnError } from '../../model/shared/errors.ts';
import { type RowCipher, rowCipher } from './row-cipher.ts';

/** Milliseconds for an open page to respond before it is asked again. */
const ANSWER_WITHIN = 500;

export interface DeviceKey {
  readonly keyId: string;
  readonly key: Uint8Array<ArrayBuffer>;
}

/**
 * Requests the key of a shared computer from the pages of this browser. Undefined when no page holds it: data encrypted
 * under it can then never be read. A busy page is waited for, because its lock proves that it is open.
 */
export async function requestKey(keyId: string): Promise<Uint8Array<ArrayBuffer> | undefined> {
  for (;;) {
    const key = await askOnce(keyId);
    if (key !== undefined) return key;
    const { held = [] } = await navigator.locks.query();
    if (!held.some(({ name }) => name === keyLock(keyId))) return undefined;
  }
}

/** New key, with the id that pages, workers and store names use for it. */
export function newDeviceKey(): DeviceKey {
  const id = crypto.getRandomValues(new Uint8Array(8));
  const keyId = Array.from(id, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return { keyId, key: crypto.getRandomValues(new Uint8Array(KEY_BYTES)) };
}

/** Cipher of a key, which is requested from the pages that hold it. Rejects with CairnError `forbidden` without one. */
export async function cipherOf(keyId: string): Promise<RowCipher> {
  const key = await requestKey(keyId);
  if (key !== undefined) return rowCipher(key);
  throw new CairnError({
    code: 'forbidden',
    message: /*i18n*/ 'What is stored here was encrypted for a session that has ended.',
  });
}

/** Responds to requests for the key while this page is open. Returns the unsubscribe function. */
export function keepKey(keyId: string, key: Uint8Array<ArrayBuffer>): () => void {
  const channel = new BroadcastChannel(KEY_CHANNEL);
  const released = new AbortController();
  channel.addEventListener('message', ({ data }: MessageEvent) => {
    const asked = readKeyRequest(data);
    if (asked?.keyId !== keyId) return;
    channel.postMessage({ type: 'key-answer', request: asked.request, key });
  });
  navigator.locks
    .request(keyLock(keyId), { mode: 'shared', signal: released.signal }, () =>
      untilAborted(released.signal),
    )
    .catch(() => undefined);
  return () => {
    channel.close();
    released.abort();
  };
}

function askOnce(keyId: string): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const channel = new BroadcastChannel(KEY_CHANNEL);
  const request = crypto.randomUUID();
  return new Promise<Uint8Array<ArrayBuffer> | undefined>((resolve) => {
    const timer = setTimeout(() => resolve(undefined), ANSWER_WITHIN);
    channel.addEventListener('message', ({ data }: MessageEvent) => {
      const answer = readKeyAnswer(data);
      if (answer?.request !== request) return;
      clearTimeout(timer);
      resolve(answer.key);
    });
    channel.postMessage({ type: 'key-request', keyId, request });
  }).finally(() => channel.close());
}

function untilAborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
