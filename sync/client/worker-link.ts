import { wrap } from 'comlink';
import { CairnError, refuse, type Refusal } from '../../model/shared/errors.ts';
import { browserTimers } from '../browser/machine.ts';
import type {
  Outcome,
  MessageRange,
  ReplicaReport,
  RangeRequest,
  TasksToOpen,
  WorkerApi,
} from '../worker/types.ts';
import {
  type NoAnswer,
  supervise,
  type Supervised,
  type SuperviseOptions,
  type WorkerProcess,
} from './supervised-worker.ts';

/** The tab's side of its worker. Wake-ups need no response: the mutations are already on the disk. */
export interface WorkerLink {
  /** Calls that always settle, also when the worker does not start or stops. */
  readonly api: PageApi;
  readonly wake: () => void;
  /** WIN-2, WIN-5. */
  readonly loadMessages: (conversation: string, part?: RangeRequest) => Promise<MessageRange>;
  readonly checkReplica: () => Promise<ReplicaReport>;
  /** OUT-3. */
  readonly holdDetails: (scopes: readonly string[]) => void;
  readonly openTasks: (opened: TasksToOpen) => void;
  /**
   * Calls `notify` immediately, and whenever the worker fails to start or runs again; returns the unsubscribe function.
   */
  readonly followFailing: (notify: (isFailing: boolean) => void) => () => void;
}

export type PageApi = Omit<WorkerApi, 'alive'>;

/**
 * `restarted`: a new worker runs, which needs the open account again. `begin`: starts the first one, now or later; calls
 * before wait for it.
 */
export function startWorker(
  options: Pick<SuperviseOptions<WorkerApi>, 'begin' | 'restarted'>,
): WorkerLink {
  const worker = supervise<WorkerApi>({ spawn, timers: browserTimers, ...options });
  addEventListener('online', worker.retry);
  const api = settledApi(worker);
  return {
    api,
    wake: () => void api.wake(),
    loadMessages: async (conversation, part) => unwrap(await api.loadMessages(conversation, part)),
    checkReplica: async () => unwrap(await api.checkReplica()),
    holdDetails: (scopes) => void api.holdDetails(scopes),
    openTasks: (opened) => void api.openTasks(opened),
    followFailing: worker.followFailing,
  };
}

/** The value, or the refusal thrown as CairnError. */
export function unwrap<T>(outcome: Outcome<T>): T {
  if (outcome.ok) return outcome.value;
  throw new CairnError(outcome.refusal);
}

function spawn(): WorkerProcess<WorkerApi> {
  const worker = new Worker(new URL('../worker/main.ts', import.meta.url), {
    type: 'module',
    name: 'cairn-sync',
  });
  const api = wrap<WorkerApi>(worker);
  return {
    api,
    alive: () => api.alive(),
    follow: (failed) => {
      worker.addEventListener('error', () => failed('error'));
      worker.addEventListener('messageerror', () => failed('unreadable'));
    },
    stop: () => worker.terminate(),
  };
}

/** Policy of each call: whether it may be made twice, and its result without a response. */
function settledApi({ call }: Pick<Supervised<WorkerApi>, 'call'>): PageApi {
  const once = <T>(ask: (api: WorkerApi) => Promise<Outcome<T>>) =>
    call(ask, { again: false, otherwise: rejected });
  const again = <T>(ask: (api: WorkerApi) => Promise<Outcome<T>>) =>
    call(ask, { again: true, otherwise: rejected });
  const or = <T>(value: T, ask: (api: WorkerApi) => Promise<T>) =>
    call(ask, { again: true, otherwise: () => value });
  return {
    signIn: (credentials, mode) => once((api) => api.signIn(credentials, mode)),
    signUp: (payload) => once((api) => api.signUp(payload)),
    signUpMode: () => again((api) => api.signUpMode()),
    checkInvite: (token) => again((api) => api.checkInvite(token)),
    acceptInvite: (input) => once((api) => api.acceptInvite(input)),
    ask: (what) => (what.method === 'GET' ? again : once)((api) => api.ask(what)),
    endSession: () => or(false, (api) => api.endSession()),
    open: (accountKey) =>
      call((api) => api.open(accountKey), { again: true, otherwise: notOpened }),
    close: () => or(undefined, (api) => api.close()),
    wake: () => or(undefined, (api) => api.wake()),
    detailsOf: (slug) => or(undefined, (api) => api.detailsOf(slug)),
    setVisible: (visible) => or(undefined, (api) => api.setVisible(visible)),
    setOnline: (online) => or(undefined, (api) => api.setOnline(online)),
    drain: (milliseconds) => or(false, (api) => api.drain(milliseconds)),
    loadMessages: (conversation, part) => again((api) => api.loadMessages(conversation, part)),
    checkReplica: () => again((api) => api.checkReplica()),
    holdDetails: (scopes) => or(undefined, (api) => api.holdDetails(scopes)),
    openTasks: (opened) => or(undefined, (api) => api.openTasks(opened)),
  };
}

function rejected(why: NoAnswer): { readonly ok: false; readonly refusal: Refusal } {
  return { ok: false, refusal: why === 'stopped' ? STOPPED : NOT_STARTED };
}

function notOpened(why: NoAnswer): never {
  throw new CairnError(rejected(why).refusal);
}

const NOT_STARTED = refuse(
  'internal',
  /*i18n*/ 'Cairn could not start its background process. Nothing was sent. Try again, or reload the page.',
);
const STOPPED = refuse(
  'internal',
  /*i18n*/ 'Cairn’s background process stopped before the response arrived. Check whether the change was made before you try again.',
);
