import { CairnError } from '../../model/shared/errors.ts';

interface InFlightOptions {
  /** Pieces of work at the same time in this process. */
  readonly total: number;
  /** Of them, those of one person. */
  readonly each: number;
  /** Text of the refusal. */
  readonly message: string;
  /** `Retry-After` of the refusal, in seconds. */
  readonly retryAfter: number;
}

/**
 * Bounds work that holds much memory, or a process, for as long as it runs. What is beyond the bound is refused with
 * `rate_limited` and `details.retry_after`; nothing of it has happened, and the same request succeeds later.
 */
export interface InFlight {
  /** Begins a piece of work of a person and returns the function that ends it, or throws. */
  readonly begin: (person: string) => () => void;
  /** Runs a piece of work of a person, or throws. */
  readonly during: <T>(person: string, work: () => Promise<T>) => Promise<T>;
  /** Throws when `begin` would throw. */
  readonly requireRoom: (person: string) => void;
}

export function createInFlight({ total, each, message, retryAfter }: InFlightOptions): InFlight {
  const running = new Map<string, number>();
  let all = 0;
  const requireRoom = (person: string) => {
    if (all < total && (running.get(person) ?? 0) < each) return;
    const details = { retry_after: retryAfter };
    throw new CairnError({ code: 'rate_limited', message, details });
  };
  const begin = (person: string) => {
    requireRoom(person);
    all += 1;
    running.set(person, (running.get(person) ?? 0) + 1);
    let hasEnded = false;
    return () => {
      if (hasEnded) return;
      hasEnded = true;
      all -= 1;
      const left = (running.get(person) ?? 0) - 1;
      if (left > 0) running.set(person, left);
      else running.delete(person);
    };
  };
  return {
    begin,
    requireRoom,
    during: async (person, work) => {
      const end = begin(person);
      try {
        return await work();
      } finally {
        end();
      }
    },
  };
}
