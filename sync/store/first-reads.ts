import type { Observed } from './reactive/observed.ts';

/** Milliseconds from `expect` until the values are not kept current any more without a listener. */
const EXPECTED_MS = 3_000;

/** Values that every screen needs in its first frame. */
export interface FirstReads {
  /** True once all of them have been read; they stay current while there are listeners. */
  readonly done: Observed<true>;
  /** Starts the reads before the first screen renders. */
  readonly expect: () => void;
}

export function firstReads(values: readonly Observed<unknown>[]): FirstReads {
  const done: Observed<true> = {
    current: () => (values.every((value) => value.current() !== undefined) ? true : undefined),
    subscribe: (changed) => {
      const stops = values.map((value) => value.subscribe(changed));
      return () => {
        for (const stop of stops) stop();
      };
    },
  };
  return {
    done,
    expect: () => {
      setTimeout(
        done.subscribe(() => undefined),
        EXPECTED_MS,
      );
    },
  };
}
