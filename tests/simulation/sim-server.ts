import type { App } from '../../server/app.ts';
import type { SeededRandom } from './random.ts';
import { EPOCH_MS, type Process } from './processes/open-process.ts';
import { createProcessGroup, type ProcessGroup } from './processes/process-group.ts';
import type { ServerData } from './server-data/server-data.ts';
import type { Truth } from './truth.ts';
import type { VirtualLoop } from './virtual-loop.ts';
import { memoryStorage, type Objects } from './files/memory-storage.ts';
import type { HttpAnswer, HttpCall } from './wire.ts';

/** The real server in this process, on data that can be copied and restored. */
export interface SimServer {
  /** True while a process of it is alive. */
  readonly isUp: () => boolean;
  /** True while all of its processes are. */
  readonly isWhole: () => boolean;
  /** Undefined: the server was down, or was killed before it responded. */
  readonly call: (call: HttpCall) => Promise<HttpAnswer | undefined>;
  /** Any process of it. */
  readonly app: () => App | undefined;
  readonly apps: () => readonly App[];
  /** The process that a load balancer chooses for a new connection. */
  readonly route: () => Pick<Process, 'app' | 'isDead'> | undefined;
  /** Number of starts: sockets and responses of earlier starts are lost. */
  readonly incarnation: () => number;
  /** Like `kill -9` between any two macrotasks. */
  readonly kill: () => void;
  /** The same for one of several processes: the others continue. */
  readonly killProcess: () => void;
  /** One of several processes receives no messages of the others; returns the function that ends this earlier. */
  readonly cutBus: (milliseconds: number) => () => void;
  /** Starts the processes that are not alive. */
  readonly start: () => Promise<void>;
  /** Copies the committed data; `restore` starts a new epoch from it. */
  readonly backup: () => void;
  readonly hasBackup: () => boolean;
  readonly restore: () => Promise<void>;
  /** The same without a new epoch, as after the server's data were replaced by a copy: devices are not notified. */
  readonly rollBack: () => Promise<void>;
  /** Number of times it went back: earlier connections are broken. */
  readonly timesBack: () => number;
  readonly restores: () => number;
  /** Committed data, read from the database itself. Only while the server is up. */
  readonly truth: () => Truth;
  readonly end: () => Promise<void>;
}

interface Running {
  readonly group: ProcessGroup;
  readonly truth: Truth;
}

interface SimServerOptions {
  readonly loop: VirtualLoop;
  readonly random: SeededRandom;
  /** Removed when the server ends. */
  readonly data: ServerData;
  /** Number of its processes; 1 by default. */
  readonly processes?: number | undefined;
  /** Largest number of detail rows in a download (OUT-2); undefined: the server's default. */
  readonly detailRows?: number | undefined;
  /** Largest number of tasks in a download (OUT-6); undefined: the server's default. */
  readonly taskRows?: number | undefined;
  /** Milliseconds after which a task is cold (OUT-7); undefined: the months of the organisation. */
  readonly coldAfter?: number | undefined;
  /** Called for every unexpected error of the server, except while it is being killed. */
  readonly failed?: (what: string) => void;
}

export function createSimServer(options: SimServerOptions): SimServer {
  const { loop, random, data, failed, detailRows, taskRows, coldAfter } = options;
  let running: Running | undefined;
  let incarnation = 0;
  let restores = 0;
  let timesBack = 0;
  const dying: Promise<unknown>[] = [];
  const objects: Objects = new Map();

  const start = async () => {
    if (running !== undefined) return running.group.start();
    incarnation += 1;
    const mine = incarnation;
    const group = createProcessGroup({
      loop,
      data,
      count: options.processes ?? 1,
      dying: (end) => void dying.push(end),
      limits: {
        ...(detailRows !== undefined && { detailRows }),
        ...(taskRows !== undefined && { taskRows }),
        ...(coldAfter !== undefined && { coldAfter }),
      },
      storage: (isDead) => memoryStorage(objects, { now: () => EPOCH_MS + loop.now(), isDead }),
      random: random.fork(`server ${String(incarnation)}`),
      failed: (what) => {
        if (running !== undefined && incarnation === mine) failed?.(what);
      },
    });
    await group.start();
    running = { group, truth: data.readTruth() };
  };
  const kill = () => {
    if (running === undefined) return;
    const { group, truth } = running;
    running = undefined;
    data.detach();
    truth.close();
    group.killAll();
  };
  const goBack = async (epoch?: string) => {
    kill();
    restores += 1;
    data.putBack(epoch);
    await start();
  };
  return {
    isUp: () => running !== undefined,
    incarnation: () => incarnation,
    restores: () => restores,
    isWhole: () => running?.group.isWhole() === true,
    app: () => running?.group.living()[0]?.app,
    apps: () => running?.group.living().map(({ app }) => app) ?? [],
    route: () => running?.group.route(),
    call: async (call) => running?.group.route()?.call(call),
    killProcess: () => running?.group.killOne(),
    cutBus: (milliseconds) => running?.group.cutBus(milliseconds) ?? (() => undefined),
    kill,
    start,
    backup: data.backup,
    hasBackup: data.hasBackup,
    restore: async () => {
      if (data.hasBackup()) await goBack(`restored-${String(restores + 1)}`);
    },
    rollBack: async () => {
      if (!data.hasBackup()) return;
      timesBack += 1;
      await goBack();
    },
    timesBack: () => timesBack,
    truth: () => {
      if (running === undefined) throw new Error('The server is down');
      return running.truth;
    },
    end: async () => {
      kill();
      await Promise.allSettled(dying);
      await data.remove();
    },
  };
}
