/** Starts a timer; returns the function that cancels it. */
interface Timers {
  readonly after: (milliseconds: number, task: () => void) => () => void;
}

/** Worker that has been started; its script runs once `alive` has resolved. */
export interface WorkerProcess<Api> {
  readonly api: Api;
  /** Resolves only when the script runs. */
  readonly alive: () => Promise<unknown>;
  /** `error`: the script could not be loaded, or an error in it was not caught. `unreadable`: a message was lost. */
  readonly follow: (failed: (why: 'error' | 'unreadable') => void) => void;
  readonly stop: () => void;
}

/**
 * Reason for a call without a response. `not-started`: the worker has not received it. `stopped`: it may have been
 * carried out.
 */
export type NoAnswer = 'not-started' | 'stopped';

export interface CallPolicy<T> {
  /**
   * True for a call that may be made twice: it is sent at once, and again to the next worker. Other calls wait until a
   * script runs.
   */
  readonly again: boolean;
  /** Settles the call without a response; may throw. */
  readonly otherwise: (why: NoAnswer) => T;
}

export interface Supervised<Api> {
  /** Always settles: with the response of the worker or of its replacement, else with `otherwise`. */
  readonly call: <T>(ask: (api: Api) => Promise<T>, policy: CallPolicy<T>) => Promise<T>;
  /** Calls `notify` immediately and at each change; returns the unsubscribe function. */
  readonly followFailing: (notify: (isFailing: boolean) => void) => () => void;
  /** Ends a back-off and starts at once, for example because the network has returned. */
  readonly retry: () => void;
}

export interface SuperviseOptions<Api> {
  readonly spawn: () => WorkerProcess<Api>;
  readonly timers: Timers;
  /** Calls `start` for the first worker, now or later. */
  readonly begin: (start: () => void) => void;
  /** Called when a new worker runs, which has none of the state of the one before. */
  readonly restarted: () => void;
}

/** Milliseconds until a start counts as failed; doubled with each failure, because the network may be slow. */
const START_WITHIN = 30_000;
const LONGEST_START = 240_000;
/** Milliseconds between a failure and the next attempt; doubled with each failure. */
const FIRST_WAIT = 1_000;
const LONGEST_WAIT = 30_000;
/** Number of consecutive failed starts after which waiting calls are settled. */
const TRIES = 3;
/** Milliseconds between checks of a running worker while calls are pending. */
const CHECK_EVERY = 5_000;
/** Number of unanswered checks before the worker counts as stopped: a frozen page or a busy worker misses some. */
const CHECKS = 3;

type State<Api> =
  | { readonly kind: 'starting' | 'running'; readonly worker: WorkerProcess<Api> }
  | { readonly kind: 'waiting' };

/**
 * Keeps a worker running. Pending calls of a failed worker are made again where that is safe.
 *
 *   starting --alive--> running --checks unanswered, message lost--> waiting
 *      |                                                                |
 *      +--error, message lost, not alive in time--> waiting             |
 *   waiting --back-off over, network returned, new call--> starting
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
      // An uncaught error in a running script need not have ended it.
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
  options.begin(retry);
  return {
    call: (ask, policy) => {
      const settled = calls.add(ask, policy, state);
      // A new call during a long back-off starts the worker at once.
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

/** Calls without a response, in the order in which they were made. */
function callBook<Api>() {
  const waiting = new Set<UnderWay<Api>>();
  const sent = new Set<UnderWay<Api>>();
  const send = (call: UnderWay<Api>, api: Api) => {
    waiting.delete(call);
    sent.add(call);
    call.send(api);
  };
  const giveUp = (call: UnderWay<Api>, why: NoAnswer) => {
    waiting.delete(call);
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
        } else waiting.add(call);
      }),
    /**
     * A call that may be made twice does not wait for the script: the browser delivers it as soon as the script runs.
     */
    sendRepeatable: (api: Api) => {
      for (const call of waiting) if (call.again) send(call, api);
    },
    sendHeld: (api: Api) => {
      for (const call of waiting) send(call, api);
    },
    /** Handles the end of a worker. `all`: also settles the calls that wait for another worker. */
    lose: ({ all }: { readonly all: boolean }) => {
      for (const call of sent) {
        if (!call.again) giveUp(call, 'stopped');
        else waiting.add(call);
      }
      sent.clear();
      if (all) for (const call of waiting) giveUp(call, 'not-started');
    },
  };
}

/** Checks that a running worker still runs, while calls are pending or after an error. */
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

/** Holds at most one timer. */
function oneTimer(timers: Timers) {
  let cancel: () => void = () => undefined;
  return (milliseconds: number, task: () => void) => {
    cancel();
    cancel = timers.after(milliseconds, task);
  };
}

/** Undefined when the browser refuses to start a worker. */
function spawned<Api>({ spawn }: SuperviseOptions<Api>): WorkerProcess<Api> | undefined {
  try {
    return spawn();
  } catch {
    return undefined;
  }
}
