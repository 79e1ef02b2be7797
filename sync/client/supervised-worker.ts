/** Gives how to cancel it. */
interface Timers {
  readonly after: (milliseconds: number, task: () => void) => () => void;
}

/** A worker that has been started; whether its script runs is known when `alive` has been answered. */
export interface WorkerProcess<Api> {
  readonly api: Api;
  /** Answered by a script that runs, and by nothing else. */
  readonly alive: () => Promise<unknown>;
  /** `error`: the script could not be loaded, or something in it was not caught. `unreadable`: a message was lost. */
  readonly follow: (failed: (why: 'error' | 'unreadable') => void) => void;
  readonly stop: () => void;
}

/** Why a call has no answer. `not-started`: the worker has not seen it. `stopped`: it may have been done. */
export type NoAnswer = 'not-started' | 'stopped';

export interface CallPolicy<T> {
  /** Calls that may be made twice are sent at once, and again to the next worker. Others wait for a script that runs. */
  readonly again: boolean;
  /** Settles the call without an answer; may throw. */
  readonly otherwise: (why: NoAnswer) => T;
}

export interface Supervised<Api> {
  /** Always settles: with the answer of the worker or of the one that replaces it, else with `otherwise`. */
  readonly call: <T>(ask: (api: Api) => Promise<T>, policy: CallPolicy<T>) => Promise<T>;
  /** Told at once and at each change; returns how to stop. */
  readonly followFailing: (notify: (isFailing: boolean) => void) => () => void;
  /** Tries to start at once where the next try is waited for, e.g. because the network has returned. */
  readonly retry: () => void;
}

export interface SuperviseOptions<Api> {
  readonly spawn: () => WorkerProcess<Api>;
  readonly timers: Timers;
  /** Another worker runs, which knows nothing of what was said to the one before. */
  readonly restarted: () => void;
}

/** Milliseconds until a script that was asked for counts as not started; doubled with each failure: it may be a slow network. */
const START_WITHIN = 30_000;
const LONGEST_START = 240_000;
/** Between a failure and the next try; doubled with each. */
const FIRST_WAIT = 1_000;
const LONGEST_WAIT = 30_000;
/** So many failed starts in a row settle the calls that wait. */
const TRIES = 3;
/** While calls are under way a worker that runs is asked this often whether it does. */
const CHECK_EVERY = 5_000;
/** A page that was frozen, or a worker that is busy, leaves a check unanswered although the worker runs. */
const CHECKS = 3;

type State<Api> =
  | { readonly kind: 'starting' | 'running'; readonly worker: WorkerProcess<Api> }
  | { readonly kind: 'waiting' };

/**
 * Keeps a worker running. Calls that were under way when it fails are made again where that is safe.
 *
 *   starting --alive--> running --checks unanswered, message lost--> waiting
 *      |                                                                |
 *      +--error, message lost, not alive in time--> waiting             |
 *   waiting --back-off over, network returned, somebody asks--> starting
 */
export function supervise<Api>(options: SuperviseOptions<Api>): Supervised<Api> {
  const calls = callBook<Api>();
  const followers = new Set<(isFailing: boolean) => void>();
  const after = oneTimer(options.timers);
  let state: State<Api> = { kind: 'waiting' };
  let failures = 0;
  let hasRun = false;

  const isCurrent = (worker: WorkerProcess<Api>) =>
    state.kind !== 'waiting' && state.worker === worker;
  const notify = () => {
    for (const notify of followers) notify(failures > 0);
  };
  const failed = (worker?: WorkerProcess<Api>) => {
    if (worker !== undefined && !isCurrent(worker)) return;
    worker?.stop();
    state = { kind: 'waiting' };
    failures += 1;
    calls.lose({ all: failures >= TRIES });
    after(Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** (failures - 1)), start);
    notify();
  };
  const { watch, check } = checks<Api>(after, { isIdle: calls.isEmpty, failed });
  const running = (worker: WorkerProcess<Api>) => {
    if (!isCurrent(worker)) return;
    const hasFailed = failures > 0;
    state = { kind: 'running', worker };
    failures = 0;
    if (hasFailed || hasRun) options.restarted();
    hasRun = true;
    calls.sendHeld(worker.api);
    if (hasFailed) notify();
    watch(worker);
  };
  const start = () => {
    const worker = spawned(options);
    if (worker === undefined) return failed();
    state = { kind: 'starting', worker };
    after(Math.min(LONGEST_START, START_WITHIN * 2 ** failures), () => failed(worker));
    worker.follow((why) => {
      // What was not caught in a script that runs need not have ended it.
      if (why === 'unreadable' || state.kind === 'starting') failed(worker);
      else if (isCurrent(worker)) check(worker);
    });
    const alive = () => running(worker);
    worker.alive().then(alive, () => undefined);
    calls.sendRepeatable(worker.api);
  };
  const retry = () => {
    if (state.kind === 'waiting') start();
  };
  start();
  return {
    call: (ask, policy) => {
      const settled = calls.add(ask, policy, state);
      // Who asks while the next try is a long way off wants it now.
      if (failures >= TRIES) retry();
      return settled;
    },
    followFailing: (notify) => {
      followers.add(notify);
      notify(failures > 0);
      return () => followers.delete(notify);
    },
    retry,
  };
}

interface UnderWay<Api> {
  readonly again: boolean;
  readonly send: (api: Api) => void;
  readonly giveUp: (why: NoAnswer) => void;
}

/** The calls that have no answer yet, in the order in which they were made. */
function callBook<Api>() {
  const held = new Set<UnderWay<Api>>();
  const sent = new Set<UnderWay<Api>>();
  const send = (call: UnderWay<Api>, api: Api) => {
    held.delete(call);
    sent.add(call);
    call.send(api);
  };
  const giveUp = (call: UnderWay<Api>, why: NoAnswer) => {
    held.delete(call);
    sent.delete(call);
    call.giveUp(why);
  };
  return {
    isEmpty: () => sent.size === 0,
    add: <T>(
      ask: (api: Api) => Promise<T>,
      { again, otherwise }: CallPolicy<T>,
      state: State<Api>,
    ) =>
      new Promise<T>((resolve, reject) => {
        const call: UnderWay<Api> = {
          again,
          send: (api) => {
            const done = () => sent.delete(call);
            ask(api).finally(done).then(resolve, reject);
          },
          giveUp: (why) => {
            try {
              resolve(otherwise(why));
            } catch (error) {
              reject(error);
            }
          },
        };
        if (state.kind === 'running' || (again && state.kind === 'starting')) {
          send(call, state.worker.api);
        } else held.add(call);
      }),
    /** What may be made twice does not wait for the script: the browser hands it over as soon as it runs. */
    sendRepeatable: (api: Api) => {
      for (const call of held) if (call.again) send(call, api);
    },
    sendHeld: (api: Api) => {
      for (const call of held) send(call, api);
    },
    /** The worker is gone. `all`: those that wait for another one are not kept waiting any longer. */
    lose: ({ all }: { readonly all: boolean }) => {
      for (const call of sent) {
        if (!call.again) giveUp(call, 'stopped');
        else held.add(call);
      }
      sent.clear();
      if (all) for (const call of held) giveUp(call, 'not-started');
    },
  };
}

/** Looks whether a worker that runs still does, while calls are under way or after a sign of trouble. */
function checks<Api>(
  after: (milliseconds: number, task: () => void) => void,
  {
    isIdle,
    failed,
  }: {
    readonly isIdle: () => boolean;
    readonly failed: (worker: WorkerProcess<Api>) => void;
  },
) {
  const check = (worker: WorkerProcess<Api>, missed = 0) => {
    let isAnswered = false;
    const alive = () => {
      isAnswered = true;
    };
    worker.alive().then(alive, () => undefined);
    after(CHECK_EVERY, () => {
      if (isAnswered) watch(worker);
      else if (missed + 1 >= CHECKS) failed(worker);
      else check(worker, missed + 1);
    });
  };
  const watch = (worker: WorkerProcess<Api>) => {
    after(CHECK_EVERY, () => (isIdle() ? watch(worker) : check(worker)));
  };
  return { check, watch };
}

/** Only one thing is waited for at a time. */
function oneTimer(timers: Timers) {
  let cancel: () => void = () => undefined;
  return (milliseconds: number, task: () => void) => {
    cancel();
    cancel = timers.after(milliseconds, task);
  };
}

/** Undefined where the browser refuses to start a worker at all. */
function spawned<Api>({ spawn }: SuperviseOptions<Api>): WorkerProcess<Api> | undefined {
  try {
    return spawn();
  } catch {
    return undefined;
  }
}
