import type { ClientPort, JournalPort, OutboxPort, RejectedPort } from './outbox.ts';
import type { RowsPort } from './rows.ts';
import type { StreamsPort } from './streams.ts';

/**
 * Reads and writes inside one transaction. Functions of sync/core and sync/engine take the ports that they use instead;
 * the linter refuses this type there.
 */
export interface StoreTx
  extends RowsPort, OutboxPort, RejectedPort, JournalPort, ClientPort, StreamsPort {}

/** The work of a transaction, which gets more than the transaction itself. */
export type TransactionWork<Known> = (tx: StoreTx, known: Known) => Promise<void>;

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

/**
 * What live queries are notified of when a transaction has put rows and mutations.
 *
 * - `by-row`: of each one, at the commit.
 * - `by-table`: of the tables, at the commit. For an import, which puts thousands.
 * - `when-announced`: of nothing before `Store.announce`. For a download, whose hundreds of transactions would make every
 *   screen read its rows hundreds of times.
 */
export type Publication = 'by-row' | 'by-table' | 'when-announced';

export interface WriteOptions {
  readonly tables: TableScope;
  readonly durability: Durability;
  /** Missing: `by-row`. */
  readonly publish?: Publication;
}

/** The device's database of one account. */
export interface Store {
  readonly read: <T>(tables: TableScope, work: (tx: StoreTx) => Promise<T>) => Promise<T>;
  /** All or nothing. Throws CairnError `schema_too_old` when a newer build has taken over (CLIENT-7). */
  readonly write: <T>(options: WriteOptions, work: (tx: StoreTx) => Promise<T>) => Promise<T>;
  /** Notifies live queries that any row of these tables may have changed. */
  readonly announce: (tables: readonly string[]) => void;
}
