import type { SessionData } from '../../model/protocol/session.ts';
import { parseJoined } from '../../model/protocol/account.ts';
import { type ErrorCode, refuse, type Refusal } from '../../model/shared/errors.ts';
import type { BrowserOnline } from '../browser/machine.ts';
import type { Failure, LaterReason, Reply } from '../core/ports/transport.ts';
import type { SignInMode } from '../store/remember-session.ts';
import type { WorkerParts } from './account-engine.ts';
import { callForAccount } from './account-calls.ts';
import type { OpenAccounts } from './open-accounts.ts';
import type { Outcome, WorkerApi } from './types.ts';

/** Implementation of the worker's interface: sign-in, and one account's engine at a time. */
export function workerApi(parts: WorkerParts & { readonly online: BrowserOnline }): WorkerApi {
  const { device, session, online } = parts;
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
      const { rememberSession } = await rememberParts();
      const reply = await session.signIn(credentials);
      if (!reply.ok) return { ok: false, refusal: refusalOf(reply.failure) };
      await noteReported(parts, reply.value, mode).catch(() => undefined);
      const own = await openLock(parts, reply.value.user.id);
      await openKept(parts, reply.value.user.id);
      await rememberSession(device, reply.value, own ?? mode);
      if (reply.value.organizations.length === 0) return { ok: false, refusal: NO_BOARD };
      return { ok: true, value: reply.value.user.id };
    },
    signUp: async (payload) => outcomeOf(await session.signUp({ ...payload })),
    signUpMode: async () => outcomeOf(await session.signUpMode()),
    checkInvite: async (token) => outcomeOf(await session.checkInvite(token)),
    acceptInvite: async (input) => {
      const { rememberSession } = await rememberParts();
      const reply = await session.acceptInvite(input);
      if (!reply.ok) return { ok: false, refusal: refusalOf(reply.failure) };
      await noteReported(parts, reply.value).catch(() => undefined);
      const own = await openLock(parts, reply.value.user.id);
      await openKept(parts, reply.value.user.id);
      await rememberSession(device, reply.value, own);
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
function rememberParts() {
  return import('../store/remember-session.ts');
}

/** Mode of the session of a person whose stores on this device have a passphrase (decision 0099). */
async function openLock(parts: WorkerParts, userId: string): Promise<SignInMode | undefined> {
  if ((await parts.device.marks.get(`lock:${userId}`)) === undefined) return undefined;
  return (await import('./open-lock.ts')).openLock(parts, userId);
}

/**
 * CLIENT-9: runs before the person's accounts are read. A failure does not prevent the sign-in: the start of the engine
 * tries it again.
 */
async function openKept(parts: WorkerParts, userId: string): Promise<void> {
  const { accounts, leaving } = parts.device;
  const kept = await accounts
    .filter((one) => one.userId === userId && one.trimmed === true)
    .count();
  if (kept + (await leaving.count()) === 0) return;
  const opening = import('./open-kept.ts').then((part) => part.openAtSignIn(parts, userId));
  await opening.catch(() => undefined);
}

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

/** Loaded only when the server reports unsent changes: signing in does without it. */
async function noteReported(
  parts: WorkerParts,
  data: SessionData,
  mode?: SignInMode,
): Promise<void> {
  if ((data.unsent_reported ?? 0) === 0) return;
  const reported = await import('./reported-loss.ts');
  await reported.noteReported(parts, data, mode);
}
