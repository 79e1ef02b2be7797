import type { ErrorCode } from '../../model/shared/errors.ts';

/** A device as the server knows it: its identity and the acknowledged sequence number (ID-2, WRITE-2). */
export interface ClientState {
  readonly clientId: string;
  readonly userId: string;
  readonly orgId: string;
  readonly ackThrough: number;
}

/** Names a client: its id is unique within the organisation. */
export type ClientKey = Pick<ClientState, 'orgId' | 'clientId'>;

/** The outcome of a call, as it is stored and returned. */
export interface Verdict {
  readonly seq: number;
  readonly status: number;
  readonly version?: number | undefined;
  readonly replayed?: boolean;
  readonly settled?: boolean;
  /** With `settled`: head of the stream, at or below which the call wrote. */
  readonly head?: number | undefined;
  readonly code?: ErrorCode | undefined;
  readonly message?: string | undefined;
  readonly details?: Readonly<Record<string, unknown>> | undefined;
  /** The row of the call, for the response to a single call. */
  readonly ref?: { readonly table: string; readonly id: string } | undefined;
  readonly mutations?: readonly string[] | undefined;
}

export interface StoredVerdict {
  readonly bodyHash: string;
  readonly verdict: Verdict;
}

/** State of a client: its acknowledged number and the verdicts of its calls. */
export interface KnownClient {
  readonly ackThrough: number;
  /** The highest sequence number received of it; exact when the handshake made a claim. */
  readonly received: number;
  /**
   * Numbers that contradict the claim: the client belongs to another device by now, and nothing of this handshake was stored.
   */
  readonly copied?: CopiedClient | undefined;
  /** By seq. */
  readonly verdicts: ReadonlyMap<number, StoredVerdict>;
}

/** A device's claim about its client (`heard`, `told` and `sent` on the wire). */
export interface Claim {
  /** The server's last report; undefined: nothing is compared. */
  readonly received?: number | undefined;
  /** Its cursor in the stream. */
  readonly since?: number | undefined;
  /** The highest acknowledgement it has ever sent. */
  readonly acknowledged: number;
  /** Numbers it has sent above `received`. */
  readonly sent: ReadonlySet<number>;
}

/** Numbers received of a client that the requesting device has not sent. */
export interface CopiedClient {
  readonly ackThrough: number;
  readonly seqs: readonly number[];
}

/** A client, with the first and the last sequence number that it sends. */
export interface Handshake {
  readonly client: ClientState;
  readonly range: readonly [number, number];
  readonly claim?: Claim | undefined;
}

/** The clients of one transaction: read together and written together. */
export interface ClientBook {
  /** Reads the state of clients whose handshakes follow, all at once. */
  readonly expect: (handshakes: readonly Handshake[]) => Promise<void>;
  /**
   * Reads a client with its verdicts between two sequence numbers (both included) and stores its acknowledgement;
   * acknowledged verdicts are deleted but for the digests of their calls, and no others (WRITE-3). Throws CairnError `client_user_mismatch` for a client
   * of another person, and `epoch` for one that knows of more than this database has (the database went back), before
   * any of its data is returned.
   */
  readonly shakeHands: (handshake: Handshake) => Promise<KnownClient>;
  /** Digests of acknowledged calls, by seq; those of old ones are gone. */
  readonly settled: (
    client: ClientKey,
    seqs: readonly number[],
  ) => Promise<ReadonlyMap<number, string>>;
  /** Stores verdicts of a client after its handshake. */
  readonly keep: (client: ClientKey, verdicts: readonly StoredVerdict[]) => void;
  /** Writes the collected acknowledgements and verdicts. */
  readonly flush: () => Promise<void>;
}
