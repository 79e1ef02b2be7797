import * as v from 'valibot';

/**
 * The key of a shared computer. All data that Cairn stores there is encrypted under it, and it
 * exists only in memory: in the open pages, and for a few seconds in the service worker, so that a
 * reloaded page gets it again. It is never sent to the server.
 */

/** Broadcast channel on which pages answer workers and new tabs of the same browser. */
export const KEY_CHANNEL = 'cairn-device-key';

/** Web Lock that every page with the key holds while it can respond. */
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
  /** Repeated in the response. */
  request: v.string(),
});

/** On the channel: a request for the key with this id. Undefined for anything else. */
export function readKeyRequest(data: unknown): v.InferOutput<typeof keyRequestSchema> | undefined {
  const read = v.safeParse(keyRequestSchema, data);
  return read.success ? read.output : undefined;
}

const keyAnswerSchema = v.object({
  type: v.literal('key-answer'),
  request: v.string(),
  key: keyBytes,
});

/** On the channel: an open page has the key. */
export function readKeyAnswer(data: unknown): v.InferOutput<typeof keyAnswerSchema> | undefined {
  const read = v.safeParse(keyAnswerSchema, data);
  return read.success ? read.output : undefined;
}

const keyMessageSchema = v.variant('type', [
  v.object({
    type: v.literal('key-keep'),
    keyId: v.string(),
    /** Id of the tab; only the same tab gets the key back. */
    tab: v.string(),
    key: keyBytes,
    /** Milliseconds. */
    keepFor: v.number(),
  }),
  v.object({ type: v.literal('key-return'), keyId: v.string(), tab: v.string() }),
  v.object({ type: v.literal('key-forget'), keyId: v.string() }),
]);
export type KeyMessage = v.InferOutput<typeof keyMessageSchema>;

/** Messages of a page to the service worker. */
export function readKeyMessage(data: unknown): KeyMessage | undefined {
  const read = v.safeParse(keyMessageSchema, data);
  return read.success ? read.output : undefined;
}

const keyReturnSchema = v.object({
  key: v.nullable(keyBytes),
  /** It is kept for another tab, which may request it in a moment. */
  isKept: v.boolean(),
});
export type KeyReturn = v.InferOutput<typeof keyReturnSchema>;

/** The service worker's response to `key-return`, on the port of the request. */
export function readKeyReturn(data: unknown): KeyReturn | undefined {
  const read = v.safeParse(keyReturnSchema, data);
  return read.success ? read.output : undefined;
}
