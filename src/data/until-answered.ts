import { CairnError } from '../../model/shared/errors.ts';
import { pause } from './pause.ts';

/** Milliseconds before the second attempt; each further wait is twice as long. */
const FIRST_WAIT = 2_000;
const LONGEST_WAIT = 60_000;

/** Reads until the server has answered: a failure that may pass does not stay on the screen until it is opened again. */
export async function untilAnswered(
  read: () => Promise<unknown>,
  signal: AbortSignal,
): Promise<void> {
  let wait = FIRST_WAIT;
  while (!signal.aborted) {
    const isAnswered = await read().then(
      () => true,
      (problem: unknown) => problem instanceof CairnError && problem.retry === 'never',
    );
    if (isAnswered) return;
    await pause(wait, signal);
    wait = Math.min(LONGEST_WAIT, 2 * wait);
  }
}
