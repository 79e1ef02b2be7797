import { parseJoined } from '../../model/protocol/account.ts';
import { type ErrorCode, refuse, type Refusal } from '../../model/shared/errors.ts';
import type { BrowserOnline } from '../browser/machine.ts';
import type { Failure, LaterReason, Reply } from '../core/ports/transport.ts';
import type { WorkerParts } from './account-engine.ts';
import { callForAccount } from './account-calls.ts';
import type { OpenAccounts } from './open-accounts.ts';
import type { Outcome, WorkerApi } from './types.ts';

/** Implementation of the worker's interface: sign-in, and one account's engine at a time. */
export function workerApi(parts: WorkerParts & { readonly online: BrowserOnline }): WorkerApi {
  const { session, online } = parts;
  let currentBoard: string | null = null;

  /** The engine's code is loaded with the first account: signing in does without it. */
  let loaded: Promise<OpenAccounts> | undefined;
  const load = () =>
    import('./open-accounts.ts').then(({ openAccounts }) =>
      openAccounts(parts, () => currentBoard),
    );
  const accounts = () => {
    loaded ??= load();
    // A failed import is repeated at the next call.
    loaded.catch(() => (loaded = undefined));
    return loaded;
  };

  // Calls are serialised: changes of organisation from two tabs must not start two engines here.
  let queue: Promise<void> = Promise.resolve();
  /** The open account, also one that is still being opened: a person may click before that. */
  const current = async () => {
    await queue.catch(() => undefined);
    return (await loaded?.catch(() => undefined))?.current();
  };
  const inTurn = (task: () => Promise<void>) => {
    queue = queue.catch(() => undefined).then(task);
    return queue;
  };

  return {
    alive: async () => true,
    signIn: async (credentials, mode) => {
      const { rememberSignIn } = await remembering();
      const reply = await session.signIn(credentials);
      if (!reply.ok) return { ok: false, refusal: refusalOf(reply.failure) };
      await rememberSignIn(parts, reply.value, mode);
      if (reply.value.organizations.length === 0) return { ok: false, refusal: NO_BOARD };
      return { ok: true, value: reply.value.user.id };
    },
    signUp: async (payload) => outcomeOf(await session.signUp({ ...payload })),
    signUpMode: async () => outcomeOf(await session.signUpMode()),
    checkInvite: async (token) => outcomeOf(await session.checkInvite(token)),
    acceptInvite: async (input) => {
      const { rememberSignIn } = await remembering();
      const reply = await session.acceptInvite(input);
      if (!reply.ok) return { ok: false, refusal: refusalOf(reply.failure) };
      await rememberSignIn(parts, reply.value);
      return { ok: true, value: String(parseJoined(reply.value).organization_id) };
    },
    ask: async (call) => outcomeOf(await callForAccount(parts, call)),
    endSession: () => session.end(),
    open: (accountKey) => inTurn(async () => (await accounts()).open(accountKey)),
    close: () => inTurn(async () => (await loaded)?.close()),
    wake: async () => (await current())?.engine.wake(),
    detailsOf: async (slug) => {
      currentBoard = slug;
    },
    setVisible: async (visible) => online.setVisible(visible),
    setOnline: async (isOnline) => online.setOnline(isOnline),
    drain: async (milliseconds) => (await accounts()).drain(milliseconds),
    loadMessages: async (conversation, part) => {
      const account = await current();
      const reply = await account?.engine.history(conversation, part);
      return outcomeOf(reply ?? CLOSED);
    },
    holdDetails: async (scopes) => (await current())?.engine.hold(scopes),
    openTasks: async (opened) => (await current())?.engine.openTasks(opened),
    checkReplica: async () => {
      const account = await current();
      if (account === undefined) return outcomeOf(CLOSED);
      // Differing rows are replaced first: a check that still differs downloads the whole stream.
      await account.engine.compare({ everything: true });
      const reply = await account.engine.check();
      if (!reply.ok) return outcomeOf(reply);
      return { ok: true, value: { equal: reply.value.length === 0, differences: reply.value } };
    },
  };
}

/** Loaded before the server is asked: a session that is not stored here would be of no use. */
const remembering = () => import('./remember-sign-in.ts');

const NO_BOARD = refuse(
  'forbidden',
  /*i18n*/ 'Your access has ended: you do not belong to any organisation here any more. An administrator can let you in again.',
);

const CLOSED = { ok: false, failure: { kind: 'later', reason: 'closed' } } as const;

function outcomeOf<T>(reply: Reply<T>): Outcome<T> {
  return reply.ok ? reply : { ok: false, refusal: refusalOf(reply.failure) };
}

function refusalOf(failure: Failure): Refusal {
  if (failure.kind === 'network') {
    return refuse(
      'unavailable',
      /*i18n*/ 'There is no connection to the server. Try again when you are online.',
    );
  }
  if (failure.kind === 'later') return refuse('unavailable', laterMessage(failure.reason));
  const { code, message, details } = failure;
  return refuse(code, message === '' ? messageOf(code) : message, details);
}

function laterMessage(reason: LaterReason): string {
  switch (reason) {
    case 'behind':
      return /*i18n*/ 'Changes are still in transit. Try again in a moment.';
    case 'went-back':
      return /*i18n*/ 'The server has lost changes that it had confirmed. This device is sending its copies again.';
    default:
      return /*i18n*/ 'This could not be finished just now. Try again in a moment.';
  }
}

/** Message for a response without a text: that of a proxy, or none at all. */
function messageOf(code: ErrorCode): string {
  switch (code) {
    case 'unauthenticated':
      return /*i18n*/ 'Please sign in again';
    case 'rate_limited':
      return /*i18n*/ 'The server receives too many requests now. Wait a moment and try again.';
    case 'internal':
      return /*i18n*/ 'The server has a fault. Try again later; if it persists, report it to the operator of the server.';
    default:
      return /*i18n*/ 'The server cannot answer just now. Try again in a moment.';
  }
}
