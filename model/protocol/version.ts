/**
 * Schema number of the wire format and of stored rows; raised with every change that an older build
 * cannot read (VER-1).
 */
export const SCHEMA_VERSION = 1;
/** Number of older schemas that the server still serves and accepts. */
export const SUPPORTED_BACK = 2;

/** True when a peer's schema is served by this build. */
export function isServed(schema: number): boolean {
  return Number.isInteger(schema) && schema >= SCHEMA_VERSION - SUPPORTED_BACK && schema >= 1;
}

/** Header names of a sync write (WRITE-1), in lower case, as Node provides them. */
export const HEADERS = {
  idempotencyKey: 'idempotency-key',
  epoch: 'sync-epoch',
  ackThrough: 'sync-ack-through',
  schema: 'sync-schema',
  pending: 'sync-pending',
  ifMatch: 'if-match',
  version: 'sync-version',
  replayed: 'idempotent-replayed',
} as const;

/** `clientId:seq` (ID-2). */
export function idempotencyKey(clientId: string, seq: number): string {
  return `${clientId}:${seq}`;
}

/** Bounds of the protocol. Times in milliseconds. */
export const LIMITS = {
  pushCalls: 200,
  /** Bytes of a request body (uncompressed), files apart. */
  bodyBytes: 2_000_000,
  pullRows: 1_000,
  /** Maximum number of rows in a socket event; a larger one is sent without changes (PULL-7). */
  eventRows: 50,
  heartbeat: 25_000,
} as const;
