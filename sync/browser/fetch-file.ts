import type { Timers } from '../core/ports/machine.ts';
import { SILENCE, timeLimit, whileMoving } from './time-limit.ts';

interface FileRequest {
  readonly headers: Readonly<Record<string, string>>;
  readonly timers: Timers;
}

/**
 * Bytes at an address, or the status of the server's response. Throws without a connection and after a silence (ENG-2);
 * the total time of a large file is not limited.
 */
export async function fetchFile(
  address: string,
  { headers, timers }: FileRequest,
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
