import type { ErrorCode } from '../../model/shared/errors.ts';

/** A device's side of the conversation: who it is and up to where it has heard (ID-2, WRITE-2). */
export interface ClientState {
  readonly clientId: string;
  readonly userId: string;
  readonly orgId: string;
  readonly ackThrough: number;
}

/** The outcome of a call, as it is stored and told. */
export interface Verdict {
  readonly seq: number;
  readonly status: number;
  readonly version?: number | undefined;
  readonly replayed?: boolean;
  readonly settled?: boolean;
  readonly code?: ErrorCode | undefined;
  readonly message?: string | undefined;
  readonly details?: Readonly<Record<string, unknown>> | undefined;
  /** The row it is about, for the answer of a single call. */
  readonly ref?: { readonly table: string; readonly id: string } | undefined;
  readonly mutations?: readonly string[] | undefined;
}

export interface StoredVerdict {
  readonly bodyHash: string;
  readonly verdict: Verdict;
}

/** What a client has heard, and what has been decided of its calls. */
export interface KnownClient {
  readonly ackThrough: number;
  /** By seq. */
  readonly verdicts: ReadonlyMap<number, StoredVerdict>;
}

/** A client, and the first and the last of the sequence numbers that it sends. */
export interface Greeting {
  readonly told: ClientState;
  readonly range: readonly [number, number];
}

/** The clients of one transaction: read and written together. */
export interface ClientBook {
  /** Reads what is known of clients that will be greeted, all at once. */
  readonly expect: (greetings: readonly Greeting[]) => Promise<void>;
  /**
   * Looks a client up, with its verdicts between two sequence numbers (both included), and takes note of what it has
   * heard: verdicts up to there go, and only those (WRITE-3). A client of somebody else is refused before anything of
   * it is told (CairnError `client_user_mismatch`).
   */
  readonly greet: (greeting: Greeting) => Promise<KnownClient>;
  /** Keeps verdicts of a client that has been greeted. */
  readonly keep: (clientId: string, verdicts: readonly StoredVerdict[]) => void;
  /** Writes what was noted and kept. */
  readonly flush: () => Promise<void>;
}
