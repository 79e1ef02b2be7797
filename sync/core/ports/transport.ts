import type { ScopeRows } from '../../../model/entities/details.ts';
import type {
  BootstrapLine,
  Check,
  PullPage,
  PushAnswer,
  PushRequest,
  ScopePage,
} from '../../../model/protocol/messages.ts';
import type { ErrorCode } from '../../../model/shared/errors.ts';
import type { RangeRequest } from '../message-range.ts';

/**
 * Reason to try again later although the server can be reached.
 *
 * - `cursor-moved`: each page was read at a version that the cursor has passed meanwhile.
 * - `unconfirmed`: the server's check did not confirm the rows that a page or a download removes.
 * - `stream-changed`: a request was not sent, because its stream has a new epoch.
 * - `blocked`: a proxy blocks one mutation after another, and lets other requests through.
 * - `closed`: no account is open.
 * - `store`: the local database could not be written.
 * - `behind`, `went-back`: nothing was compared, because changes are in transit, or the server has lost some.
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
 * Failure of a call. `network`: the server did not respond, so the effect of the call is unknown. `refused`: the
 * server's response is an error. `later`: the server can be reached, and the next attempt may succeed.
 */
export type Failure =
  | {
      readonly kind: 'network';
      /** Status below 500 of a response that came from an intermediary, such as a proxy or a hotel's sign-in page. */
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

/** Thrown by the lines of a download when the connection breaks; any other error there is a fault of this build. */
export class BrokenStream extends Error {}

/** Details that a check counts from their rows (PULL-8.4). */
export interface CheckedDetails {
  /** Those that a fill of a hot project with this version contains. */
  readonly unchanged_since?: number;
  /** All details of each of these tasks, at most `MOST_CHECKED_TASKS`. */
  readonly tasks: readonly string[];
}

/** Sync calls of one organisation. Implementations parse the responses and never retry. */
export interface Transport {
  readonly push: (request: PushRequest) => Promise<Reply<PushAnswer>>;
  readonly pull: (query: {
    readonly stream: string;
    readonly since: number;
    /** Time at which the version `since` was written, if known, for the server's comparison (PULL-4). */
    readonly sinceAt?: number | null | undefined;
    readonly epoch: string;
    readonly limit: number;
    /** Client id of this database and the highest seq that the server reported as received, for its comparison (PULL-4.4). */
    readonly client?: Pick<PushRequest, 'client_id' | 'heard'> | undefined;
  }) => Promise<Reply<PullPage>>;
  readonly scope: (query: {
    readonly stream: string;
    readonly scope: string;
    readonly after: string | null;
    /** Only these messages of the scope (WIN-2, WIN-5). */
    readonly part?: RangeRequest;
    /** All by default. */
    readonly rows?: ScopeRows;
    /**
     * With `rows` 'hot': completed and archived tasks up to this version are cold (OUT-7). With 'details': only those
     * that a fill with this version contains.
     */
    readonly unchangedSince?: number;
    /** With `rows` 'details': only those of this task. */
    readonly task?: string;
  }) => Promise<Reply<ScopePage>>;
  /** Lines as they arrive; the iteration throws BrokenStream when the connection breaks. */
  readonly bootstrap: (query: {
    readonly stream: string;
    /** Slug of a project. */
    readonly first: string | null;
    /** Scopes whose details the device has (OUT-2). */
    readonly held: readonly string[];
    /** Scopes whose tasks the device has (OUT-6). */
    readonly tasks: readonly string[];
  }) => Promise<Reply<AsyncIterable<BootstrapLine>>>;
  readonly check: (query: {
    readonly stream: string;
    /** Only this scope; the response has none when the person may not read it. */
    readonly scope?: string;
    /** Counted from the rows of the scope (PULL-8.2). */
    readonly fresh?: boolean;
    /** Only scopes that were changed after this version. */
    readonly since?: number;
    /** With what a device is meant to hold (OUT-7.6). */
    readonly limits?: boolean;
    /** Only this loaded range of one scope (WIN-4); without `to`, up to the newest message. */
    readonly range?: { readonly scope: string; readonly from: number; readonly to?: number };
    /** Details of the scope, counted from their rows beside the kept digests (PULL-8.4). */
    readonly details?: CheckedDetails;
  }) => Promise<Reply<Check>>;
  /** Renews the access token by the session cookie. */
  readonly refresh: () => Promise<Reply<void>>;
}
