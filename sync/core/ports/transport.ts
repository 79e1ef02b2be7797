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
    readonly range?: { readonly scope: string; readonly from: number; readonly to?: number };
  }) => Promise<Reply<Check>>;
  /** Renews the access token by the session cookie. */
  readonly refresh: () => Promise<Reply<void>>;
}
