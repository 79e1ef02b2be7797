import type { SeededRandom } from '../random.ts';
import type { VirtualLoop } from '../virtual-loop.ts';
import { openProcess, type Process, type ProcessOptions } from './open-process.ts';
import type { ServerData } from '../server-data/server-data.ts';
import { createSimBus } from './sim-bus.ts';

/** The processes of a server on the same data. */
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

interface GroupOptions extends Omit<ProcessOptions, 'bus' | 'random'> {
  readonly loop: VirtualLoop;
  readonly random: SeededRandom;
  readonly data: Pick<ServerData, 'open' | 'reserve'>;
  readonly count: number;
  /** Receives what is left of a killed process. */
  readonly dying: (end: Promise<unknown>) => void;
}

export function createProcessGroup(options: GroupOptions): ProcessGroup {
  const { loop, random, data, count, dying } = options;
  const routes = random.fork('routes');
  const bus = createSimBus(loop, random.fork('bus'));
  const processes: Process[] = [];
  const living = () => processes.filter(({ isDead }) => !isDead());
  const open = async () => {
    if (count === 1) return loop.settleAlone(() => openProcess(data, options));
    const end = await data.reserve();
    try {
      const name = `process ${String(processes.length)}`;
      const opening = { ...options, random: random.fork(name), bus: bus.of };
      return await loop.settleAlone(() => openProcess(data, opening));
    } finally {
      end();
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
