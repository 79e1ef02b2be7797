import BetterSqlite from 'better-sqlite3';
import type { App } from '../../server/app.ts';
import { copyData, createDataFolders, renewEpochs } from './data-folder.ts';
import type { SeededRandom } from './random.ts';
import { EPOCH_MS, type Process } from './processes/open-process.ts';
import { createProcessGroup, type ProcessGroup } from './processes/process-group.ts';
import { createTruth, type Truth } from './truth.ts';
import type { VirtualLoop } from './virtual-loop.ts';
import { memoryStorage, type Objects } from './files/memory-storage.ts';
import type { HttpAnswer, HttpCall } from './wire.ts';

/** The real server in this process, on a data folder that can be copied, killed and restored. */
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
  /** Present data folder. */
  readonly folder: () => string;
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
  /** The same without a new epoch, as after the server's folder was replaced by a copy: devices are not notified. */
  readonly rollBack: () => Promise<void>;
  /** Number of times it went back: earlier connections are broken. */
  readonly timesBack: () => number;
  readonly restores: () => number;
  /** Committed data, read from the file itself. Only while the server is up. */
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
  /** Initial data folder of this server. */
  readonly template?: string;
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
  const { loop, random, template, failed, detailRows, taskRows, coldAfter } = options;
  const folders = createDataFolders();
  let folder = folders.fresh();
  let kept: string | undefined;
  let running: Running | undefined;
  let incarnation = 0;
  let restores = 0;
  let timesBack = 0;
  const dying: Promise<unknown>[] = [];
  const objects: Objects = new Map();
  if (template !== undefined) copyData(template, folder);

  const start = async () => {
    if (running !== undefined) return running.group.start();
    incarnation += 1;
    const mine = incarnation;
    const group = createProcessGroup({
      loop,
      folder,
      count: options.processes ?? 1,
      fresh: folders.fresh,
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
    const handle = new BetterSqlite(`${folder}/cairn.db`, { readonly: true });
    running = { group, truth: createTruth(handle) };
  };
  const kill = () => {
    if (running === undefined) return;
    const { group, truth } = running;
    running = undefined;
    const after = folders.fresh();
    copyData(folder, after);
    folder = after;
    truth.close();
    // The rest of the processes continues in a folder that nothing reads any more.
    group.killAll();
  };
  const readKept = (from: string) => {
    kill();
    restores += 1;
    folder = folders.fresh();
    copyData(from, folder);
  };
  return {
    isUp: () => running !== undefined,
    incarnation: () => incarnation,
    restores: () => restores,
    isWhole: () => running?.group.isWhole() === true,
    app: () => running?.group.living()[0]?.app,
    apps: () => running?.group.living().map(({ app }) => app) ?? [],
    route: () => running?.group.route(),
    folder: () => folder,
    call: async (call) => running?.group.route()?.call(call),
    killProcess: () => running?.group.killOne(),
    cutBus: (milliseconds) => running?.group.cutBus(milliseconds) ?? (() => undefined),
    kill,
    start,
    backup: () => {
      kept = folders.fresh();
      copyData(folder, kept);
    },
    hasBackup: () => kept !== undefined,
    restore: async () => {
      if (kept === undefined) return;
      readKept(kept);
      renewEpochs(folder, `restored-${String(restores)}`);
      await start();
    },
    rollBack: async () => {
      if (kept === undefined) return;
      readKept(kept);
      timesBack += 1;
      await start();
    },
    timesBack: () => timesBack,
    truth: () => {
      if (running === undefined) throw new Error('The server is down');
      return running.truth;
    },
    end: async () => {
      kill();
      await Promise.allSettled(dying);
      folders.removeAll();
    },
  };
}
