import {
  type ActivityEntry,
  type OwnSession,
  type RequestedRemoval,
  parseAddress,
  parseJoined,
  parseOnline,
  parsePush,
  parsePushKey,
  parseResetLink,
  parseSessionList,
  parseTicket,
} from '../../model/protocol/account.ts';
import type { Removal } from '../../model/protocol/session-end.ts';
import { answerSchema } from '../../model/protocol/session.ts';
import { CairnError, refuse } from '../../model/shared/errors.ts';
import { parseAt } from '../../model/shared/parse.ts';
import type { AccountCall, Outcome } from '../worker/types.ts';
import { unwrap } from './worker-link.ts';

export type { ActivityEntry, OwnSession, Removal, RequestedRemoval };

export interface SessionList {
  readonly sessions: readonly OwnSession[];
  /** Devices with a requested removal of their data. */
  readonly removals: readonly RequestedRemoval[];
}

interface ResetLink {
  readonly id: string;
  readonly token: string;
}

/**
 * Account calls that only the server can answer. Each needs a connection and is tried once; result texts are sentences
 * of the server. Each call rejects with CairnError: with the code of the server's refusal, `unavailable` without a
 * response, `internal` for a server fault or an unparsable response. Any other rejection is a fault of this build.
 */
export interface AccountCalls {
  readonly requestReset: (email: string) => Promise<string>;
  readonly checkReset: (link: ResetLink) => Promise<ReturnType<typeof parseResetLink>>;
  readonly confirmReset: (input: ResetLink & { readonly password: string }) => Promise<string>;
  readonly changePassword: (input: {
    readonly current_password: string;
    readonly password: string;
  }) => Promise<string>;
  /** Mail address of the account, and whether it has been confirmed. */
  readonly address: () => Promise<ReturnType<typeof parseAddress>>;
  readonly changeAddress: (input: {
    readonly email: string;
    readonly password: string;
  }) => Promise<string>;
  readonly verifyAddress: () => Promise<string>;
  readonly confirmAddress: (token: string) => Promise<string>;
  readonly sessions: () => Promise<SessionList>;
  /** With `remove`, the device of that session removes its data at its next request (CLIENT-10). */
  readonly endSession: (id: string, remove?: Removal) => Promise<string>;
  readonly endOtherSessions: (remove?: Removal) => Promise<string>;
  /**
   * Accepts an invitation for the person who is signed in; resolves to the id of the organisation, whose account is
   * stored on this device by then.
   */
  readonly joinInvite: (token: string) => Promise<string>;
  /** Ticket that opens one chat socket once. */
  readonly socketTicket: () => Promise<string>;
  /** Ids (`organization_user`) of the people who have Cairn open. */
  readonly online: () => Promise<readonly string[]>;
  /** Registers this browser for pushes; resolves to the id of the registration. */
  readonly registerPush: (input: PushRegistration) => Promise<string>;
  /** Public key that signs the server's pushes, base64url. */
  readonly pushKey: () => Promise<string>;
  readonly forgetPush: (id: string) => Promise<string>;
  /**
   * A call whose response only one screen reads, with the parser of that screen; an error of `parse` is a response that
   * cannot be read.
   */
  readonly request: <T>(call: AccountCall, parse: (response: unknown) => T) => Promise<T>;
}

/** Push subscription of this browser. */
export interface PushRegistration {
  readonly endpoint: string;
  readonly p256dh: string;
  readonly auth: string;
  /** True when a push may contain the text of a message. */
  readonly shows_text: boolean;
}

export interface ActivityPage {
  readonly entries: readonly ActivityEntry[];
  /** Value of `before` for the next page; null at the end. */
  readonly next: number | null;
}

export interface ActivityFilters {
  readonly kind?: string | undefined;
  /** Organisation user who made the change. */
  readonly by?: string | undefined;
  readonly row?: string | undefined;
  readonly before?: number | undefined;
}

export function accountCalls(ask: (call: AccountCall) => Promise<Outcome<unknown>>): AccountCalls {
  const request: AccountCalls['request'] = async (call, parse) => {
    const answer = unwrap(await ask(call));
    return parsedResponse(() => parse(answer));
  };
  const messageOf = (call: AccountCall) =>
    request(call, (answer) => parseAt(answerSchema, answer).message ?? '');
  const read = <T>(call: AccountCall, parse: (data: unknown) => T) =>
    request(call, (answer) => parse(parseAt(answerSchema, answer).data));
  return {
    request,
    requestReset: (email) =>
      messageOf({ path: 'api/password-reset/request/', body: { email }, isPublic: true }),
    checkReset: ({ id, token }) =>
      read(
        { path: 'api/password-reset/look/', body: { id, token }, isPublic: true },
        parseResetLink,
      ),
    confirmReset: (input) =>
      messageOf({ path: 'api/password-reset/confirm/', body: { ...input }, isPublic: true }),
    changePassword: (input) => messageOf({ path: 'api/password/change/', body: { ...input } }),
    address: () => read({ method: 'GET', path: 'api/email-address/' }, parseAddress),
    changeAddress: (input) => messageOf({ path: 'api/email-address/change/', body: { ...input } }),
    verifyAddress: () => messageOf({ path: 'api/email-address/verify/' }),
    confirmAddress: (token) => messageOf({ path: 'api/email-address/confirm/', body: { token } }),
    sessions: async () => {
      const call = { method: 'GET', path: 'api/session/list/' } as const;
      const { data, removals } = await request(call, parseSessionList);
      return { sessions: data, removals };
    },
    endSession: (id, remove) =>
      messageOf({
        path: 'api/session/end/',
        body: { id, ...(remove !== undefined && { remove }) },
      }),
    endOtherSessions: (remove) =>
      messageOf({
        path: 'api/session/end-others/',
        ...(remove !== undefined && { body: { remove } }),
      }),
    joinInvite: async (token) => {
      const body = { token };
      const call = { path: 'api/organization-invite/join/', body, renews: true } as const;
      return String((await read(call, parseJoined)).organization_id);
    },
    socketTicket: async () => (await read({ path: 'api/socket-ticket/' }, parseTicket)).ticket,
    online: () => read({ method: 'GET', path: 'api/online/' }, parseOnline),
    registerPush: async (input) =>
      (await read({ path: 'api/push/register/', body: { ...input } }, parsePush)).message_token,
    pushKey: async () =>
      (await read({ method: 'GET', path: 'api/push/key/' }, parsePushKey)).public_key,
    forgetPush: (id) => messageOf({ path: 'api/push/forget/', body: { message_token: id } }),
  };
}

/** A parser's error concerns the server's response, not the person's input, and becomes `internal`. */
function parsedResponse<T>(parse: () => T): T {
  try {
    return parse();
  } catch (cause) {
    throw new CairnError(NOT_UNDERSTOOD, { cause });
  }
}

const NOT_UNDERSTOOD = refuse(
  'internal',
  /*i18n*/ 'This version of Cairn cannot read the server’s response. Reload the page and check whether the change was made.',
);
