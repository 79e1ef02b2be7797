import type { Database, Snapshot } from './database.ts';

/** So many look through one: the last of them waits for the statements of all the others. */
const SHARERS = 8;

interface Sharer {
  /** Settles the one who asked; false: it has to look again, by itself. */
  readonly look: (snapshot: Snapshot) => Promise<boolean>;
  readonly readAlone: () => Promise<void>;
}

/**
 * Snapshots for many who ask at once, as all do whose writes went to the disk in one commit:
 *
 *   ask, ask, ask --> [ begin, what each of them reads, rollback ]
 *
 * It begins after the last of them has asked, so that nobody sees less than what was on disk when they did. Only for
 * reads through `all` and without effects: where it breaks, each of them looks again in a snapshot of its own.
 */
export function shareSnapshots(database: Pick<Database, 'snapshot'>): Database['snapshot'] {
  let waiting: Sharer[] = [];
  const open = async (sharers: readonly Sharer[]) => {
    const unsettled = new Set(sharers);
    // Whatever made it break is told to whom it is about, below.
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
