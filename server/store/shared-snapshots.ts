import type { Database, Snapshot } from './database.ts';

/** Readers that share one snapshot at most: the last of them waits for the statements of all others. */
const SHARERS = 8;

interface Sharer {
  /** Settles one reader; false: it must read again in a snapshot of its own. */
  readonly look: (snapshot: Snapshot) => Promise<boolean>;
  readonly readAlone: () => Promise<void>;
}

/**
 * Shares one snapshot between concurrent readers, such as the responses to the writes of one commit:
 *
 *   ask, ask, ask --> [ begin, the reads of each, rollback ]
 *
 * The snapshot begins after the last of them has asked, so that each sees at least what was on disk when it asked.
 * Only for reads through `all` and without effects: after an error each reader tries again in a snapshot of its own.
 */
export function shareSnapshots(database: Pick<Database, 'snapshot'>): Database['snapshot'] {
  let waiting: Sharer[] = [];
  const open = async (sharers: readonly Sharer[]) => {
    const unsettled = new Set(sharers);
    // The error is reported to the reader that it belongs to, below.
    await database
      .snapshot(async (snapshot) => {
        await Promise.all(
          sharers.map(async (sharer) => {
            if (await sharer.look(snapshot)) unsettled.delete(sharer);
          }),
        );
      })
      .catch(() => undefined);
    await Promise.all([...unsettled].map((sharer) => sharer.readAlone()));
  };
  const openAll = () => {
    const sharers = waiting;
    waiting = [];
    for (let from = 0; from < sharers.length; from += SHARERS) {
      void open(sharers.slice(from, from + SHARERS));
    }
  };
  return <T>(work: (snapshot: Snapshot) => Promise<T>): Promise<T> => {
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    if (waiting.length === 0) setImmediate(openAll);
    waiting.push({
      look: (snapshot) =>
        work(snapshot).then(
          (found) => {
            resolve(found);
            return true;
          },
          () => false,
        ),
      readAlone: () => database.snapshot(work).then(resolve, reject),
    });
    return promise;
  };
}
