import type { Kysely } from 'kysely';
import type { Entity, RawRow } from '../../model/entities/define-entity.ts';
import type { Actor } from '../../model/permissions/actor.ts';
import type { Schema } from '../store/schema.ts';
import type { Sql } from '../store/sql.ts';
import type { ClientBook, Handshake } from './client-types.ts';

/** Owner of a row: the organisation, or (`owner`, an organisation user) one person. */
export interface RowPlace {
  readonly orgId: string;
  readonly owner?: string | undefined;
}

/** Author of a write, for the activity log (WRITE-5). `claimedAt` is the device's clock in milliseconds (ID-3). */
export interface Author {
  readonly orgUserId: string;
  readonly claimedAt?: number | undefined;
}

export interface StreamState {
  readonly stream: string;
  readonly orgId: string;
  readonly epoch: string;
  readonly head: number;
  readonly floor: number;
}

/** A row as stored: the wire's row, and the versions at which its long texts last changed. */
export interface Stored {
  readonly row: RawRow;
  readonly textVersions: Readonly<Record<string, number>>;
}

/**
 * One atomic write: it happens completely, with one version a stream, or not at all. `get` sees what was put at once;
 * versions, changes, activity log and events are derived.
 */
export interface WriteTx {
  /** Milliseconds by the server's clock. */
  readonly at: number;
  readonly get: <Row extends RawRow>(
    entity: Entity<Row>,
    place: RowPlace,
    id: string,
  ) => Promise<Row | undefined>;
  /** Text versions beside the row, for the check of WRITE-4. */
  readonly stored: (entity: Entity, place: RowPlace, id: string) => Promise<Stored | undefined>;
  /** Writes a row; its `v` is stamped here. A row that is equal to the stored one is no write. */
  readonly put: (entity: Entity, place: RowPlace, row: RawRow) => Promise<void>;
  readonly remove: (entity: Entity, place: RowPlace, id: string) => Promise<void>;
  /** Removes a row and empties its entries in the activity log; author, field and time stay (decision 0083). */
  readonly erase: (entity: Entity, place: RowPlace, id: string) => Promise<void>;
  /** Empties the values of a row that stays in the activity log, also those of this write. */
  readonly eraseValues: (entity: Entity, place: RowPlace, id: string) => void;
  /** Scope of a row before this write touched it; undefined when it did not or the row is new. */
  readonly scopeBefore: (entity: Entity, place: RowPlace, id: string) => string | undefined;
  /** The next number of a counter as text: ids that only the server gives (product.md, 4). */
  readonly nextSerial: (counter: SerialCounter) => Promise<string>;
  /** Creates a stream with a new epoch, for a new organisation or organisation user. */
  readonly createStream: (stream: string, orgId: string) => Promise<void>;
  readonly head: (stream: string) => number;
  readonly setAuthor: (author: Author) => void;
  /** Throws when no write of this transaction has named `LIMITS`. */
  readonly requireLimits: () => void;
  /**
   * The transaction itself, for tables that are not synced; rows that were put so far are written first. Call it again
   * after a further `put`. Never write synced rows through it.
   */
  readonly db: () => Promise<Kysely<Schema>>;
  readonly sql: () => Promise<Sql>;
}

export type SerialCounter =
  | 'users'
  | 'organizations'
  | 'org_users'
  | 'role_levels'
  | 'role_categories'
  | 'roles'
  | 'flags'
  | 'chat_groups';

/** A row that a committed write changed, in the form of the changes of PULL-2. */
export type CommittedChange =
  | { readonly kind: 'put'; readonly table: string; readonly scope: string; readonly row: RawRow }
  | { readonly kind: 'del'; readonly table: string; readonly scope: string; readonly id: string }
  | {
      readonly kind: 'moved';
      readonly table: string;
      readonly scope: string;
      readonly id: string;
      readonly to: string;
    };

/** One version of a stream, on disk. */
export interface CommittedVersion {
  readonly stream: string;
  readonly orgId: string;
  readonly epoch: string;
  readonly floor: number;
  readonly v: number;
  /** Milliseconds by the server's clock; undefined for a version that was read and has no entry in the activity log. */
  readonly at: number | undefined;
  readonly changes: readonly CommittedChange[];
}

/** A version that this process has written. */
export type WrittenVersion = CommittedVersion & { readonly at: number };

export interface Commit {
  readonly versions: readonly WrittenVersion[];
  readonly createdStreams: readonly string[];
}

/** Rows that a job will read first. A wrong guess costs only the read. */
export interface Prefetch {
  readonly rows: readonly RowPrefetch[];
  readonly client?: Handshake | undefined;
}

export interface RowPrefetch {
  readonly entity: Entity;
  readonly place: RowPlace;
  readonly ids: readonly string[];
}

/**
 * Named among the streams of a write that uses up a limit of invitations or mails (`server/auth/throttle.ts`). A
 * transaction contains many writes and locks the rows of their limits in the order of the writes, so two processes
 * could deadlock. Such transactions therefore run one after the other, and wait before they acquire any other lock.
 */
export const LIMITS = 'limits';

/** The only way to write. Waiting jobs are committed together; each promise settles only when the commit is on disk. */
export interface Writer {
  /** One atomic write on the named streams (they must cover every synced row it touches). */
  readonly write: <T>(streams: readonly string[], work: (tx: WriteTx) => Promise<T>) => Promise<T>;
  /**
   * One atomic write in a transaction of its own: its locks are never held together with streams or with the locks of
   * other jobs. Changes no synced rows.
   */
  readonly separate: <T>(work: (tx: WriteTx) => Promise<T>) => Promise<T>;
  /**
   * Several atomic writes, one after the other, in one commit (WRITE-8). A rejection other than a CairnError before
   * the first of them aborts the whole commit. The rows that the jobs of a commit name as `ahead` are read at once.
   */
  readonly session: <T>(
    streams: readonly string[],
    work: (session: WriteSession) => Promise<T>,
    prefetched?: Prefetch,
  ) => Promise<T>;
  /** Called after each commit, in the order of commits. */
  readonly subscribe: (listener: (commit: Commit) => void) => () => void;
  /** Resolves when all accepted jobs are settled; later jobs are rejected. */
  readonly close: () => Promise<void>;
}

export interface WriteSession {
  readonly at: number;
  /** The state of a stream behind its lock; undefined when there is none. */
  readonly stream: (stream: string) => StreamState | undefined;
  /** The person's rights behind the lock; undefined when they are no member of the organisation. */
  readonly actor: (orgId: string, userId: string) => Promise<Actor | undefined>;
  /** The clients of devices, and the verdicts of their calls. */
  readonly clients: Pick<ClientBook, 'shakeHands' | 'settled' | 'keep'>;
  /** Reads and writes of tables that are not synced and belong to no single write. */
  readonly sql: Sql;
  /** Makes rows that earlier writes of this commit put visible to `sql`. */
  readonly flush: () => Promise<void>;
  /** An atomic write: rejects as `work` does, and then nothing of it has happened. */
  readonly atomic: <T>(work: (tx: WriteTx) => Promise<T>) => Promise<T>;
}
