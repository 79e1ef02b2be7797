import type { RawRow } from '../../../model/entities/define-entity.ts';
import type { Actor } from '../../../model/permissions/actor.ts';
import type { Refusal } from '../../../model/shared/errors.ts';

/** See engine/outbox.ts for the picture. `blocked` is not stored: it follows from the rows around it (MUT-1). */
export type MutationState = 'queued' | 'sending' | 'acked' | 'quarantined';

/** A mutation that has not been retired. */
export interface OutboxItem {
  /** Taken in the transaction that stored it; `clientId:seq` is its idempotency key (ID-2). */
  readonly seq: number;
  readonly stream: string;
  /** Client id that its key is made with; missing: `clientOf` says it. */
  readonly client?: string;
  readonly name: string;
  readonly args: unknown;
  readonly actor: Actor;
  readonly at: number;
  /** Row keys it changes. */
  readonly keys: readonly string[];
  /** Row keys that must be settled before it (MUT-6). */
  readonly parents: readonly string[];
  /** Row keys that did not exist before it. */
  readonly creates: readonly string[];
  readonly state: MutationState;
  /** How often it has been sent; from the first time on it is frozen (MUT-5). */
  readonly tries: number;
  /** 5xx answers of its own, also of a proxy that does not let it through, and when the first came (MUT-7). */
  readonly failures: number;
  readonly firstFailure: number | null;
  /** Not before this time again, after a 5xx of its own. */
  readonly retryAt: number;
  /** When that was said: a clock that shows less has been put back, and the wait is over. Rows of older builds have none. */
  readonly retryFrom?: number;
  /** It was a proxy that did not let it through the last time: it is tried again also when it is quarantined. */
  readonly isBarred?: boolean;
  /** Acked: the version of its write; null when the server did not say one. Otherwise undefined. */
  readonly v?: number | null;
  /** Version its long text was edited from (WRITE-4). */
  readonly ifMatch?: number;
  /** The mutation whose text it was edited from; its version becomes `ifMatch` when it is acked. */
  readonly textAfter?: number;
  /** Its text was edited from one of a history that the server may no longer have (EPOCH-1). */
  readonly isOfOldHistory?: boolean;
  /** Its text was put together with somebody else's (MUT-8); told to the person, nothing else asks. */
  readonly isMerged?: boolean;
  /**
   * Lines of the history that stand for it until the server has written its own; as they were given, for the screen to
   * read. They are here because they have to last exactly as long as the mutation.
   */
  readonly lines?: readonly unknown[];
}

/** What the server refused for good, or what lost its place (MUT-4). */
export interface RejectedItem {
  readonly seq: number;
  /** Seq of the mutation whose refusal took this one along. */
  readonly group: number;
  readonly keys: readonly string[];
  readonly item: OutboxItem;
  readonly reason: Refusal;
  readonly rejectedAt: number;
  /** The server's row and the person's view of it at that moment; null: there was none. */
  readonly base: RawRow | null;
  readonly local: RawRow | null;
  /** What it is about as the person knew it; missing in what was refused before this was written. */
  readonly place?: readonly string[];
  /** Two texts to choose from (MUT-8). */
  readonly conflict?: TextConflict;
}

export interface TextConflict {
  readonly field: string;
  readonly mine: string;
  readonly theirs: string;
  /** Version of their text: what a choice is edited from. 0: of a history that the server may no longer have. */
  readonly v: number;
}

/** A retired mutation (MUT-3). */
export interface JournalItem {
  readonly seq: number;
  readonly stream: string;
  readonly item: OutboxItem;
  readonly retiredAt: number;
}

/** Days counted for the journal's age, so that no clock is asked (MUT-3). */
export interface JournalDays {
  /** Device's clock when the last one was counted. */
  readonly since: number;
  /** By counted day, oldest first, 30 at most: everything up to this seq has been out of the outbox since then. */
  readonly ends: readonly number[];
}

/** Who this database is to the server, and how far the two agree on what was heard of it (ID-2, WRITE-2). */
export interface ClientRecord {
  readonly clientId: string;
  /** The highest seq that the server has said it heard. Null: not known, as after a restore. */
  readonly heard: number | null;
  /** The highest acknowledgement that was ever sent. */
  readonly told: number;
  /** Seqs above `heard` that were put into a batch. */
  readonly sent: readonly number[];
  /** Client ids it had before, oldest first, each with the last seq that was taken under it. */
  readonly former: readonly { readonly clientId: string; readonly upTo: number }[];
}

/** Mutations that have not been retired, inside one transaction. */
export interface OutboxPort {
  /** The mutations that change one of the rows, by seq. */
  readonly pendingOf: (keys: readonly string[]) => Promise<readonly OutboxItem[]>;
  /** All by seq; only the first `most` where it is given. */
  readonly outbox: (most?: number) => Promise<readonly OutboxItem[]>;
  /** Those in any state but `acked`, by seq, except `without`; only the first `most` where it is given. */
  readonly outboxOpen: (
    without: ReadonlySet<number>,
    most?: number,
  ) => Promise<readonly OutboxItem[]>;
  readonly outboxOpenCount: () => Promise<number>;
  /** Those of these seqs that exist, by seq. */
  readonly outboxAt: (seqs: readonly number[]) => Promise<readonly OutboxItem[]>;
  readonly outboxIn: (state: MutationState) => Promise<readonly OutboxItem[]>;
  readonly outboxCount: () => Promise<number>;
  readonly putOutbox: (items: readonly OutboxItem[]) => Promise<void>;
  readonly deleteOutbox: (seqs: readonly number[]) => Promise<void>;
}

/** Rejected mutations inside one transaction (MUT-4). */
export interface RejectedPort {
  /** By seq. */
  readonly rejected: () => Promise<readonly RejectedItem[]>;
  readonly putRejected: (items: readonly RejectedItem[]) => Promise<void>;
  readonly deleteRejected: (seqs: readonly number[]) => Promise<void>;
}

/** Retired mutations inside one transaction (MUT-3). */
export interface JournalPort {
  /** Entries of a stream, by seq. */
  readonly journal: (stream: string) => Promise<readonly JournalItem[]>;
  readonly putJournal: (items: readonly JournalItem[]) => Promise<void>;
  readonly deleteJournal: (seqs: readonly number[]) => Promise<void>;
  /** Deletes the entries up to seq `upTo`, and the oldest beyond `keep`. */
  readonly trimJournal: (upTo: number, keep: number) => Promise<void>;
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
  /** The last claimed one; 0 when there is none. */
  readonly lastSeq: () => Promise<number>;
}
