import type { SignUpMode, Invite } from '../../model/protocol/session.ts';
import type { Refusal } from '../../model/shared/errors.ts';

import type { MessageRange, RangeRequest } from '../core/message-range.ts';
import type { TasksToOpen } from '../core/ports/streams.ts';

export type { MessageRange, RangeRequest } from '../core/message-range.ts';
export type { Notice, TasksToOpen } from '../core/ports/streams.ts';
export type { Comparison, NotCompared, Repair } from '../core/ports/comparison.ts';

/** Interface of a tab's worker, through comlink. Errors are returned as data: comlink drops the fields of an Error. */
export type Outcome<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly refusal: Refusal };

interface SignInMode {
  /** Shared computer: the session ends with the browser. */
  readonly shared?: boolean;
  /** Id of this browser's push registration, which continues with the new session. */
  readonly device_token?: string;
}

export interface PasswordCredentials extends SignInMode {
  readonly email: string;
  readonly password: string;
  /** Code of an authenticator app, or a recovery code. */
  readonly code?: string | undefined;
}

/** Signature of a passkey, as the browser gives it. */
interface PasskeyCredentials extends SignInMode {
  readonly passkey: unknown;
}

/** Ticket of a return from an identity provider, and the second factor of an account that has one. */
interface TicketCredentials extends SignInMode {
  readonly ticket: string;
  readonly code?: string | undefined;
  readonly passkey?: unknown;
}

export type Credentials = PasswordCredentials | PasskeyCredentials | TicketCredentials;

/** Call about the own account that only the server can answer; `path` follows `/rest/`. */
export interface AccountCall {
  readonly method?: 'GET' | 'POST';
  readonly path: string;
  readonly body?: Readonly<Record<string, unknown>>;
  readonly query?: Readonly<Record<string, string>>;
  /** The call changes the person's organisations: the session is renewed after it. */
  readonly renews?: boolean;
  /** Sent without a token, for a person who cannot sign in. */
  readonly isPublic?: boolean;
}

/** Sign-up payload (board spec, 3). */
export interface SignUp extends Omit<PasswordCredentials, 'shared' | 'code'> {
  readonly display_name: string;
  readonly phone_number: string;
  readonly organization: { readonly name: string };
}

/** Comparison of the replica on this device with the server (PULL-8), one line per differing scope. */
export interface ReplicaReport {
  readonly equal: boolean;
  readonly differences: readonly {
    readonly scope: string;
    readonly here: number;
    readonly there: number;
  }[];
}

export interface WorkerApi {
  /** Resolves as soon as the script runs. */
  readonly alive: () => Promise<true>;
  /** `keyId` is the key of a shared computer, which the page holds. */
  readonly signIn: (
    credentials: Credentials,
    mode: { readonly keyId: string | undefined },
  ) => Promise<Outcome<string>>;
  /** Text of the server's response. */
  readonly signUp: (payload: SignUp) => Promise<Outcome<string>>;
  readonly signUpMode: () => Promise<Outcome<SignUpMode>>;
  readonly checkInvite: (token: string) => Promise<Outcome<Invite>>;
  /** Also signs in; resolves to the id of the joined organisation, whose account is stored on this device by then. */
  readonly acceptInvite: (input: {
    readonly token: string;
    readonly password: string;
    readonly display_name?: string;
    readonly phone_number?: string;
  }) => Promise<Outcome<string>>;
  /** One attempt of a call about the own account; resolves to the unparsed body of the response. */
  readonly ask: (call: AccountCall) => Promise<Outcome<unknown>>;
  /** Ends the session on the server after a sign-out on this device; false when the server was not reached. */
  readonly endSession: () => Promise<boolean>;
  /** Starts the engine of an account and stops that of another open one. */
  readonly open: (accountKey: string) => Promise<void>;
  readonly close: () => Promise<void>;
  /** Called after a write: starts a sync pass. */
  readonly wake: () => Promise<void>;
  /** Slug of the project whose board is open: downloaded first (PULL-6). */
  readonly detailsOf: (slug: string) => Promise<void>;
  /** True while this tab is visible. */
  readonly setVisible: (visible: boolean) => Promise<void>;
  /** Network state that the browser reports to the page. */
  readonly setOnline: (online: boolean) => Promise<void>;
  /** Tries to send everything within `milliseconds`; true when no mutation is pending any more. */
  readonly drain: (milliseconds: number) => Promise<boolean>;
  /** Loads a range of messages of a conversation, by default the next older one (WIN-2, WIN-5). */
  readonly loadMessages: (
    conversation: string,
    part?: RangeRequest,
  ) => Promise<Outcome<MessageRange>>;
  readonly checkReplica: () => Promise<Outcome<ReplicaReport>>;
  /** From now on this device keeps the details of these scopes (OUT-3); they arrive with the next pull. */
  readonly holdDetails: (scopes: readonly string[]) => Promise<void>;
  /** From now on this device keeps the details of these cold tasks (OUT-7.3). */
  readonly openTasks: (opened: TasksToOpen) => Promise<void>;
}
