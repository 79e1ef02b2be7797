import type { ComparisonPort } from './comparison.ts';
import type { KeptPort } from './kept.ts';
import type { ClientPort, JournalPort, OutboxPort, RejectedPort } from './outbox.ts';
import type { RecentTasksPort } from './recent-tasks.ts';
import type { RowsPort } from './rows.ts';
import type { StreamsPort } from './streams.ts';

/**
 * Reads and writes inside one transaction. Functions of sync/core and sync/engine take the ports that they use instead;
 * the linter refuses this type there.
 */
export interface StoreTx
  extends
    RowsPort,
    OutboxPort,
    RejectedPort,
    JournalPort,
    ClientPort,
    StreamsPort,
    ComparisonPort,
    KeptPort,
    RecentTasksPort {}

/** Work of a transaction that also receives data read in it. */
export type TransactionWork<Known> = (tx: StoreTx, known: Known) => Promise<void>;

/** `'all'`, or the entity tables of a transaction; the engine's own tables are always included. */
export type TableScope = 'all' | readonly string[];

/**
 * Durability of a transaction at a power cut (CLIENT-8).
 *
 * - `on-disk`: never reverted. The transaction is on the disk before its promise resolves. For data that only this
 *   device has: a person's mutations, the outbox with its verdicts and rejections, the client id.
 * - `relaxed`: may be reverted as a whole, together with all later transactions, never in part. For data that the
 *   server sends again from the cursor of the same transaction.
 */
export type Durability = 'on-disk' | 'relaxed';

/**
 * Notification of live queries about the rows and mutations that a transaction has put.
 *
 * - `by-row`: names each row, at the commit.
 * - `by-table`: names the tables, at the commit. For an import, which puts thousands of rows.
 * - `when-announced`: none before `Store.announce`. For a download, whose hundreds of transactions would make every
 *   screen read its rows hundreds of times.
 */
export type Publication = 'by-row' | 'by-table' | 'when-announced';

export interface WriteOptions {
  readonly tables: TableScope;
  readonly durability: Durability;
  /** Default `by-row`. */
  readonly publish?: Publication;
}

/** Database of one account on this device. */
export interface Store {
  readonly read: <T>(tables: TableScope, work: (tx: StoreTx) => Promise<T>) => Promise<T>;
  /** Atomic. Throws CairnError `schema_too_old` when a newer build has claimed the store (CLIENT-7). */
  readonly write: <T>(options: WriteOptions, work: (tx: StoreTx) => Promise<T>) => Promise<T>;
  /** Notifies live queries that any row of these tables may have changed. */
  readonly announce: (tables: readonly string[]) => void;
}
