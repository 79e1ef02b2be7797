import type { SignUpMode, Invite } from '../../model/protocol/session.ts';
import type { Refusal } from '../../model/shared/errors.ts';

import type { MessageRange, RangeRequest } from '../core/message-range.ts';

export type { MessageRange, RangeRequest } from '../core/message-range.ts';
export type { Notice } from '../core/ports/streams.ts';

/** What the tab asks of its worker, through comlink. Errors come back as data: comlink keeps no fields of an Error. */
export type Outcome<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly refusal: Refusal };

export interface Credentials {
  readonly email: string;
  readonly password: string;
  /** A computer that others use, too: the session ends with the browser. */
  readonly shared?: boolean;
  /** Id of this browser's registration for pushes: it goes on with the new session. */
  readonly device_token?: string;
}

/** A call about the own account that only the server can do; `path` is behind `/rest/`. */
export interface AccountCall {
  readonly method?: 'GET' | 'POST';
  readonly path: string;
  readonly body?: Readonly<Record<string, unknown>>;
  readonly query?: Readonly<Record<string, string>>;
  /** The answer changes to which organisations the person belongs: the session is renewed after it. */
  readonly renews?: boolean;
  /** Sent without a token: for somebody who cannot sign in. */
  readonly isPublic?: boolean;
}

/** Sign-up payload (board spec, 3). */
export interface SignUp extends Omit<Credentials, 'shared'> {
  readonly display_name: string;
  readonly phone_number: string;
  readonly organization: { readonly name: string };
}

/** The replica on this device against the server (PULL-8), one line a scope that differs. */
export interface ReplicaReport {
  readonly equal: boolean;
  readonly differences: readonly {
    readonly scope: string;
    readonly here: number;
    readonly there: number;
  }[];
}

export interface WorkerApi {
  /** Answered as soon as the script runs. */
  readonly alive: () => Promise<true>;
  /** `keyId` names the key of a shared computer, which the page holds. */
  readonly signIn: (
    credentials: Credentials,
    mode: { readonly keyId: string | undefined },
  ) => Promise<Outcome<string>>;
  /** The answer's text, as the server words it. */
  readonly signUp: (payload: SignUp) => Promise<Outcome<string>>;
  readonly signUpMode: () => Promise<Outcome<SignUpMode>>;
  readonly checkInvite: (token: string) => Promise<Outcome<Invite>>;
  /** Signs in as well; gives the id of the organisation that was joined, which this device knows then. */
  readonly acceptInvite: (input: {
    readonly token: string;
    readonly password: string;
    readonly display_name?: string;
    readonly phone_number?: string;
  }) => Promise<Outcome<string>>;
  /** One try of a call about the own account; the answer's body, unparsed. */
  readonly ask: (call: AccountCall) => Promise<Outcome<unknown>>;
  /** Ends the session at the server, after a sign-out on this device; false when it has not heard of it yet. */
  readonly endSession: () => Promise<boolean>;
  /** Starts following an account; another one that was open is let go. */
  readonly open: (accountKey: string) => Promise<void>;
  readonly close: () => Promise<void>;
  /** Something was written: send it. */
  readonly wake: () => Promise<void>;
  /** Slug of the project whose board the person looks at: downloaded first (PULL-6). */
  readonly detailsOf: (slug: string) => Promise<void>;
  /** Whether anybody looks at this tab. */
  readonly setVisible: (visible: boolean) => Promise<void>;
  /** What the browser says to the page of the network. */
  readonly setOnline: (online: boolean) => Promise<void>;
  /** Tries to send everything within `milliseconds`; true when nothing waits any more. */
  readonly drain: (milliseconds: number) => Promise<boolean>;
  /** Brings messages of a conversation, the next older ones when it is not said which (WIN-2, WIN-5). */
  readonly loadMessages: (
    conversation: string,
    part?: RangeRequest,
  ) => Promise<Outcome<MessageRange>>;
  readonly checkReplica: () => Promise<Outcome<ReplicaReport>>;
}
