import type { Readable } from 'node:stream';

/** Bytes from `start` to `end`, both included. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

export interface StoredObject {
  readonly name: string;
  /** Milliseconds. */
  readonly since: number;
}

/**
 * Where bytes lie: under random names that say nothing, written once and never changed. Two implementations, a folder
 * and an S3-compatible store; one contract suite runs on both.
 */
export interface FileStorage {
  /** Durable when it resolves; before that nothing can be read under the name. Gives the count of bytes. */
  readonly write: (name: string, bytes: AsyncIterable<Uint8Array>) => Promise<number>;
  /** Rejects with CairnError `not_found` when there is nothing of the name. */
  readonly read: (name: string, range?: ByteRange) => Promise<Readable>;
  /** Removing what is not there is success. */
  readonly remove: (name: string) => Promise<void>;
  /** Everything there is, in no order. */
  readonly list: () => AsyncIterable<StoredObject>;
}

const NAME = /^[0-9a-f]{32}$/;

/** A name nobody can guess: 128 random bits in hex. */
export function newObjectName(random: (count: number) => Uint8Array): string {
  return Buffer.from(random(16)).toString('hex');
}

/** Throws on anything that is not such a name: no path is ever built of what a caller sends. */
export function requireObjectName(name: string): string {
  if (!NAME.test(name)) throw new TypeError('This is no name of the storage');
  return name;
}
