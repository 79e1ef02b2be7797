import { callbackify } from 'node:util';
import pg from 'pg';
import type { StatementQueue } from './statement-queue.ts';

type Callback = (error: unknown, result?: unknown) => void;

interface ClientOptions {
  readonly isDead: () => boolean;
  /** Called after each statement that may have written or committed. */
  readonly wrote: () => void;
}

const READS: readonly unknown[] = ['SELECT', 'BEGIN', 'SAVEPOINT', 'RELEASE'];

/**
 * The driver's client for a process of a simulated server: its statements run through the queue, and none after the
 * process was killed.
 */
export function queuedClient(
  queue: StatementQueue,
  { isDead, wrote }: ClientOptions,
): typeof pg.Client {
  class QueuedClient extends pg.Client {}
  for (const name of ['connect', 'query'] as const) {
    const original: unknown = Reflect.get(pg.Client.prototype, name);
    Reflect.set(QueuedClient.prototype, name, function run(this: pg.Client, ...args: unknown[]) {
      const callback = isCallback(args.at(-1)) ? args.pop() : undefined;
      const result = queue.run(
        async (): Promise<unknown> => {
          if (isDead()) throw new Error('The process was killed');
          const found = await call(original, this, args);
          if (!READS.includes(commandOf(found))) wrote();
          return found;
        },
        { owner: QueuedClient, backend: () => backendOf(this) },
      );
      if (!isCallback(callback)) return result;
      callbackify(() => result)(callback);
      return undefined;
    });
  }
  return QueuedClient;
}

function isCallback(value: unknown): value is Callback {
  return typeof value === 'function';
}

function call(method: unknown, client: pg.Client, args: readonly unknown[]): unknown {
  if (typeof method !== 'function') throw new TypeError('The driver has no such method');
  return Reflect.apply(method, client, [...args]);
}

/** Command of a result, e.g. `INSERT`. */
function commandOf(result: unknown): unknown {
  return typeof result === 'object' && result !== null ? Reflect.get(result, 'command') : undefined;
}

/** Undefined: not connected yet. */
function backendOf(client: pg.Client): number | undefined {
  const id: unknown = Reflect.get(client, 'processID');
  return typeof id === 'number' ? id : undefined;
}
