import type { OutboxPort } from './outbox.ts';
import type { RowsPort } from './rows.ts';
import type { StreamsPort } from './streams.ts';

/** Reads and writes inside one transaction. */
export interface StoreTx extends RowsPort, OutboxPort, StreamsPort {}

/** `'all'` or the entity tables a transaction touches; the engine's own tables are always in it. */
export type TableScope = 'all' | readonly string[];

/** The device's database of one account. */
export interface Store {
  readonly read: <T>(tables: TableScope, work: (tx: StoreTx) => Promise<T>) => Promise<T>;
  /** All or nothing. Throws CairnError `schema_too_old` when a newer build has taken over (CLIENT-7). */
  readonly write: <T>(tables: TableScope, work: (tx: StoreTx) => Promise<T>) => Promise<T>;
  /** Publishes a change of these tables to live queries, after quiet writes have been committed. */
  readonly announce: (tables: readonly string[]) => void;
}
