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
 * Sign-in and the access token, which lives only here, in the worker's memory; the session cookie, which no script
 * can read, renews it.
 */
export interface Session {
  readonly signIn: (credentials: {
    readonly email: string;
    readonly password: string;
  }) => Promise<Reply<SessionData>>;
  readonly signUp: (payload: Readonly<Record<string, unknown>>) => Promise<Reply<string>>;
  /** Who may found an organisation at this server. */
  readonly signUpMode: () => Promise<Reply<SignUpMode>>;
  readonly checkInvite: (token: string) => Promise<Reply<Invite>>;
  /** Signs in as well; what it says of the person's organisations is as at sign-in. */
  readonly acceptInvite: (input: {
    readonly token: string;
    readonly password: string;
    readonly display_name?: string;
    readonly phone_number?: string;
  }) => Promise<Reply<SessionData>>;
  readonly refresh: () => Promise<Reply<SessionData>>;
  /** Whether the server has heard of it; the token is forgotten in any case. */
  readonly end: () => Promise<boolean>;
  /**
   * The token this tab holds; with a person named, only when it is theirs. Somebody else may have signed in, in this tab
   * or by the cookie of another one, and nothing of one person is asked or sent with the token of another.
   */
  readonly token: (userId?: string) => string | undefined;
}

export interface CookieSession extends Session {
  /** Tells the server that this device has removed the data it was asked to; whether the server has heard of it. */
  readonly confirmRemoval: () => Promise<boolean>;
}

export function createSession(http: Http): CookieSession {
  let held: { readonly token: string; readonly userId: string } | undefined;
  const keys = retryKeys();
  let refreshing: Promise<Reply<SessionData>> | undefined;

  async function enter(path: string, body: Readonly<Record<string, unknown>>) {
    const reply = parsed(await http.call({ method: 'POST', path, body }), sessionOf);
    if (reply.ok) held = { token: reply.value.access_token, userId: reply.value.user.id };
    return reply;
  }

  /** Sent again after a lost answer, it does nothing twice: the key is the same until an answer comes. */
  async function once<T>(
    path: string,
    body: Readonly<Record<string, unknown>>,
    send: (path: string, body: Readonly<Record<string, unknown>>) => Promise<Reply<T>>,
  ) {
    const reply = await send(path, { ...body, retry_key: keys.of(path) });
    if (reply.ok) keys.done(path);
    return reply;
  }

  async function say(path: string, body: Readonly<Record<string, unknown>>) {
    const reply = await http.call({ method: 'POST', path, body });
    return parsed(reply, (value) => parseAt(answerSchema, value).message ?? '');
  }

  return {
    signIn: (credentials) => once('api/user-login/', credentials, enter),
    signUp: (payload) => once('api/user-organization-create/', payload, say),
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
      const ended = held?.token;
      held = undefined;
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
    token: (userId) => (userId === undefined || userId === held?.userId ? held?.token : undefined),
  };
}

/** A "no" that stays one, however often it is asked. */
function isFinal(failure: Failure): boolean {
  return failure.kind === 'refused' && failure.status < 500 && failure.status !== 429;
}

function sessionOf(value: unknown): SessionData {
  return parseAt(sessionDataSchema, parseAt(answerSchema, value).data);
}
