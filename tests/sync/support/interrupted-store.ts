import type { Store } from '../../../sync/core/ports/store.ts';

/** The store with another write before each of the first `times` writes, as of another tab or of the engine. */
export function interruptedStore(
  store: Store,
  other: (time: number) => Promise<unknown>,
  times = 1,
): Store {
  let done = 0;
  return {
    ...store,
    write: async (options, work) => {
      if (done < times) {
        done += 1;
        await other(done);
      }
      return store.write(options, work);
    },
  };
}
