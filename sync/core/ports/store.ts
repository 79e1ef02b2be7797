import type { OutboxPort } from './outbox.ts';
import type { RowsPort } from './rows.ts';
import type { StreamsPort } from './streams.ts';

/** Reads and writes inside one transaction. */
export interface StoreTx extends RowsPort, OutboxPort, StreamsPort {}

/** `'all'` or the entity tables a transaction touches; the engine's own tables are always in it. */
export type TableScope = 'all' | readonly string[];

/**
 * What a power cut may revert (CLIENT-8).
 *
 * - `on-disk`: nothing. The transaction is on the disk before its promise resolves. For everything that only this device
 *   has: a person's mutations, the outbox with its verdicts and rejections, the client id.
 * - `relaxed`: the whole transaction, with all that were committed after it; never a part of it. For what the server
 *   sends again from the cursor that is stored with it.
 */
export type Durability = 'on-disk' | 'relaxed';

export interface WriteOptions {
  readonly tables: TableScope;
  readonly durability: Durability;
}

/** The device's database of one account. */
export interface Store {
  readonly read: <T>(tables: TableScope, work: (tx: StoreTx) => Promise<T>) => Promise<T>;
  /** All or nothing. Throws CairnError `schema_too_old` when a newer build has taken over (CLIENT-7). */
  readonly write: <T>(options: WriteOptions, work: (tx: StoreTx) => Promise<T>) => Promise<T>;
  /** Publishes a change of these tables to live queries, after quiet writes have been committed. */
  readonly announce: (tables: readonly string[]) => void;
}
