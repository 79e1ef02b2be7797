import type { RawRow } from '../../model/entities/define-entity.ts';
import type { Actor } from '../../model/permissions/actor.ts';
import type {
  BootstrapLine,
  Check,
  PullPage,
  PushAnswer,
  PushRequest,
  ScopePage,
  SocketFrame,
} from '../../model/protocol/messages.ts';
import type { ErrorCode, Refusal } from '../../model/shared/errors.ts';

/**
 * The world as the engine sees it (ENG-1): what it stores and what it may ask of the machine. The engine is given
 * all of it; it reaches for nothing itself.
 */

/** Key of a row across tables, as outbox and base use it. */
export function rowKey(table: string, id: string): string {
  return `${table}/${id}`;
}

/** Takes a key apart again; table names have no slash. */
export function refOfKey(key: string): { readonly table: string; readonly id: string } {
  const slash = key.indexOf('/');
  return { table: key.slice(0, slash), id: key.slice(slash + 1) };
}

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

/** The newest server row of a row with pending mutations; null: the server has none, as of `v`. */
export interface BaseRow {
  readonly key: string;
  readonly v: number;
  readonly row: RawRow | null;
}

export type DownloadReason = 'first' | 'epoch' | 'refill';

/** Numbers of rows that have a window, both ends included. */
export interface MessageRange {
  readonly from: number;
  readonly to: number;
}

/** Which rows of a window are asked for: those below a number, from a number on, or around one of them. */
export type RangeRequest =
  | { readonly before: number }
  | { readonly from: number }
  | { readonly around: string };

/** How far this device has followed a stream. */
export interface StreamState {
  readonly stream: string;
  /** Null until the first download has said it. */
  readonly epoch: string | null;
  /** Everything up to this version is here (of the scopes below). */
  readonly cursor: number;
  /** When the server wrote that version, by its clock; null or missing: not known (PULL-4). */
  readonly cursorAt?: number | null;
  /** The cursor when the stream was complete the last time (MUT-2); missing since it was downloaded. */
  readonly complete?: number;
  /** Scopes that are here whole. */
  readonly scopes: readonly string[];
  /**
   * Scopes of which some rows may be here, as a fill or a first download that may have broken off brought them, or as
   * a drop has left them, each with the version it was read at (the first of them), or the cursor when the drop began.
   */
  readonly partial?: Readonly<Record<string, number>>;
  /**
   * Scopes that a page did not name: what changed in them then was not told. They go when the stream is complete;
   * readable again before the last of their rows has gone, they are known to lack something (PULL-5).
   */
  readonly missed?: readonly string[];
  /** Scopes filled ahead of the cursor, with the version they were read at: no page up to there speaks of them. */
  readonly filled?: Readonly<Record<string, number>>;
  /** WIN-1: by scope, the number from which on its rows with a window are here. */
  readonly windows?: Readonly<Record<string, number>>;
  /** WIN-5: by scope, what is here whole before its window, lowest numbers first; no two of them touch. */
  readonly pieces?: Readonly<Record<string, readonly MessageRange[]>>;
  /** Present while the stream has to be downloaded; `done` of `total` rows are here. */
  readonly download?: {
    readonly reason: DownloadReason;
    readonly done: number;
    readonly total: number;
    /** Which run of the download is writing: another one that finds a name not its own stops. */
    readonly run: string;
    /** What a first download has brought whole so far: killed, it goes on from there (PULL-6). */
    readonly kept?: {
      readonly epoch: string;
      /** The version it is of. */
      readonly v: number;
      readonly scopes: readonly string[];
      readonly windows: Readonly<Record<string, number>>;
    };
  };
  /** True when another stream of this account changed its epoch: nothing is sent before this one has been asked. */
  readonly suspect: boolean;
  /** Device's clock at the last time the stream was complete. */
  readonly lastSync: number | null;
}

/** The connection to the server as the last sync pass found it; written by the engine, read by the sync pill. */
export interface NetState {
  readonly reachable: boolean | null;
  /** The server can be reached, and the pass could not finish: it is tried again. Older builds did not store it. */
  readonly later?: LaterReason | null;
  readonly auth: 'ok' | 'needed';
  /** The server speaks a newer protocol than this build. */
  readonly outdated: boolean;
  /** The exception that ended the last sync pass, such as a full disk; for the diagnostics page. */
  readonly fault: string | null;
}

/** Something the person has to be told about their data; stays until dismissed. */
export interface Notice {
  readonly id: string;
  readonly kind: 'restored' | 'refilled' | 'store-lost' | 'kept-locked' | 'kept-lost';
  readonly at: number;
  /** Unsent changes that were in a store that was lost, or are encrypted and cannot be read. */
  readonly unsent?: number;
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

/** Reads and writes inside one transaction. */
export interface StoreTx {
  readonly rows: (
    table: string,
    ids: readonly string[],
  ) => Promise<readonly (RawRow | undefined)[]>;
  readonly putRows: (table: string, rows: readonly RawRow[]) => Promise<void>;
  /**
   * The same without waking anybody who looks at the table: for a download, whose hundreds of transactions would make
   * every screen read its rows hundreds of times. `Store.announce` wakes them.
   */
  readonly putRowsQuietly: (table: string, rows: readonly RawRow[]) => Promise<void>;
  readonly deleteRows: (table: string, ids: readonly string[]) => Promise<void>;
  /** Ids of a table's rows in a scope, by the view. */
  /** Of all rows of a table, each once. */
  readonly scopesIn: (table: string) => Promise<readonly string[]>;
  readonly idsInScope: (table: string, scope: string) => Promise<readonly string[]>;
  readonly countInScope: (table: string, scope: string) => Promise<number>;
  readonly ids: (table: string) => Promise<readonly string[]>;
  readonly base: (keys: readonly string[]) => Promise<ReadonlyMap<string, BaseRow>>;
  readonly allBases: () => Promise<readonly BaseRow[]>;
  readonly putBase: (rows: readonly BaseRow[]) => Promise<void>;
  readonly deleteBase: (keys: readonly string[]) => Promise<void>;
  /** Every mutation not yet retired that changes one of the rows, by seq. */
  readonly pendingOf: (keys: readonly string[]) => Promise<readonly OutboxItem[]>;
  /** The outbox by seq; only its first `most` where that is said. */
  readonly outbox: (most?: number) => Promise<readonly OutboxItem[]>;
  /** What the server has not taken in yet, by seq; without these, and only the first `most` where that is said. */
  readonly outboxOpen: (
    without: ReadonlySet<number>,
    most?: number,
  ) => Promise<readonly OutboxItem[]>;
  readonly outboxOpenCount: () => Promise<number>;
  /** Those of these seqs that are there, by seq. */
  readonly outboxAt: (seqs: readonly number[]) => Promise<readonly OutboxItem[]>;
  readonly outboxIn: (state: MutationState) => Promise<readonly OutboxItem[]>;
  readonly outboxCount: () => Promise<number>;
  readonly putOutbox: (items: readonly OutboxItem[]) => Promise<void>;
  /** The same without waking anybody who looks at it: for an import's thousands. `Store.announce` wakes them. */
  readonly putOutboxQuietly: (items: readonly OutboxItem[]) => Promise<void>;
  readonly deleteOutbox: (seqs: readonly number[]) => Promise<void>;
  /** The first of `count` new ones, 1 unless it is said. */
  readonly claimSeq: (count?: number) => Promise<number>;
  /** The last one taken; 0 when none has been. */
  readonly lastSeq: () => Promise<number>;
  readonly client: () => Promise<ClientRecord>;
  readonly putClient: (client: ClientRecord) => Promise<void>;
  /** An id that nobody else has. */
  readonly newClientId: () => string;
  readonly rejected: () => Promise<readonly RejectedItem[]>;
  readonly putRejected: (items: readonly RejectedItem[]) => Promise<void>;
  readonly deleteRejected: (seqs: readonly number[]) => Promise<void>;
  readonly journal: (stream: string) => Promise<readonly JournalItem[]>;
  readonly putJournal: (items: readonly JournalItem[]) => Promise<void>;
  readonly deleteJournal: (seqs: readonly number[]) => Promise<void>;
  /** Drops journal entries up to seq `upTo`, and the oldest beyond `keep` (MUT-3). */
  readonly trimJournal: (upTo: number, keep: number) => Promise<void>;
  readonly journalDays: () => Promise<JournalDays | undefined>;
  readonly putJournalDays: (days: JournalDays) => Promise<void>;
  readonly stream: (stream: string) => Promise<StreamState | undefined>;
  readonly putStream: (state: StreamState) => Promise<void>;
  readonly net: () => Promise<NetState>;
  readonly putNet: (state: NetState) => Promise<void>;
  readonly putNotice: (notice: Notice) => Promise<void>;
}

/** `'all'` or the entity tables a transaction touches; the engine's own tables are always in it. */
export type TableScope = 'all' | readonly string[];

/** The device's database of one account. */
export interface Store {
  readonly read: <T>(tables: TableScope, work: (tx: StoreTx) => Promise<T>) => Promise<T>;
  /** All or nothing. Throws CairnError `schema_too_old` when a newer build has taken over (CLIENT-7). */
  readonly write: <T>(tables: TableScope, work: (tx: StoreTx) => Promise<T>) => Promise<T>;
  /** Wakes whoever looks at these tables, after quiet writes have been committed. */
  readonly announce: (tables: readonly string[]) => void;
}

/**
 * Why something was not done until the next attempt, though the server can be reached.
 *
 * - `cursor-moved`: each page was read before the version at which the cursor is by now.
 * - `unconfirmed`: the server's check did not confirm what a page or a download removes.
 * - `stream-changed`: a request was not sent, because its stream has a new epoch.
 * - `blocked`: a proxy blocks one mutation after another, and lets other requests through.
 * - `closed`: no account is open.
 * - `store`: the local database could not be written.
 * - `behind`, `went-back`: nothing was compared, because changes are on their way, or the server has lost some.
 */
export type LaterReason =
  | 'cursor-moved'
  | 'unconfirmed'
  | 'stream-changed'
  | 'blocked'
  | 'closed'
  | 'store'
  | 'behind'
  | 'went-back';

/**
 * Why a call gave no value. `network`: the server did not respond, so it is unknown what the call did. `refused`: the
 * server's response is an error. `later`: the server can be reached, and the next attempt may succeed.
 */
export type Failure =
  | {
      readonly kind: 'network';
      /** An intermediary responded with this status below 500: a proxy, the sign-in page of a hotel. */
      readonly proxy?: number;
    }
  | { readonly kind: 'later'; readonly reason: LaterReason }
  | {
      readonly kind: 'refused';
      readonly status: number;
      readonly code: ErrorCode;
      readonly message: string;
      readonly details: Readonly<Record<string, unknown>>;
      /** `Retry-After` in milliseconds. */
      readonly retryAfter?: number;
    };

export type Reply<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly failure: Failure };

/** Thrown by the lines of a download when the connection breaks; anything else thrown there is a fault of this build. */
export class BrokenStream extends Error {}

/** The sync calls of one organisation. Implementations parse what arrives and never retry. */
export interface Transport {
  readonly push: (request: PushRequest) => Promise<Reply<PushAnswer>>;
  readonly pull: (query: {
    readonly stream: string;
    readonly since: number;
    /** When that version was written, where it is known: the server compares. */
    readonly sinceAt?: number | null | undefined;
    readonly epoch: string;
    readonly limit: number;
  }) => Promise<Reply<PullPage>>;
  readonly scope: (query: {
    readonly stream: string;
    readonly scope: string;
    readonly after: string | null;
    /** WIN-2, WIN-5: only these rows of the scope's window. */
    readonly part?: RangeRequest;
  }) => Promise<Reply<ScopePage>>;
  /** Lines as they arrive; the iteration throws BrokenStream when the connection breaks. */
  readonly bootstrap: (query: {
    readonly stream: string;
    /** Slug of a project. */
    readonly first: string | null;
  }) => Promise<Reply<AsyncIterable<BootstrapLine>>>;
  readonly check: (query: {
    readonly stream: string;
    /** WIN-4: the window of one scope alone, or a piece before it. */
    readonly window?: { readonly scope: string; readonly from: number; readonly to?: number };
  }) => Promise<Reply<Check>>;
  /** Renews the access token by the session cookie. */
  readonly refresh: () => Promise<Reply<void>>;
}

export interface Clock {
  /** Milliseconds since 1970 by the device. */
  readonly now: () => number;
}

export interface Random {
  /** Evenly in [0, 1). */
  readonly next: () => number;
}

export interface Timers {
  /** Runs `task` once after `milliseconds`; the answer cancels it. */
  readonly after: (milliseconds: number, task: () => void) => () => void;
}

export interface Lock {
  /** Runs `work` holding the named lock, or without it when it could not be had within `wait` milliseconds (ENG-2). */
  readonly run: <T>(name: string, wait: number, work: (held: boolean) => Promise<T>) => Promise<T>;
}

export interface Online {
  /** False only when the machine is sure to have no network. */
  readonly isOnline: () => boolean;
  /** False in a tab nobody looks at. */
  readonly isVisible: () => boolean;
  /** Called on every change of either; the answer unsubscribes. */
  readonly subscribe: (changed: () => void) => () => void;
}

export interface Socket {
  /** Opens the socket and says hello; `closed` comes exactly once. The answer closes it. */
  readonly connect: (handlers: {
    readonly frame: (frame: SocketFrame) => void;
    readonly closed: () => void;
  }) => () => void;
}

export interface Ports {
  readonly store: Store;
  readonly transport: Transport;
  readonly clock: Clock;
  readonly random: Random;
  readonly timers: Timers;
  readonly lock: Lock;
  readonly online: Online;
  readonly socket: Socket;
}
