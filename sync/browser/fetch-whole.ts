import type { Timers } from '../core/ports/machine.ts';
import { SILENCE, timeLimit, whileMoving } from './time-limit.ts';

/** Beginning of a file whose download was cut, with the entity tag of its bytes. */
export interface ReceivedPart {
  readonly etag: string;
  readonly bytes: Blob;
}

interface WholeRequest {
  readonly headers: Readonly<Record<string, string>>;
  readonly timers: Timers;
  readonly received: Map<string, ReceivedPart>;
}

/** Fewer bytes are requested again rather than continued. */
const WORTH_CONTINUING = 1_000_000;
/** Statuses after which the beginning of a file is of no use. */
const USELESS: ReadonlySet<number> = new Set([403, 404, 410, 412, 416]);
/** Bytes per Blob, which a browser keeps on its disk. */
const GATHERED = 4_000_000;

/**
 * A file with the headers of its response, for a cache, or the status of a refusal; throws like `fetchFile`. `received`
 * has the beginning of the file whose download was cut last, by its address: the next request for it continues there
 * with a range, unless the bytes have changed (`If-Range`).
 */
export async function fetchWhole(
  address: string,
  { headers, timers, received }: WholeRequest,
): Promise<Response | number> {
  const limit = timeLimit(timers);
  limit.begin(SILENCE);
  const part = received.get(address);
  try {
    const sent = new Headers(headers);
    if (part !== undefined) {
      sent.set('range', `bytes=${String(part.bytes.size)}-`);
      sent.set('if-range', part.etag);
    }
    const answer = await fetch(address, { headers: sent, signal: limit.signal });
    // An expired session leaves the beginning; a missing file, or other bytes, end it.
    if (answer.ok || USELESS.has(answer.status)) received.delete(address);
    if (!answer.ok) return answer.status;
    if (answer.status === 206 && !continues(answer, part)) throw new TypeError('Another range');
    const gathered = gather(answer.status === 206 ? part?.bytes : undefined);
    const etag = answer.headers.get('etag');
    try {
      const reader = whileMoving(answer.body, limit, SILENCE).getReader();
      for (;;) {
        const { value, done } = await reader.read();
        if (done) break;
        gathered.add(value);
      }
    } catch (cut) {
      const bytes = gathered.blob();
      // Encoded bytes have other positions than decoded ones, and a weak tag does not name them.
      const isExact = etag?.startsWith('"') === true && !answer.headers.has('content-encoding');
      if (isExact && bytes.size >= WORTH_CONTINUING) {
        received.clear();
        received.set(address, { etag, bytes });
      }
      throw cut;
    }
    const bytes = gathered.blob();
    const kept = new Headers(answer.headers);
    // The bytes are decoded and complete by now.
    kept.delete('content-encoding');
    kept.delete('content-range');
    kept.set('content-length', String(bytes.size));
    return new Response(bytes, { status: 200, headers: kept });
  } finally {
    limit.end();
  }
}

function continues({ headers }: Response, part: ReceivedPart | undefined): boolean {
  const from = /^bytes (\d+)-/.exec(headers.get('content-range') ?? '')?.[1];
  return part !== undefined && from === String(part.bytes.size);
}

interface Gathered {
  readonly add: (chunk: Uint8Array<ArrayBuffer>) => void;
  readonly blob: () => Blob;
}

/** Bytes in their order, behind `begin`. */
function gather(begin: Blob | undefined): Gathered {
  const blobs: Blob[] = begin === undefined ? [] : [begin];
  let chunks: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  const settle = () => {
    if (chunks.length > 0) blobs.push(new Blob(chunks));
    chunks = [];
    size = 0;
  };
  return {
    add: (chunk) => {
      chunks.push(chunk);
      size += chunk.length;
      if (size >= GATHERED) settle();
    },
    blob: () => {
      settle();
      return new Blob(blobs);
    },
  };
}
