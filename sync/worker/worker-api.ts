import { parseJoined } from '../../model/protocol/account.ts';
import { type ErrorCode, refuse, type Refusal } from '../../model/shared/errors.ts';
import type { BrowserOnline } from '../browser/machine.ts';
import type { Failure, Reply } from '../engine/ports.ts';
import { type AccountRecord, rememberSession } from '../store/device-db.ts';
import type { AccountEngine, WorkerParts } from './account-engine.ts';
import { callForAccount } from './account-calls.ts';
import type { Outcome, WorkerApi } from './types.ts';

/** What a tab may ask of its worker: sign-in, and one account's engine at a time. */
export function workerApi(parts: WorkerParts & { readonly online: BrowserOnline }): WorkerApi {
  const { device, session, online } = parts;
  let current: Promise<AccountEngine | undefined> = Promise.resolve(undefined);
  let visibleProject: string | null = null;

  const close = async () => {
    (await current.catch(() => undefined))?.stop();
    current = Promise.resolve(undefined);
  };

  const start = async (record: AccountRecord) => {
    const { startOrReplace } = await engines();
    return startOrReplace(parts, record, visibleProject);
  };

  const open = async (accountKey: string) => {
    const before = await current.catch(() => undefined);
    if (before?.key === accountKey) {
      before.engine.resume();
      return;
    }
    before?.stop();
    const record = await device.accounts.get(accountKey);
    current = record === undefined ? Promise.resolve(undefined) : start(record);
    try {
      await current;
    } catch (error) {
      current = Promise.resolve(undefined);
      throw error;
    }
  };

  // One after the other: two tabs' switches must not start two engines here.
  let queue: Promise<void> = Promise.resolve();
  const inTurn = (task: () => Promise<void>) => {
    queue = queue.catch(() => undefined).then(task);
    return queue;
  };

  return {
    signIn: async (credentials) => {
      const reply = await session.signIn(credentials);
      if (!reply.ok) return { ok: false, refusal: refusalOf(reply.failure) };
      await rememberSession(device, reply.value, credentials.shared);
      if (reply.value.organizations.length === 0) return { ok: false, refusal: NOWHERE };
      return { ok: true, value: reply.value.user.id };
    },
    signUp: async (payload) => outcomeOf(await session.signUp({ ...payload })),
    lookInvite: async (token) => outcomeOf(await session.lookInvite(token)),
    acceptInvite: async (input) => {
      const reply = await session.acceptInvite(input);
      if (!reply.ok) return { ok: false, refusal: refusalOf(reply.failure) };
      await rememberSession(device, reply.value);
      return { ok: true, value: String(parseJoined(reply.value).organization_id) };
    },
    ask: async (call) => outcomeOf(await callForAccount(parts, call)),
    endSession: () => session.end(),
    open: (accountKey) => inTurn(() => open(accountKey)),
    close: () => inTurn(close),
    wake: async () => (await current)?.engine.wake(),
    lookAt: async (projectId) => {
      visibleProject = projectId;
      (await current)?.engine.lookAt(projectId);
    },
    setVisible: async (visible) => online.setVisible(visible),
    drain: async (milliseconds) => {
      const account = await current;
      const sent = (await account?.engine.drain(milliseconds)) ?? true;
      const { drainAccounts } = await engines();
      return (await drainAccounts(parts, { except: account?.key, milliseconds })) && sent;
    },
    loadHistory: async (conversation, part) => {
      const account = await current;
      const reply = await account?.engine.history(conversation, part);
      return outcomeOf(reply ?? { ok: false, failure: { kind: 'network' } });
    },
    checkReplica: async () => {
      const account = await current;
      if (account === undefined) return outcomeOf({ ok: false, failure: { kind: 'network' } });
      const reply = await account.engine.check();
      if (!reply.ok) return outcomeOf(reply);
      return { ok: true, value: { equal: reply.value.length === 0, differences: reply.value } };
    },
  };
}

/** The engine and all it knows are loaded with the first account: signing in does without. */
const engines = () => import('./account-engine.ts');

const NOWHERE = refuse(
  'forbidden',
  'Your access has ended: you do not belong to any organisation here any more. What you had not sent stays locked on this device; an administrator can let you in again.',
);

function outcomeOf<T>(reply: Reply<T>): Outcome<T> {
  return reply.ok ? reply : { ok: false, refusal: refusalOf(reply.failure) };
}

function refusalOf(failure: Failure): Refusal {
  if (failure.kind === 'network') {
    return refuse(
      'unavailable',
      'There is no connection to the server. Try again when you are online.',
    );
  }
  const { code, message, details } = failure;
  return refuse(code, message === '' ? wordsOf(code) : message, details);
}

/** For an answer without words: that of a proxy before the server, or none was asked for. */
function wordsOf(code: ErrorCode): string {
  switch (code) {
    case 'unauthenticated':
      return 'Please sign in again';
    case 'rate_limited':
      return 'The server is asked too often just now. Wait a little and try again.';
    case 'internal':
      return 'The server has a fault. Try again later; if it stays, tell whoever runs it.';
    default:
      return 'The server cannot answer just now. Try again in a moment.';
  }
}
