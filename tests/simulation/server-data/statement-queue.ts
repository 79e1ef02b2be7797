import type { SeededRandom } from '../random.ts';
import type { MachineWork } from '../machine-work.ts';
import { realTime } from '../real-time.ts';
import type { VirtualLoop } from '../virtual-loop.ts';

/**
 * Statements of all processes on one real database, one at a time in an order that follows the seed: that in which they
 * were begun, except that some are delayed. A statement that waits for a lock of another process lets
 * the others continue, and the simulated world too.
 */
export interface StatementQueue extends MachineWork {
  readonly run: <T>(statement: () => Promise<T>, from: Sender) => Promise<T>;
  /** Before everything that has not begun. */
  readonly runFirst: (work: () => Promise<void>) => void;
}

interface Sender {
  /** Identity of the server's process. */
  readonly owner: unknown;
  /** The id of the database's process, as soon as it is known. */
  readonly backend: () => number | undefined;
}

interface Entry extends Sender {
  readonly begin: () => Promise<unknown>;
  /** Delivers the response that has arrived. */
  readonly deliver: () => void;
}

interface Blocked {
  readonly entry: Entry;
  readonly backend: number;
  readonly answered: Promise<true>;
}

/** Share of delayed statements. */
const DELAYED = 0.3;
/** Longest delay in milliseconds of virtual time: usually, and sometimes. */
const DELAY = 20;
const LONG_DELAY = 400;

/** A statement that has not been answered after this time (ms) may wait for a lock. */
const PATIENCE_MS = 3;

interface QueueOptions {
  readonly after: VirtualLoop['after'];
  readonly random: SeededRandom;
  /** True while this process of the database waits for a lock. */
  readonly waitsForLock: (backend: number) => Promise<boolean>;
}

export function createStatementQueue(options: QueueOptions): StatementQueue {
  const { after, random, waitsForLock } = options;
  const entries: Entry[] = [];
  /** Functions that begin what is delayed. */
  const delayed = new Set<() => void>();
  const blocked = new Set<Blocked>();
  const owners = new Set<unknown>();
  let isHeld = false;
  /** Owners whose statements wait, and these statements. */
  const others = new Set<unknown>();
  const held: Entry[] = [];
  let working: Promise<void> | undefined;

  const finish = async ({ deliver }: Entry) => {
    deliver();
    // What follows from the response comes before the next statement.
    await realTime.turn();
  };
  /** False: it waits for a lock. */
  const follow = async (entry: Entry, answered: Promise<true>): Promise<boolean> => {
    while (!(await Promise.race([answered, realTime.sleep(PATIENCE_MS)]))) {
      const backend = entry.backend();
      if (backend === undefined || !(await waitsForLock(backend))) continue;
      blocked.add({ entry, backend, answered });

      return false;
    }
    await finish(entry);
    return true;
  };
  const followBlocked = async () => {
    const before = [...blocked];
    for (const one of before) {
      if (await waitsForLock(one.backend)) continue;
      blocked.delete(one);
      await follow(one.entry, one.answered);
    }
  };
  const work = async () => {
    for (let entry = entries.shift(); entry !== undefined; entry = entries.shift()) {
      const answered = entry.begin().then(
        (): true => true,
        (): true => true,
      );
      await follow(entry, answered);
      await followBlocked();
    }
    working = undefined;
  };
  const wake = () => {
    working ??= work();
  };
  const start = (entry: Entry) => {
    if (others.has(entry.owner)) {
      held.push(entry);
      return;
    }
    entries.push(entry);
    wake();
  };
  const delay = (entry: Entry) => {
    const cancel = after(random.int(random.chance(0.2) ? LONG_DELAY : DELAY), () => begin());
    const begin = () => {
      cancel();
      delayed.delete(begin);
      start(entry);
    };
    delayed.add(begin);
  };
  return {
    isIdle: () => working === undefined,
    settled: async () => working,
    hurry: () => {
      for (const begin of delayed) begin();
    },
    holdOthers: () => {
      isHeld = true;
      for (const owner of owners) others.add(owner);
      return () => {
        isHeld = false;
        others.clear();
        for (const entry of held.splice(0)) start(entry);
      };
    },
    run: (statement, from) =>
      new Promise((resolve, reject) => {
        let deliver: () => void = () => undefined;
        const begin = () =>
          statement().then(
            (result) => {
              deliver = () => resolve(result);
            },
            (error: unknown) => {
              deliver = () => reject(error);
            },
          );
        owners.add(from.owner);
        const entry = { ...from, begin, deliver: () => deliver() };
        // What reads files at the same time does not ask in the same order in each run.
        if (!isHeld && random.chance(DELAYED)) delay(entry);
        else start(entry);
      }),
    runFirst: (task) => {
      entries.unshift({
        owner: undefined,
        begin: task,
        backend: () => undefined,
        deliver: () => undefined,
      });
      wake();
    },
  };
}
