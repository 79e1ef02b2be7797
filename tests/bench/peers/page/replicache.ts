/**
 * Replicache, which is not a dependency of this project: the bench builds a page around this module where the package
 * is installed, and passes its class. The interfaces name what is used of it.
 */
import { serve } from './harness.ts';
import { type BenchRow, type Replica, SHOWN } from './replica.ts';
import { followSocket } from './socket.ts';

interface ReadTransaction {
  readonly get: (key: string) => Promise<BenchRow | undefined>;
  readonly scan: (options: {
    readonly prefix: string;
    readonly indexName?: string;
    readonly limit?: number;
  }) => {
    readonly keys: () => { readonly toArray: () => Promise<readonly unknown[]> };
    readonly values: () => { readonly toArray: () => Promise<readonly BenchRow[]> };
  };
}

interface WriteTransaction extends ReadTransaction {
  readonly set: (key: string, value: BenchRow) => Promise<void>;
}

interface Rename {
  readonly id: string;
  readonly name: string;
}

interface ReplicacheOptions {
  readonly name: string;
  readonly logLevel: 'error';
  readonly pushURL: string;
  readonly pullURL: string;
  readonly pullInterval: null;
  readonly indexes: Readonly<Record<string, { readonly jsonPointer: string }>>;
  readonly mutators: {
    readonly rename: (tx: WriteTransaction, args: Rename) => Promise<void>;
  };
}

interface Replicache {
  readonly mutate: { readonly rename: (args: Rename) => Promise<void> };
  readonly pull: () => unknown;
  readonly push: (options: { readonly now: boolean }) => unknown;
  readonly query: <T>(body: (tx: ReadTransaction) => Promise<T>) => Promise<T>;
  readonly subscribe: <T>(
    body: (tx: ReadTransaction) => Promise<T>,
    changed: (value: T) => void,
  ) => () => void;
}

const TASKS = 'task/';

/** Serves the page with the class of the installed package. */
export function serveReplicache(Class: new (options: ReplicacheOptions) => Replicache): void {
  serve({ open: () => Promise.resolve(open(Class)) });
}

function open(Class: new (options: ReplicacheOptions) => Replicache): Replica {
  const replicache = new Class({
    name: 'bench',
    logLevel: 'error',
    pushURL: '/replicache/push',
    pullURL: '/replicache/pull',
    pullInterval: null,
    // An index has one text: the server adds `place`, column, rank and id joined.
    indexes: { place: { jsonPointer: '/place' } },
    mutators: {
      rename: async (tx, { id, name }) => {
        const row = await tx.get(`${TASKS}${id}`);
        if (row !== undefined) await tx.set(`${TASKS}${id}`, { ...row, name });
      },
    },
  });
  followSocket('/events', { opened: () => replicache.pull(), message: () => replicache.pull() });
  globalThis.addEventListener('online', () => replicache.push({ now: true }));
  return {
    followCount: (changed) =>
      replicache.subscribe(
        async (tx) => (await tx.scan({ prefix: TASKS }).keys().toArray()).length,
        changed,
      ),
    followColumn: (card, changed) =>
      void replicache.subscribe(
        (tx) =>
          tx
            .scan({ indexName: 'place', prefix: `${card} `, limit: SHOWN })
            .values()
            .toArray(),
        changed,
      ),
    ids: async (count) => {
      const keys = await replicache.query((tx) =>
        tx.scan({ prefix: TASKS, limit: count }).keys().toArray(),
      );
      return keys.map((key) => String(key).slice(TASKS.length));
    },
    rename: (id, name) => replicache.mutate.rename({ id, name }),
  };
}
