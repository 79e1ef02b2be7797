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
 * Object store: random names, written once and never changed. Two implementations, a folder and an S3-compatible
 * store; one contract suite runs on both.
 */
export interface FileStorage {
  /** Durable when it resolves; not readable before that. Returns the number of bytes. */
  readonly write: (name: string, bytes: AsyncIterable<Uint8Array>) => Promise<number>;
  /** Rejects with CairnError `not_found` for an unknown name. */
  readonly read: (name: string, range?: ByteRange) => Promise<Readable>;
  /** Removing a missing object succeeds. */
  readonly remove: (name: string) => Promise<void>;
  /** All objects, in no order. */
  readonly list: () => AsyncIterable<StoredObject>;
  /** Of a store that several databases can reach; undefined for a folder beside the database. */
  readonly owner?: StorageOwner;
}

/** Note in a store of the database whose files it has. */
export interface StorageOwner {
  /** Undefined: nobody owns the store. */
  readonly read: () => Promise<string | undefined>;
  readonly write: (owner: string) => Promise<void>;
}

const NAME = /^[0-9a-f]{32}$/;

/** An unguessable name: 128 random bits in hex. */
export function newObjectName(random: (count: number) => Uint8Array): string {
  return Buffer.from(random(16)).toString('hex');
}

/** Throws on anything that is not such a name: no path is ever built from a caller's input. */
export function requireObjectName(name: string): string {
  if (!NAME.test(name)) throw new TypeError('This is not the name of an object');
  return name;
}
