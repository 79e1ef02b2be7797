const { setImmediate, setTimeout } = globalThis;

/** Timers of the machine itself, which a virtual loop replaces for everything else. */
export const realTime = {
  /** One turn of the event loop: everything that follows from settled promises has run. */
  turn: () => new Promise<void>((resolve) => void setImmediate(resolve)),
  /** Resolves with false after that many milliseconds. */
  sleep: (milliseconds: number) =>
    new Promise<false>((resolve) => void setTimeout(resolve, milliseconds, false)),
};
