import { DONE, type Step, tryLater } from './context.ts';
import { LOCK_WAIT, rememberTimeouts } from './lock.ts';
import type { Ports } from '../core/ports/ports.ts';
import { BUSY_WAIT, RESTING, type Schedule, type ScheduleEvent, transition } from './schedule.ts';
import { leftOf, waitOf } from './wait.ts';

/** ENG-2: longest time for which a pass holds its lock, in milliseconds. */
const PASS_MS = 20_000;
/** No rest is shorter. */
const SHORTEST_REST = 100;
/** Interval in which a drain checks whether anything is pending, in milliseconds. */
const DRAIN_EVERY = 500;

/** Work that a scheduler runs. */
export interface Job {
  /** Name of the lock that is held during a pass. */
  readonly lockName: string;
  /** False: no pass is needed, and no lock is requested. Missing: each pass determines it by itself. */
  readonly hasWork?: () => Promise<boolean>;
  readonly pass: (input: PassInput) => Promise<Step>;
  /** An exception ended the pass, such as a store that cannot be written; the pass is tried again. */
  readonly broken?: (error: unknown) => Promise<void>;
  /** Called after each pass, before the next one is scheduled; not after a stop. */
  readonly ended?: (step: Step) => void;
  /** The person has to sign in again. */
  readonly paused?: () => void;
  /** Called before a pass that does not wait for a back-off. */
  readonly refreshed?: () => void;
  /** The same, caused from outside of the engine: the network, the tab, a sign-in. */
  readonly resumed?: () => void;
  /** Milliseconds until something is due while nothing happens; Infinity when nothing will be. */
  readonly restFor: () => Promise<number>;
  /** After a rest: false when there is nothing to do yet, and the rest continues. */
  readonly isDue: () => Promise<boolean>;
  /** True while anything waits to be sent. */
  readonly isWaiting: () => Promise<boolean>;
}

export interface PassInput {
  /** Time by the device's clock after which no further work begins. */
  readonly until: number;
  /** False when the lock could not be acquired: another tab may be at work (ENG-2). */
  readonly hasLock: boolean;
  readonly isStopped: () => boolean;
}

export interface Scheduler {
  readonly start: () => void;
  /** Stops for good; a running pass is abandoned, which is safe. */
  readonly stop: () => void;
  /** There may be work. */
  readonly poke: () => void;
  /** The next pass does not wait for a back-off. */
  readonly refresh: () => void;
  /** The same, caused from outside of the engine. */
  readonly resume: () => void;
  /** The person has signed in in another window: only a paused queue continues at once. */
  readonly signedIn: () => void;
  /** Determines the time until something is due again, while nothing runs. */
  readonly reconsider: () => void;
  readonly isResting: () => boolean;
  /** Tries to send everything within `milliseconds`; true when nothing waits any more. */
  readonly drain: (milliseconds: number) => Promise<boolean>;
}

type Machine = Pick<Ports, 'clock' | 'random' | 'timers' | 'online' | 'lock'>;

/** Runs passes of a job, one at a time, as decided by schedule.ts. */
export function createScheduler(ports: Machine, job: Job): Scheduler {
  const { clock, random, timers, online } = ports;
  const lock = rememberTimeouts(ports.lock);
  let schedule: Schedule = RESTING;
  let running: Promise<void> | undefined;
  let cancelTimer = () => {};
  let unsubscribe = () => {};

  const isStopped = () => schedule.kind === 'stopped';
  const isPaused = () => schedule.kind === 'paused';
  const isResting = () => schedule.kind === 'resting';

  const wake: Wake = (milliseconds, task) => {
    cancelTimer();
    cancelTimer = milliseconds === Infinity ? () => {} : timers.after(milliseconds, task);
  };

  const send = (event: ScheduleEvent) => {
    const { next, command } = transition(schedule, event);
    schedule = next;
    if (command.kind === 'run') running = run();
    else if (command.kind === 'sleep') wake(command.milliseconds, poke);
    else if (command.kind === 'rest') rest();
  };

  const poke = () => send({ kind: 'poke', now: clock.now() });

  const run = async () => {
    cancelTimer();
    const step = await runPass({ clock, lock, job, isStopped });
    running = undefined;
    if (isStopped()) return;
    job.ended?.(step);
    const machine = { now: clock.now(), random: random.next(), isVisible: online.isVisible() };
    send({ kind: 'ended', step, machine });
    if (isPaused()) job.paused?.();
  };

  const rest = restOf(job, { wake, isResting, poke });

  const refresh = () => {
    job.refreshed?.();
    send({ kind: 'refresh' });
  };

  const resume = () => {
    job.resumed?.();
    refresh();
  };

  return {
    start: () => {
      unsubscribe = online.subscribe(resume);
      poke();
    },
    stop: () => {
      send({ kind: 'stop' });
      unsubscribe();
      cancelTimer();
    },
    poke,
    refresh,
    resume,
    signedIn: () => {
      if (isPaused()) resume();
      else send({ kind: 'signed-in' });
    },
    reconsider: () => {
      if (isResting()) rest();
    },
    isResting,
    drain: (milliseconds) => {
      const wait = waitOf(clock.now(), milliseconds);
      const isOver = () => isStopped() || isPaused() || leftOf(wait, clock.now()) === 0;
      const tryOnce = async () => {
        refresh();
        await running;
      };
      return drain({ timers, job, tryOnce, isOver });
    },
  };
}

/** One timer: setting it cancels the one before. Infinity sets none. */
type Wake = (milliseconds: number, task: () => void) => void;

interface Rest {
  readonly wake: Wake;
  readonly isResting: () => boolean;
  readonly poke: () => void;
}

/** Waits until something is due, and continues while it is not. */
function restOf(job: Job, { wake, isResting, poke }: Rest): () => void {
  const rest = async () => {
    const milliseconds = await job.restFor();
    if (isResting()) wake(Math.max(milliseconds, SHORTEST_REST), () => void rested());
  };
  const rested = async () => {
    const isDue = await job.isDue().catch(() => true);
    if (isDue) poke();
    else if (isResting()) start();
  };
  const start = () => {
    rest().catch(() => wake(BUSY_WAIT, poke));
  };
  return start;
}

interface PassToRun {
  readonly clock: Machine['clock'];
  readonly lock: Machine['lock'];
  readonly job: Job;
  readonly isStopped: () => boolean;
}

async function runPass({ clock, lock, job, isStopped }: PassToRun): Promise<Step> {
  try {
    if ((await job.hasWork?.()) === false) return DONE;
    return await lock.run(job.lockName, LOCK_WAIT, (hasLock) => {
      // A pass begins when it has the lock, because the wait for the lock may take as long as a pass.
      const begun = clock.now();
      return job.pass({ until: begun + PASS_MS, hasLock, isStopped });
    });
  } catch (error) {
    await job.broken?.(error);
    return tryLater('store');
  }
}

interface Drain {
  readonly timers: Machine['timers'];
  readonly job: Job;
  readonly tryOnce: () => Promise<void>;
  readonly isOver: () => boolean;
}

async function drain({ timers, job, tryOnce, isOver }: Drain): Promise<boolean> {
  for (;;) {
    await tryOnce();
    const isWaiting = await job.isWaiting();
    if (!isWaiting || isOver()) return !isWaiting;
    await new Promise<void>((resolve) => timers.after(DRAIN_EVERY, resolve));
  }
}
