/** Seconds after which the log names what a stop still waits for, and after each further ones. */
const NOTE_SECONDS = 2;

export interface StopLog {
  readonly warn: (details: object, text: string) => void;
}

interface Part {
  /** For the operator, such as `requests`. */
  readonly name: string;
  /** What of it has not ended. */
  readonly left?: () => object;
}

/** Waits until a part of the server has ended. While it has not, the log says so every two seconds. */
export async function waitFor<T>(
  log: StopLog | undefined,
  { name, left }: Part,
  ended: Promise<T>,
): Promise<T> {
  let seconds = 0;
  const timer = setInterval(() => {
    seconds += NOTE_SECONDS;
    log?.warn({ waiting_for: name, seconds, ...left?.() }, 'the stop waits');
  }, NOTE_SECONDS * 1_000);
  try {
    return await ended;
  } finally {
    clearInterval(timer);
  }
}

/** Resolves with true when the work has ended, with false after the given milliseconds; rejects like the work. */
export async function endsWithin(ms: number, work: Promise<unknown>): Promise<boolean> {
  const late = Promise.withResolvers<boolean>();
  const timer = setTimeout(() => late.resolve(false), ms);
  try {
    return await Promise.race([work.then(() => true), late.promise]);
  } finally {
    clearTimeout(timer);
  }
}
