import type { Timers } from '../core/ports/machine.ts';
import { timeLimit, whileMoving } from './time-limit.ts';

interface FileWish {
  readonly headers: Readonly<Record<string, string>>;
  readonly timers: Timers;
}

/** Milliseconds in which the answer has to begin, and more of it to come. */
const SILENCE = 60_000;

/**
 * The bytes at an address, or the status the server answered with. Throws without a connection, and when nothing moves
 * any more (ENG-2); a large file may take as long as it likes.
 */
export async function fetchFile(
  address: string,
  { headers, timers }: FileWish,
): Promise<Blob | number> {
  const limit = timeLimit(timers);
  limit.begin(SILENCE);
  try {
    const answer = await fetch(address, { headers, signal: limit.signal });
    if (!answer.ok) return answer.status;
    return await new Response(whileMoving(answer.body, limit, SILENCE), answer).blob();
  } finally {
    limit.end();
  }
}
