import { createMutex } from '../../../server/store/mutex.ts';
import { linkData } from '../data-folder.ts';
import type { SeededRandom } from '../random.ts';
import type { VirtualLoop } from '../virtual-loop.ts';
import { openProcess, type Process, type ProcessOptions } from './open-process.ts';
import { processDatabase } from './process-database.ts';
import { createSimBus } from './sim-bus.ts';

/** The processes of a server on one data folder. */
export interface ProcessGroup {
  readonly living: () => readonly Process[];
  readonly isWhole: () => boolean;
  /** The process that a load balancer chooses for a call or a connection. */
  readonly route: () => Process | undefined;
  readonly start: () => Promise<void>;
  /** Ends one of several; the others continue. */
  readonly killOne: () => void;
  readonly killAll: () => void;
  /** One process receives no messages of the others for this time (ms); returns the function that ends it earlier. */
  readonly cutBus: (milliseconds: number) => () => void;
}

interface GroupOptions extends Omit<ProcessOptions, 'share' | 'random'> {
  readonly loop: VirtualLoop;
  readonly random: SeededRandom;
  readonly folder: string;
  readonly count: number;
  /** An empty folder. */
  readonly fresh: () => string;
  /** Receives what is left of a killed process. */
  readonly dying: (end: Promise<unknown>) => void;
}

export function createProcessGroup(options: GroupOptions): ProcessGroup {
  const { loop, random, folder, count, fresh, dying } = options;
  const alone = createMutex();
  const routes = random.fork('routes');
  const bus = createSimBus(loop, random.fork('bus'));
  const processes: Process[] = [];
  const living = () => processes.filter(({ isDead }) => !isDead());
  const open = async () => {
    if (count === 1) return loop.settleAlone(() => openProcess(folder, options));
    // Each process locks a folder of its own.
    const own = linkData(folder, fresh());
    const share: ProcessOptions['share'] = (database, isDead) =>
      processDatabase(database, { alone, bus: bus.of(isDead) });
    // Its migrations write.
    const unlock = await alone.lock();
    try {
      const name = `process ${String(processes.length)}`;
      const opening = { ...options, random: random.fork(name), share };
      return await loop.settleAlone(() => openProcess(own, opening));
    } finally {
      unlock();
    }
  };
  const route = () => {
    const all = living();
    return all.length < 2 ? all[0] : routes.pick(all);
  };
  return {
    living,
    isWhole: () => living().length === count,
    route,
    start: async () => {
      while (living().length < count) processes.push(await open());
    },
    killOne: () => {
      if (living().length > 1) dying(route()?.kill() ?? Promise.resolve());
    },
    killAll: () => {
      for (const process of living()) dying(process.kill());
    },
    cutBus: bus.cut,
  };
}
