import { realTime } from './real-time.ts';
import type { MachineWork } from './machine-work.ts';

/**
 * Time and event loop of the simulation. Timers run only when virtual time reaches them; the macrotasks that libraries
 * queue (IndexedDB in memory, Fastify) run one by one in order of arrival. A run is therefore a function of its seed
 * and can be stopped between any two macrotasks, where devices and servers are killed.
 */
export interface VirtualLoop {
  /** Milliseconds since the start of the simulation. */
  readonly now: () => number;
  readonly after: (milliseconds: number, task: () => void) => () => void;
  /** Runs `task` after that many further macrotasks; the returned function cancels it. */
  readonly afterTasks: (count: number, task: () => void) => () => void;
  /** Number of macrotasks so far: equal in two runs of one seed. */
  readonly tasks: () => number;
  /** Runs macrotasks until none is left, or at most `limit` of them. */
  readonly drain: (limit?: number) => Promise<void>;
  /** Advances to the next timer and runs it; false when there is none up to `until`. */
  readonly step: (until: number) => boolean;
  readonly moveTo: (time: number) => void;
  /** Runs macrotasks until the promise settles; virtual time does not advance. */
  readonly settle: <T>(promise: Promise<T>) => Promise<T>;
  /**
   * The same for work that waits for the machine itself, such as the start of a server, which reads files: other
   * macrotasks wait, because their number in that time would be another one in each run.
   */
  readonly settleAlone: <T>(work: () => Promise<T>) => Promise<T>;
  /** Macrotasks and virtual time wait for this work of the machine as well. */
  readonly waitFor: (work: MachineWork) => void;
  /** Restores the machine's own timers. */
  readonly uninstall: () => void;
}

interface Timer {
  readonly at: number;
  readonly order: number;
  readonly task: () => void;
}

/** A promise that needs more turns of the real event loop counts as never settling. */
const TURNS = 3_000_000;

/** Creates the loop and replaces the process's timers by it. */
export function installVirtualLoop(): VirtualLoop {
  const works: MachineWork[] = [];
  const turn = async () => {
    await realTime.turn();
    for (const work of works) {
      while (!work.isIdle()) {
        await work.settled();
        await realTime.turn();
      }
    }
  };
  const timers: Timer[] = [];
  const queue: (() => void)[] = [];
  const alarms: { readonly at: number; readonly task: () => void }[] = [];
  let now = 0;
  let order = 0;
  let tasks = 0;

  const after = (milliseconds: number, task: () => void) => {
    order += 1;
    const timer = { at: now + Math.max(0, milliseconds), order, task };
    insert(timers, timer);
    return () => {
      const index = timers.indexOf(timer);
      if (index !== -1) timers.splice(index, 1);
    };
  };
  const runOne = () => {
    const task = queue.shift();
    if (task === undefined) return;
    tasks += 1;
    task();
    for (const alarm of alarms.filter(({ at }) => at <= tasks)) {
      alarms.splice(alarms.indexOf(alarm), 1);
      alarm.task();
    }
  };
  const settle = async <T>(promise: Promise<T>): Promise<T> => {
    const state = { settled: false };
    const end = () => {
      state.settled = true;
    };
    promise.then(end, end);
    for (let turns = 0; !state.settled; turns += 1) {
      if (turns > TURNS) throw new Error('A promise of the simulated world never settles');
      if (queue.length === 0) for (const work of works) work.hurry();
      runOne();
      await turn();
    }
    return promise;
  };
  const uninstall = replaceTimers(after, queue, () => now);
  return {
    now: () => now,
    after,
    afterTasks: (count, task) => {
      const alarm = { at: tasks + count, task };
      alarms.push(alarm);
      return () => {
        const index = alarms.indexOf(alarm);
        if (index !== -1) alarms.splice(index, 1);
      };
    },
    tasks: () => tasks,
    drain: async (limit = Number.POSITIVE_INFINITY) => {
      await turn();
      for (let ran = 0; ran < limit && queue.length > 0; ran += 1) {
        runOne();
        await turn();
      }
    },
    step: (until) => {
      const timer = timers[0];
      if (timer === undefined || timer.at > until) return false;
      timers.shift();
      now = Math.max(now, timer.at);
      timer.task();
      return true;
    },
    moveTo: (time) => {
      now = Math.max(now, time);
    },
    waitFor: (work) => void works.push(work),
    settle,
    settleAlone: async (work) => {
      const held = queue.splice(0);
      const releases = works.map((one) => one.holdOthers());
      try {
        return await settle(work());
      } finally {
        for (const release of releases) release();
        queue.unshift(...held);
      }
    },
    uninstall,
  };
}

function insert(timers: Timer[], timer: Timer): void {
  let index = timers.length;
  while (index > 0 && (timers[index - 1]?.at ?? 0) > timer.at) index -= 1;
  timers.splice(index, 0, timer);
}

type After = VirtualLoop['after'];

/** Replaces the globals that libraries use; each has the interface of Node's own. */
function replaceTimers(after: After, queue: (() => void)[], now: () => number): () => void {
  const names = [
    'setImmediate',
    'clearImmediate',
    'setTimeout',
    'clearTimeout',
    'setInterval',
    'clearInterval',
  ] as const;
  const real = names.map((name) => [name, globalThis[name]] as const);
  const clear = (handle: unknown) => {
    if (handle instanceof Handle) handle.cancel();
  };
  const replacements: Readonly<Record<(typeof names)[number], unknown>> = {
    setImmediate: (task: (...args: unknown[]) => void, ...args: unknown[]) => {
      const entry = () => task(...args);
      queue.push(entry);
      return new Handle(() => {
        const index = queue.indexOf(entry);
        if (index !== -1) queue.splice(index, 1);
      });
    },
    clearImmediate: clear,
    setTimeout: (task: (...args: unknown[]) => void, delay = 0, ...args: unknown[]) =>
      new Handle(after(Number(delay), () => task(...args))),
    clearTimeout: clear,
    setInterval: (task: (...args: unknown[]) => void, delay = 1, ...args: unknown[]) => {
      const state: { cancel: () => void } = { cancel: () => undefined };
      const again = () => {
        state.cancel = after(Math.max(1, Number(delay)), () => {
          again();
          task(...args);
        });
      };
      again();
      return new Handle(() => state.cancel());
    },
    clearInterval: clear,
  };
  for (const name of names) Reflect.set(globalThis, name, replacements[name]);
  // The product waits longer for what took longer (sync/store/reactive/cached-query.ts).
  Object.defineProperty(performance, 'now', { configurable: true, value: now });
  return () => {
    Reflect.deleteProperty(performance, 'now');
    for (const [name, value] of real) Reflect.set(globalThis, name, value);
  };
}

/** Return value of a timer function, with the methods that Node's libraries call. */
class Handle {
  readonly cancel: () => void;

  constructor(cancel: () => void) {
    this.cancel = cancel;
  }

  ref(): this {
    return this;
  }

  unref(): this {
    return this;
  }

  hasRef(): boolean {
    return true;
  }

  refresh(): this {
    return this;
  }

  close(): this {
    this.cancel();
    return this;
  }
}
