import type { ScopePart } from '../../../model/entities/details.ts';

/**
 * Reason for which rows were not compared with the server, or are still different (PULL-9).
 *
 * - `unsent`: a change of the person waits on a row of the scope.
 * - `arriving`: rows of the scope, or the whole stream, are being downloaded.
 * - `behind`: the server has changes that this device does not have yet.
 * - `unreachable`: the server did not respond.
 * - `build`: the server's rows have other fields than those of this build.
 * - `metered`: the connection is metered or saves data.
 * - `later`: the run has read enough rows; the next one continues.
 * - `differs`: the rows differ although the scope was repaired.
 */
export type NotCompared =
  | 'unsent'
  | 'arriving'
  | 'behind'
  | 'unreachable'
  | 'build'
  | 'metered'
  | 'later'
  | 'differs';

/** A scope whose rows on this device were identical to the server's. */
export interface IdenticalScope {
  /** Number of compared rows. */
  readonly rows: number;
  /** Device's clock at the comparison. */
  readonly at: number;
  /** `readAt` of the scope's state: another one belongs to rows that were downloaded since. */
  readonly readAt: number;
  /** Which rows were compared (OUT-4.3); another part of the scope is here since. */
  readonly rowsOf: ScopePart;
  /** What was compared beside the outline of a hot project; missing when the server knows no such check. */
  readonly details?: ComparedDetails;
}

/** Number of rows with the digests of their versions and contents, as in a check (PULL-8). */
export interface Tally {
  readonly count: number;
  readonly digest: string;
  readonly content: string;
}

/**
 * Details of a hot project that were identical to the server's (PULL-9.6). They are identical again, without a request
 * for them, as long as the rows of this device and `leftOut` together are those of the server's kept digest, and the
 * same tasks are cold.
 */
export interface ComparedDetails {
  /** Tasks that are unchanged up to this version are cold. */
  readonly unchangedSince: number;
  /** Digest of the ids of the cold tasks. */
  readonly cold: string;
  /** Details that a download leaves out, by the server's digests. */
  readonly leftOut: Tally;
  /** Digest of what was compared of the cold tasks that the person has opened. */
  readonly opened: string;
}

/** A scope that was not compared, or differs. */
export interface LeftScope {
  readonly reason: NotCompared;
  /** Device's clock. */
  readonly at: number;
}

export interface ComparedStream {
  readonly epoch: string;
  /** Scopes that have not changed after this version, and are in `identical`, need no comparison. */
  readonly since: number;
  readonly identical: Readonly<Record<string, IdenticalScope>>;
  readonly left: Readonly<Record<string, LeftScope>>;
}

/** Differing rows of one scope by their kind. */
export interface Differences {
  /** The server has the row, the device had none. */
  readonly missing: number;
  /** The device had a row that the server does not have. */
  readonly extra: number;
  /** The device had an older version. */
  readonly old: number;
  /** The same version with other content, or a version that the server never assigned. */
  readonly damaged: number;
}

/** A scope whose rows were replaced by the server's. */
export interface Repair extends Differences {
  readonly scope: string;
  /** Device's clock. */
  readonly at: number;
}

/** What this device knows of its comparisons with the server (PULL-9). Times by the device's clock. */
export interface Comparison {
  readonly streams: Readonly<Record<string, ComparedStream>>;
  readonly ranAt: number;
  /** End of the last run after which every scope was identical. */
  readonly identicalAt?: number;
  /** Why the last run compared nothing of a stream. */
  readonly failure?: NotCompared;
  /** Newest last, at most `MOST_REPAIRS`. */
  readonly repairs: readonly Repair[];
  /** Number of rows that were ever replaced, added or removed. */
  readonly repairedRows: number;
  /** When details of cold tasks were last released (OUT-7.6). */
  readonly releasedAt?: number;
}

/** The record of comparisons inside one transaction. */
export interface ComparisonPort {
  readonly comparison: () => Promise<Comparison | undefined>;
  readonly putComparison: (comparison: Comparison) => Promise<void>;
}
