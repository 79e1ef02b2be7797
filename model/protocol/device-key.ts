import * as v from 'valibot';

/**
 * The key of a shared computer. Everything that Cairn stores there is encrypted under it, and it exists only in memory:
 * in the pages that are open, and for a few seconds in the service worker, so that a reload finds it again. It is never
 * sent to the server.
 */

/** Broadcast channel on which pages answer workers and new tabs of the same browser. */
export const KEY_CHANNEL = 'cairn-device-key';

/** Web Lock that every page holds while it can answer for the key. */
export function keyLock(keyId: string): string {
  return `cairn-device-key-${keyId}`;
}

/** Bytes of the key. */
export const KEY_BYTES = 32;

const keyBytes = v.pipe(
  v.instance(Uint8Array),
  v.check((bytes) => bytes.length === KEY_BYTES),
);

const keyRequestSchema = v.object({
  type: v.literal('key-request'),
  keyId: v.string(),
  /** Repeated in the answer. */
  request: v.string(),
});

/** On the channel: who has the key of this id? Undefined for anything else. */
export function readKeyRequest(data: unknown): v.InferOutput<typeof keyRequestSchema> | undefined {
  const read = v.safeParse(keyRequestSchema, data);
  return read.success ? read.output : undefined;
}

const keyAnswerSchema = v.object({
  type: v.literal('key-answer'),
  request: v.string(),
  key: keyBytes,
});

/** On the channel: an open page has it. */
export function readKeyAnswer(data: unknown): v.InferOutput<typeof keyAnswerSchema> | undefined {
  const read = v.safeParse(keyAnswerSchema, data);
  return read.success ? read.output : undefined;
}

const keyMessageSchema = v.variant('type', [
  v.object({
    type: v.literal('key-keep'),
    keyId: v.string(),
    /** Names the tab; only the same tab gets the key back. */
    tab: v.string(),
    key: keyBytes,
    /** Milliseconds. */
    keepFor: v.number(),
  }),
  v.object({ type: v.literal('key-return'), keyId: v.string(), tab: v.string() }),
  v.object({ type: v.literal('key-forget'), keyId: v.string() }),
]);
export type KeyMessage = v.InferOutput<typeof keyMessageSchema>;

/** What a page says to the service worker. */
export function readKeyMessage(data: unknown): KeyMessage | undefined {
  const read = v.safeParse(keyMessageSchema, data);
  return read.success ? read.output : undefined;
}

const keyReturnSchema = v.object({
  key: v.nullable(keyBytes),
  /** It is kept for another tab, which may be back in a moment. */
  isKept: v.boolean(),
});
export type KeyReturn = v.InferOutput<typeof keyReturnSchema>;

/** The service worker's answer to `key-return`, on the port that came with it. */
export function readKeyReturn(data: unknown): KeyReturn | undefined {
  const read = v.safeParse(keyReturnSchema, data);
  return read.success ? read.output : undefined;
}
