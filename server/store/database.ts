import type { Kysely } from 'kysely';
import type { Schema } from './schema.ts';
import type { RequestCounts } from './request-counts.ts';
import type { Sql } from './sql.ts';

/** Reads that see one state of the database, unaffected by concurrent writes. */
export interface Snapshot extends Sql {
  readonly db: Kysely<Schema>;
}

/**
 * The one connection that writes. Only the writer (server/writer/writer.ts) holds it, one transaction at a time; `db`
 * and the plain SQL run inside the open transaction.
 */
export interface WriteConnection extends Sql {
  readonly db: Kysely<Schema>;
  readonly begin: () => Promise<void>;
  /** Resolves when the transaction is on disk. */
  readonly commit: () => Promise<void>;
  /** Ends the open transaction, also one that the database has aborted. */
  readonly rollback: () => Promise<void>;
  readonly savepoint: (name: string) => Promise<void>;
  readonly release: (name: string) => Promise<void>;
  readonly rollbackTo: (name: string) => Promise<void>;
}

/**
 * Short messages between the processes that share a database. Within one process the writer notifies its hub directly.
 */
export interface ProcessBus {
  /** Rejects when the message was not sent; 8,000 bytes at most. */
  readonly publish: (message: string) => Promise<void>;
  /**
   * Delivers messages of other processes only. `connected` is called when the bus begins to deliver, also after it was
   * lost: messages from before that are not repeated. Returns the function that stops it.
   */
  readonly listen: (receive: (message: string) => void, connected: () => void) => () => void;
  /** Rejects while the bus neither sends nor delivers messages. */
  readonly check: () => Promise<void>;
}

export interface ClosableBus extends ProcessBus {
  readonly close: () => Promise<void>;
}

export interface BusDeps {
  readonly url: string;
  /** Receives errors of the connection, which is opened again until the bus is closed. */
  readonly report: (error: unknown) => void;
}

export interface Database {
  readonly kind: 'sqlite' | 'postgres';
  /** For reads; sees committed rows only. */
  readonly db: Kysely<Schema>;
  /** Single reading statements; sees committed rows only. */
  readonly read: Sql;
  readonly snapshot: <T>(work: (snapshot: Snapshot) => Promise<T>) => Promise<T>;
  readonly writer: WriteConnection;
  readonly bus: ProcessBus;
  /** Undefined: one process has the database, and counts in its memory. */
  readonly requestCounts?: RequestCounts;
  /** Rejects when the database does not answer. */
  readonly ping: () => Promise<void>;
  readonly close: () => Promise<void>;
}
