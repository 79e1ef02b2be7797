import BetterSqlite from 'better-sqlite3';
import type { App } from '../../server/app.ts';
import { createApp } from '../../server/app.ts';
import type { Database } from '../../server/store/database.ts';
import { openDatabase } from '../../server/store/open.ts';
import { copyData, createDataFolders, installWitness, renewEpochs } from './data-folder.ts';
import type { SeededRandom } from './random.ts';
import { createSimLog } from './sim-log.ts';
import { createTruth, type Truth } from './truth.ts';
import type { VirtualLoop } from './virtual-loop.ts';
import type { FileStorage } from '../../server/files/storage.ts';
import { testSecrets } from '../support/test-secrets.ts';
import { memoryStorage, type Objects } from './files/memory-storage.ts';
import type { HttpAnswer, HttpCall } from './wire.ts';

/** The server's initial clock: 1 January 2030. */
export const EPOCH_MS = Date.UTC(2030, 0, 1);

/** The real server in this process, on a data folder that can be copied, killed and restored. */
export interface SimServer {
  readonly isUp: () => boolean;
  /** Undefined: the server was down, or was killed before it responded. */
  readonly call: (call: HttpCall) => Promise<HttpAnswer | undefined>;
  readonly app: () => App | undefined;
  /** Present data folder. */
  readonly folder: () => string;
  /** Number of starts: sockets and responses of earlier starts are lost. */
  readonly incarnation: () => number;
  /** Like `kill -9` between any two macrotasks. */
  readonly kill: () => void;
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
  readonly app: App;
  readonly database: Database;
  readonly truth: Truth;
  /** Resolves when the server is killed: connections break then, whatever the state of their calls. */
  readonly death: PromiseWithResolvers<undefined>;
}

interface SimServerOptions {
  readonly loop: VirtualLoop;
  readonly random: SeededRandom;
  /** Initial data folder of this server. */
  readonly template?: string;
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
    incarnation += 1;
    const mine = incarnation;
    running = await open(folder, {
      loop,
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
  };
  const kill = () => {
    if (running === undefined) return;
    const { app, database, truth, death } = running;
    running = undefined;
    death.resolve(undefined);
    const after = folders.fresh();
    copyData(folder, after);
    folder = after;
    truth.close();
    // The rest of the process continues in a folder that nothing reads any more.
    dying.push(app.close().then(() => database.close()));
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
    app: () => running?.app,
    folder: () => folder,
    call: async (call) => {
      const now = running;
      if (now === undefined) return undefined;
      const answer = await Promise.race([inject(now.app, call), now.death.promise]);
      return running === now ? answer : undefined;
    },
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

interface OpenOptions {
  readonly storage: (isDead: () => boolean) => FileStorage;
  readonly limits: {
    readonly detailRows?: number;
    readonly taskRows?: number;
    readonly coldAfter?: number;
  };
  readonly loop: VirtualLoop;
  readonly random: SeededRandom;
  readonly failed: (what: string) => void;
}

async function open(
  folder: string,
  { loop, random, failed, limits, storage }: OpenOptions,
): Promise<Running> {
  const death = Promise.withResolvers<undefined>();
  let isDead = false;
  void death.promise.then(() => {
    isDead = true;
  });
  const database = await openDatabase({ dataDir: folder });
  installWitness(folder);
  const app = await createApp({
    database,
    clock: { now: () => EPOCH_MS + loop.now() },
    random: (count) => random.bytes(new Uint8Array(count)),
    secrets: testSecrets,
    log: createSimLog(failed),
    fileStorage: storage(() => isDead),
    mail: { send: () => Promise.resolve(), close: () => undefined },
    argon: { memoryCost: 8, timeCost: 1, parallelism: 1 },
    publicUrl: 'http://cairn.test',
    limits: { requestsPerMinute: 0, ...limits },
  });
  const handle = new BetterSqlite(`${folder}/cairn.db`, { readonly: true });
  return { app, database, truth: createTruth(handle), death };
}

async function inject(app: App, call: HttpCall): Promise<HttpAnswer> {
  const answer = await app.fastify.inject({
    method: call.method,
    url: call.url,
    headers: { ...call.headers },
    ...(call.body !== undefined && { payload: JSON.stringify(call.body) }),
    ...(call.bytes !== undefined && { payload: Buffer.from(call.bytes) }),
  });
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(answer.headers)) headers[name] = String(value);
  return { status: answer.statusCode, headers, text: answer.payload, bytes: answer.rawPayload };
}
