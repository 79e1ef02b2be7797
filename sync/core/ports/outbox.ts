import type { RawRow } from '../../../model/entities/define-entity.ts';
import type { Actor } from '../../../model/permissions/actor.ts';
import type { Refusal } from '../../../model/shared/errors.ts';

/** States as in engine/outbox.ts, without `blocked`, which is derived from other mutations and not stored (MUT-1). */
export type MutationState = 'queued' | 'sending' | 'acked' | 'quarantined';

/** A mutation that has not been retired. */
export interface OutboxItem {
  /** Claimed in the transaction that stored it; `clientId:seq` is its idempotency key (ID-2). */
  readonly seq: number;
  readonly stream: string;
  /** Client id of its idempotency key; missing: see `clientOf`. */
  readonly client?: string;
  /** Seq of its idempotency key, for a mutation that was put back from a snapshot (MUT-9); otherwise it is `seq`. */
  readonly keySeq?: number;
  readonly name: string;
  readonly args: unknown;
  readonly actor: Actor;
  readonly at: number;
  /** Keys of the rows that it changes. */
  readonly keys: readonly string[];
  /** Keys of the rows whose mutations must be settled before it (MUT-6). */
  readonly parents: readonly string[];
  /** Keys of the rows that it creates. */
  readonly creates: readonly string[];
  readonly state: MutationState;
  /** Number of attempts to send it; after the first one it does not change any more (MUT-5). */
  readonly tries: number;
  /** Number of 5xx responses to this mutation, those of a proxy included, and the time of the first (MUT-7). */
  readonly failures: number;
  readonly firstFailure: number | null;
  /** Earliest time of the next attempt after such a response. */
  readonly retryAt: number;
  /**
   * Time at which `retryAt` was set: an earlier time means that the clock was set back, and ends the wait. Missing in
   * rows of older builds.
   */
  readonly retryFrom?: number;
  /** The last attempt was blocked by a proxy; such a mutation is tried again even when it is quarantined. */
  readonly isBarred?: boolean;
  /** Version of an acked mutation's write; null when the server did not name one. Otherwise undefined. */
  readonly v?: number | null;
  /** With `v` null: version at or below which the write is; missing when the server did not name it either. */
  readonly settledBy?: number;
  /** Newest version of its rows that the person saw (WRITE-4.6); missing for rows that only this device has. */
  readonly seen?: number;
  /** Version its long text was edited from (WRITE-4). */
  readonly ifMatch?: number;
  /** Seq of the mutation whose text it was edited from; the version of that mutation becomes `ifMatch` once acked. */
  readonly textAfter?: number;
  /** Its text was edited from a text of an earlier epoch (EPOCH-1). */
  readonly isOfOldHistory?: boolean;
  /** Its text was merged with another person's (MUT-8); for display only. */
  readonly isMerged?: boolean;
  /**
   * Entries of the activity log in the form of the screen, shown until the server delivers its own; deleted with the
   * mutation.
   */
  readonly lines?: readonly unknown[];
}

/** State that replaces the one in the row of a mutation. */
export interface OutboxMark extends Pick<OutboxItem, 'state' | 'tries' | 'v'> {
  readonly seq: number;
}

/** Mutation that the server refused for good, or that lost the row it depends on (MUT-4). */
export interface RejectedItem {
  readonly seq: number;
  /** Seq of the mutation that was rejected first; its dependents have the same group. */
  readonly group: number;
  readonly keys: readonly string[];
  readonly item: OutboxItem;
  readonly reason: Refusal;
  readonly rejectedAt: number;
  /** The server's row and the person's view of it at the rejection; null without one. */
  readonly base: RawRow | null;
  readonly local: RawRow | null;
  /** Names of the row, its task and its project; missing in rows of older builds. */
  readonly place?: readonly string[];
  /** Two texts to choose from (MUT-8). */
  readonly conflict?: TextConflict;
}

export interface TextConflict {
  readonly field: string;
  readonly mine: string;
  readonly theirs: string;
  /** Version of `theirs`, from which the chosen text counts as edited; 0 for a text of an earlier epoch. */
  readonly v: number;
  /** Organisation user who wrote `theirs`; missing where the server does not know it, and in rows of older builds. */
  readonly author?: string | undefined;
}

/** A retired mutation (MUT-3). */
export interface JournalItem {
  readonly seq: number;
  readonly stream: string;
  readonly item: OutboxItem;
  readonly retiredAt: number;
}

/** Days counted for the journal's age, which does not depend on a correct clock (MUT-3). */
export interface JournalDays {
  /** Device's clock when the last day was counted. */
  readonly since: number;
  /** For each counted day, oldest first, at most 30: seq up to which every mutation had left the outbox on that day. */
  readonly ends: readonly number[];
  /** Keys of acknowledged mutations that the journal does not have any more; missing in rows of older builds. */
  readonly retired?: RetiredKeys;
}

/** Inclusive ranges of seqs by client id, rising, without overlap (MUT-10.6). */
export type RetiredKeys = Readonly<
  Record<string, readonly (readonly [from: number, to: number])[]>
>;

/** Client id of this database, and the numbers that both sides compare (ID-2, WRITE-2). */
export interface ClientRecord {
  readonly clientId: string;
  /** Highest seq that the server reported as received; null when unknown, as after a restore. */
  readonly heard: number | null;
  /** Highest acknowledged seq that was ever sent. */
  readonly told: number;
  /** Seqs above `heard` that were sent in a batch. */
  readonly sent: readonly number[];
  /** Former client ids, oldest first, each with the last seq that was claimed under it. */
  readonly former: readonly { readonly clientId: string; readonly upTo: number }[];
}

/** Mutations that have not been retired, inside one transaction. */
export interface OutboxPort {
  /** Mutations that change one of the rows, ordered by seq. */
  readonly pendingOf: (keys: readonly string[]) => Promise<readonly OutboxItem[]>;
  /** All mutations ordered by seq; with `most`, only the first ones. */
  readonly outbox: (most?: number) => Promise<readonly OutboxItem[]>;
  /** Mutations in any state but `acked`, by seq, except the seqs `without`; with `most`, only the first ones. */
  readonly outboxOpen: (
    without: ReadonlySet<number>,
    most?: number,
  ) => Promise<readonly OutboxItem[]>;
  readonly outboxOpenCount: () => Promise<number>;
  /** Existing mutations with these seqs, ordered by seq. */
  readonly outboxAt: (seqs: readonly number[]) => Promise<readonly OutboxItem[]>;
  /** Mutations in a state, by seq; with `most`, only the first ones. */
  readonly outboxIn: (state: MutationState, most?: number) => Promise<readonly OutboxItem[]>;
  readonly outboxCount: () => Promise<number>;
  readonly putOutbox: (items: readonly OutboxItem[]) => Promise<void>;
  /**
   * Puts mutations that were read in this transaction with another state, number of tries and version; nothing else of
   * them changes.
   */
  readonly markOutbox: (
    items: readonly OutboxItem[],
    change: (item: OutboxItem) => Pick<OutboxItem, 'state' | 'tries' | 'v'>,
  ) => Promise<void>;
  readonly deleteOutbox: (seqs: readonly number[]) => Promise<void>;
}

/** Rejected mutations inside one transaction (MUT-4). */
export interface RejectedPort {
  /** Ordered by seq. */
  readonly rejected: () => Promise<readonly RejectedItem[]>;
  readonly putRejected: (items: readonly RejectedItem[]) => Promise<void>;
  readonly deleteRejected: (seqs: readonly number[]) => Promise<void>;
}

/** Retired mutations inside one transaction (MUT-3). */
export interface JournalPort {
  /** Entries of a stream, ordered by seq. */
  readonly journal: (stream: string) => Promise<readonly JournalItem[]>;
  readonly putJournal: (items: readonly JournalItem[]) => Promise<void>;
  readonly deleteJournal: (seqs: readonly number[]) => Promise<void>;
  /** Entries up to seq `upTo`, and the oldest beyond `keep`. */
  readonly oldInJournal: (upTo: number, keep: number) => Promise<readonly JournalItem[]>;
  readonly journalDays: () => Promise<JournalDays | undefined>;
  readonly putJournalDays: (days: JournalDays) => Promise<void>;
}

/** Idempotency keys inside one transaction: the client id and the sequence numbers under it (ID-2). */
export interface ClientPort {
  readonly client: () => Promise<ClientRecord>;
  readonly putClient: (client: ClientRecord) => Promise<void>;
  /** A random id that no other client has. */
  readonly newClientId: () => string;
  /** Claims `count` sequence numbers, by default one, and returns the first. */
  readonly claimSeq: (count?: number) => Promise<number>;
  /** Last claimed sequence number; 0 when there is none. */
  readonly lastSeq: () => Promise<number>;
}
