import type { Timers } from '../core/ports/machine.ts';
import { timeLimit, whileMoving } from './time-limit.ts';

interface FileRequest {
  readonly headers: Readonly<Record<string, string>>;
  readonly timers: Timers;
}

/** Milliseconds without any received byte after which the request ends. */
const SILENCE = 60_000;

/**
 * Bytes at an address, or the status of the server's response. Throws without a connection and after a silence (ENG-2);
 * the total time of a large file is not limited.
 */
export async function fetchFile(address: string, request: FileRequest): Promise<Blob | number> {
  const found = await fetchWhole(address, request);
  return typeof found === 'number' ? found : found.blob();
}

/** The same with the headers of the response, for a cache. */
export async function fetchWhole(
  address: string,
  { headers, timers }: FileRequest,
): Promise<Response | number> {
  const limit = timeLimit(timers);
  limit.begin(SILENCE);
  try {
    const answer = await fetch(address, { headers, signal: limit.signal });
    if (!answer.ok) return answer.status;
    const bytes = await new Response(whileMoving(answer.body, limit, SILENCE), answer).blob();
    const kept = new Headers(answer.headers);
    // The bytes are decoded by now.
    kept.delete('content-encoding');
    kept.set('content-length', String(bytes.size));
    return new Response(bytes, { status: answer.status, headers: kept });
  } finally {
    limit.end();
  }
}
