import {
  answerSchema,
  type Invite,
  inviteSchema,
  type SessionData,
  sessionDataSchema,
} from '../../model/protocol/session.ts';
import { parseAt } from '../../model/shared/parse.ts';
import type { Reply } from '../engine/ports.ts';
import { type Http, parsed } from './http.ts';

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
  readonly lookInvite: (token: string) => Promise<Reply<Invite>>;
  /** Signs in as well; what it says of the person's organisations is as at sign-in. */
  readonly acceptInvite: (input: {
    readonly token: string;
    readonly password: string;
    readonly display_name?: string;
    readonly phone_number?: string;
  }) => Promise<Reply<SessionData>>;
  readonly refresh: () => Promise<Reply<SessionData>>;
  readonly end: () => Promise<void>;
  /**
   * The token this tab holds; with a person named, only when it is theirs. Somebody else may have signed in, in this tab
   * or by the cookie of another one, and nothing of one person is asked or sent with the token of another.
   */
  readonly token: (userId?: string) => string | undefined;
}

export function createSession(http: Http): Session {
  let held: { readonly token: string; readonly userId: string } | undefined;
  let refreshing: Promise<Reply<SessionData>> | undefined;

  async function enter(path: string, body: Readonly<Record<string, unknown>>) {
    const reply = parsed(await http.call({ method: 'POST', path, body }), sessionOf);
    if (reply.ok) held = { token: reply.value.access_token, userId: reply.value.user.id };
    return reply;
  }

  async function say(path: string, body: Readonly<Record<string, unknown>>) {
    const reply = await http.call({ method: 'POST', path, body });
    return parsed(reply, (value) => parseAt(answerSchema, value).message ?? '');
  }

  return {
    signIn: (credentials) => enter('api/user-login/', credentials),
    signUp: (payload) => say('api/user-organization-create/', payload),
    acceptInvite: (input) => enter('api/organization-invite/accept/', input),
    lookInvite: async (invite) => {
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
      await http.call({
        method: 'POST',
        path: 'api/logout/',
        body: {},
        timeout: 10_000,
        ...(ended !== undefined && { token: ended }),
      });
    },
    token: (userId) => (userId === undefined || userId === held?.userId ? held?.token : undefined),
  };
}

function sessionOf(value: unknown): SessionData {
  return parseAt(sessionDataSchema, parseAt(answerSchema, value).data);
}
