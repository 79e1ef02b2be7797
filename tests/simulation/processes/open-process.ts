import type { App } from '../../../server/app.ts';
import { createApp } from '../../../server/app.ts';
import type { FileStorage } from '../../../server/files/storage.ts';
import type { ProcessBus } from '../../../server/store/database.ts';
import { testSecrets } from '../../support/test-secrets.ts';
import type { SeededRandom } from '../random.ts';
import { createSimLog } from '../sim-log.ts';
import type { VirtualLoop } from '../virtual-loop.ts';
import type { HttpAnswer, HttpCall } from '../wire.ts';
import type { ServerData } from '../server-data/server-data.ts';

/** The server's initial clock: 1 January 2030. */
export const EPOCH_MS = Date.UTC(2030, 0, 1);

/** A process of the server. */
export interface Process {
  readonly app: App;
  readonly isDead: () => boolean;
  /** Undefined: it was killed before it responded. */
  readonly call: (call: HttpCall) => Promise<HttpAnswer | undefined>;
  /** Ends the process. The promise settles when what is left of it has ended. */
  readonly kill: () => Promise<unknown>;
}

export interface ProcessOptions {
  readonly loop: VirtualLoop;
  readonly random: SeededRandom;
  readonly limits: {
    readonly detailRows?: number;
    readonly taskRows?: number;
    readonly coldAfter?: number;
  };
  readonly storage: (isDead: () => boolean) => FileStorage;
  /** Called for every unexpected error, except of a process that was killed. */
  readonly failed: (what: string) => void;
  /** Connects it with the other processes; undefined: it has the data alone. */
  readonly bus?: ((isDead: () => boolean) => ProcessBus) | undefined;
}

export async function openProcess(
  data: Pick<ServerData, 'open'>,
  options: ProcessOptions,
): Promise<Process> {
  const { loop, random, limits, storage, failed, bus } = options;
  /** Resolves when the process is killed: connections break then, whatever the state of their calls. */
  const death = Promise.withResolvers<undefined>();
  let dead = false;
  const isDead = () => dead;
  const { database, ...opened } = await data.open(isDead);
  const app = await createApp({
    database: { ...database, ...(bus && { bus: bus(isDead) }) },
    clock: { now: () => EPOCH_MS + loop.now() },
    random: (count) => random.bytes(new Uint8Array(count)),
    secrets: testSecrets,
    log: createSimLog((what) => {
      if (!dead) failed(what);
    }),
    fileStorage: storage(isDead),
    mail: { send: () => Promise.resolve(), close: () => undefined },
    argon: { memoryCost: 8, timeCost: 1, parallelism: 1 },
    publicUrl: 'http://cairn.test',
    limits: { requestsPerMinute: 0, ...limits },
  });
  return {
    app,
    isDead,
    call: async (call) => {
      const answer = await Promise.race([inject(app, call), death.promise]);
      return dead ? undefined : answer;
    },
    kill: () => {
      dead = true;
      opened.kill();
      death.resolve(undefined);
      return app.close().then(() => opened.close());
    },
  };
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
