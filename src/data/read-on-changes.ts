import { pause } from './pause.ts';

/** Milliseconds between two looks at the cursor. */
const LOOK = 10_000;
/** A read that takes the server long is repeated less often: at most in this part of the time. */
const PART = 20;
const LONGEST_WAIT = 300_000;

export interface Source {
  /** Version of the organisation that this device has reached; undefined before its first download. */
  readonly cursor: () => Promise<number | undefined>;
  /** Asks the server; rejects when the answer is missing. */
  readonly read: () => Promise<void>;
  readonly isVisible: () => boolean;
  /** A clock that only runs forward, in milliseconds. */
  readonly now: () => number;
}

/**
 * Reads what only the server knows, and again once this device has received changes, while the page is visible. Changes
 * of projects of which it has the summary move its cursor as well. A read that fails is repeated.
 */
export async function readOnChanges(
  { cursor, read, isVisible, now }: Source,
  signal: AbortSignal,
): Promise<void> {
  let isDue = true;
  let known: number | undefined;
  let wait = LOOK;
  while (!signal.aborted) {
    const reached = await cursor().catch(() => undefined);
    if (isDue || reached !== known) {
      const began = now();
      isDue = await read().then(
        () => false,
        () => true,
      );
      known = reached;
      wait = Math.min(LONGEST_WAIT, Math.max(LOOK, PART * (now() - began)));
    }
    do await pause(wait, signal);
    while (!signal.aborted && !isVisible());
  }
}
