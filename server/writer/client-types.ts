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
  /** The highest seq heard of it; exact when the greeting made a claim. */
  readonly heard: number;
  /** What contradicts the claim: it is another device's client by now, and nothing of this one was taken note of. */
  readonly copied?: CopiedClient | undefined;
  /** By seq. */
  readonly verdicts: ReadonlyMap<number, StoredVerdict>;
}

/** What a device knows of what the server has heard of its client. */
export interface Claim {
  /** What the server said last; undefined: nothing is compared. */
  readonly heard?: number | undefined;
  /** Its cursor in the stream. */
  readonly since?: number | undefined;
  /** The highest acknowledgement it has ever sent. */
  readonly told: number;
  /** What it has sent above `heard`. */
  readonly sent: ReadonlySet<number>;
}

/** What was heard of a client that the device which asks has not sent. */
export interface CopiedClient {
  readonly ackThrough: number;
  readonly seqs: readonly number[];
}

/** A client, and the first and the last of the sequence numbers that it sends. */
export interface Handshake {
  readonly told: ClientState;
  readonly range: readonly [number, number];
  readonly claim?: Claim | undefined;
}

/** The clients of one transaction: read and written together. */
export interface ClientBook {
  /** Reads what is known of clients that will be greeted, all at once. */
  readonly expect: (handshakes: readonly Handshake[]) => Promise<void>;
  /**
   * Looks a client up, with its verdicts between two sequence numbers (both included), and takes note of what it has
   * heard: verdicts up to there go, and only those (WRITE-3). A client of somebody else is refused before anything of
   * it is told (CairnError `client_user_mismatch`), and so is one that has been told more than this database knows
   * (`epoch`: the database went back).
   */
  readonly shakeHands: (handshake: Handshake) => Promise<KnownClient>;
  /** Keeps verdicts of a client that has been greeted. */
  readonly keep: (clientId: string, verdicts: readonly StoredVerdict[]) => void;
  /** Writes what was noted and kept. */
  readonly flush: () => Promise<void>;
}
