import {
  answerSchema,
  type Invite,
  inviteSchema,
  type SessionData,
  sessionDataSchema,
  type SignUpMode,
  signUpModeSchema,
} from '../../model/protocol/session.ts';
import { parseAt } from '../../model/shared/parse.ts';
import type { Failure, Reply } from '../core/ports/transport.ts';
import { type Http, parsed } from './http.ts';
import { retryKeys } from './retry-keys.ts';

/**
 * Sign-in and the access token, which exists only in the worker's memory; the session cookie, which no script can read,
 * renews it.
 */
export interface Session {
  /** With the ticket of an identity provider, a passkey, or address and password. */
  readonly signIn: (credentials: object) => Promise<Reply<SessionData>>;
  readonly signUp: (payload: Readonly<Record<string, unknown>>) => Promise<Reply<string>>;
  /** Permission to create an organisation on this server. */
  readonly signUpMode: () => Promise<Reply<SignUpMode>>;
  readonly checkInvite: (token: string) => Promise<Reply<Invite>>;
  /** Also signs in; the list of the person's organisations has the same form as at sign-in. */
  readonly acceptInvite: (input: {
    readonly token: string;
    readonly password: string;
    readonly display_name?: string;
    readonly phone_number?: string;
  }) => Promise<Reply<SessionData>>;
  readonly refresh: () => Promise<Reply<SessionData>>;
  /** True when the server was reached; the token is forgotten in any case. */
  readonly end: () => Promise<boolean>;
  /**
   * Token of this tab; with `userId`, only when it belongs to that person. Another person may have signed in, in this
   * tab or by the cookie of another one, and no data of one person is requested or sent with the token of another.
   */
  readonly token: (userId?: string) => string | undefined;
}

export interface CookieSession extends Session {
  /** Reports to the server that this device has removed the data as requested; true when the server was reached. */
  readonly confirmRemoval: () => Promise<boolean>;
}

export function createSession(http: Http): CookieSession {
  let current: { readonly token: string; readonly userId: string } | undefined;
  const keys = retryKeys();
  let refreshing: Promise<Reply<SessionData>> | undefined;

  async function enter(path: string, body: Readonly<Record<string, unknown>>) {
    const reply = parsed(await http.call({ method: 'POST', path, body }), sessionOf);
    if (reply.ok) current = { token: reply.value.access_token, userId: reply.value.user.id };
    return reply;
  }

  /**
   * A call that is sent again after a lost response has no second effect: its key stays the same until a response
   * arrives.
   */
  async function once<T>(
    path: string,
    body: Readonly<Record<string, unknown>>,
    send: (path: string, body: Readonly<Record<string, unknown>>) => Promise<Reply<T>>,
  ) {
    const reply = await send(path, { ...body, retry_key: keys.of(path) });
    if (reply.ok) keys.done(path);
    return reply;
  }

  async function messageOf(path: string, body: Readonly<Record<string, unknown>>) {
    const reply = await http.call({ method: 'POST', path, body });
    return parsed(reply, (value) => parseAt(answerSchema, value).message ?? '');
  }

  return {
    signIn: (credentials) => once(pathOf(credentials), { ...credentials }, enter),
    signUp: (payload) => once('api/user-organization-create/', payload, messageOf),
    acceptInvite: (input) => once('api/organization-invite/accept/', input, enter),
    signUpMode: async () => {
      const reply = await http.call({ method: 'GET', path: 'api/sign-up/' });
      return parsed(
        reply,
        (value) => parseAt(signUpModeSchema, parseAt(answerSchema, value).data).mode,
      );
    },
    checkInvite: async (invite) => {
      const reply = await http.call({
        method: 'POST',
        path: 'api/organization-invite/look/',
        body: { token: invite },
      });
      return parsed(reply, (value) => parseAt(inviteSchema, parseAt(answerSchema, value).data));
    },
    refresh: async () => {
      refreshing ??= enter('api/session/token/', {}).finally(() => {
        refreshing = undefined;
      });
      return refreshing;
    },
    end: async () => {
      const ended = current?.token;
      current = undefined;
      const reply = await http.call({
        method: 'POST',
        path: 'api/logout/',
        body: {},
        timeout: 10_000,
        ...(ended !== undefined && { token: ended }),
      });
      return reply.ok || isFinal(reply.failure);
    },
    confirmRemoval: async () => {
      const reply = await http.call({
        method: 'POST',
        path: 'api/session/removed/',
        body: {},
        timeout: 10_000,
      });
      return reply.ok || isFinal(reply.failure);
    },
    token: (userId) =>
      userId === undefined || userId === current?.userId ? current?.token : undefined,
  };
}

function pathOf(credentials: object): string {
  // A ticket comes first: its account may ask for a passkey as well.
  if ('ticket' in credentials) return 'api/sso/finish/';
  return 'passkey' in credentials ? 'api/passkey/sign-in/' : 'api/user-login/';
}

/** True for a refusal that does not change on a further attempt. */
function isFinal(failure: Failure): boolean {
  return failure.kind === 'refused' && failure.status < 500 && failure.status !== 429;
}

function sessionOf(value: unknown): SessionData {
  return parseAt(sessionDataSchema, parseAt(answerSchema, value).data);
}
