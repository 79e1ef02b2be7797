import ky, { type KyInstance } from 'ky';
import { errorBodySchema } from '../../model/protocol/messages.ts';
import { HEADERS, SCHEMA_VERSION } from '../../model/protocol/version.ts';
import { CairnError, type ErrorCode } from '../../model/shared/errors.ts';
import { parseAt } from '../../model/shared/parse.ts';
import type { Ports } from '../core/ports/ports.ts';
import type { Failure, Reply } from '../core/ports/transport.ts';
import { type TimeLimit, timeLimit, whileMoving } from './time-limit.ts';

export interface Call {
  readonly method: 'GET' | 'POST' | 'PUT';
  /** Path after `/rest/`. */
  readonly path: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: Readonly<Record<string, unknown>>;
  /** Raw request body, in place of JSON fields. */
  readonly bytes?: Uint8Array;
  readonly token?: string;
  /**
   * Milliseconds until the response begins once the request is sent, and between two chunks of the response. Sending
   * has additional time by the size of the body.
   */
  readonly timeout?: number;
}

/** One call, one attempt: only the engine repeats (architecture, Stack). */
export interface Http {
  readonly call: (call: Call) => Promise<Reply<unknown>>;
  /** The body as a stream. */
  readonly stream: (call: Call) => Promise<Reply<ReadableStream<Uint8Array>>>;
}

const TIMEOUT = 30_000;
/**
 * Milliseconds for a response that is read as a whole, from its beginning: the protocol bounds its size, so a longer
 * one never ends.
 */
const WHOLE = 300_000;
/** Bytes per millisecond of the slowest supported uplink: 40 kbit/s. */
const SLOWEST = 5;

/**
 * `base` is the server's origin, empty for that of the page. Every wait for a response and its body is limited (ENG-2).
 */
export function createHttp(base: string, { clock, timers }: Pick<Ports, 'clock' | 'timers'>): Http {
  // Disabled, because ky's timeout ends with the headers.
  const client = ky.create({ retry: 0, throwHttpErrors: false, cache: 'no-store', timeout: false });
  const answered = async <T>(
    call: Call,
    readBody: (body: ReadableStream<Uint8Array>, expire: () => void) => Promise<T>,
  ): Promise<Reply<T>> => {
    const limit = timeLimit(timers);
    try {
      const response = await request(client, { base, call, limit });
      const body = whileMoving(response.body, limit, silenceOf(call));
      if (response.ok) return { ok: true, value: await readBody(body, limit.expire) };
      const text = await textOf(body, limit.expire);
      return { ok: false, failure: failureOf(response, text, clock.now()) };
    } catch {
      // No connection, a timeout, or a page of an intermediary: the outcome of the call is unknown.
      return { ok: false, failure: { kind: 'network' } };
    } finally {
      limit.end();
    }
  };
  const textOf = async (body: ReadableStream<Uint8Array>, expire: () => void) => {
    const cancel = timers.after(WHOLE, expire);
    return new Response(body).text().finally(cancel);
  };
  return {
    call: (call) =>
      answered(call, async (body, expire) => {
        const value: unknown = JSON.parse(await textOf(body, expire));
        return value;
      }),
    stream: (call) => answered(call, (body) => Promise.resolve(body)),
  };
}

/** Parses a response; one that is not Cairn's counts as a missing response. */
export function parsed<T>(reply: Reply<unknown>, parse: (value: unknown) => T): Reply<T> {
  if (!reply.ok) return reply;
  try {
    return { ok: true, value: parse(reply.value) };
  } catch (error) {
    if (error instanceof CairnError) return { ok: false, failure: { kind: 'network' } };
    throw error;
  }
}

interface Request {
  readonly base: string;
  readonly call: Call;
  readonly limit: TimeLimit;
}

async function request(client: KyInstance, { base, call, limit }: Request): Promise<Response> {
  const { query, token, bytes = jsonOf(call.body) } = call;
  limit.begin(silenceOf(call) + (bytes?.length ?? 0) / SLOWEST);
  const type = call.bytes === undefined ? 'application/json' : 'application/octet-stream';
  try {
    return await client(`${base}/rest/${call.path}`, {
      method: call.method,
      signal: limit.signal,
      credentials: 'same-origin',
      headers: {
        [HEADERS.schema]: String(SCHEMA_VERSION),
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...(bytes !== undefined && { 'content-type': type }),
      },
      ...(query !== undefined && { searchParams: { ...query } }),
      ...(bytes !== undefined && { body: new Uint8Array(bytes) }),
    });
  } finally {
    limit.end();
  }
}

function jsonOf(body: Call['body']): Uint8Array | undefined {
  return body && new TextEncoder().encode(JSON.stringify(body));
}

function silenceOf(call: Call): number {
  return call.timeout ?? TIMEOUT;
}

function failureOf(response: Response, text: string, now: number): Failure {
  const retryAfter = retryAfterOf(response.headers.get('retry-after'), now);
  const rest = retryAfter === undefined ? {} : { retryAfter };
  try {
    const { code, message, details } = parseAt(errorBodySchema, JSON.parse(text));
    return {
      kind: 'refused',
      status: response.status,
      code,
      message,
      details: details ?? {},
      ...rest,
    };
  } catch {
    // A page of a proxy: only its status is used, and it is never a verdict of the server.
    const { status } = response;
    if (status < 500 && status !== 429) return { kind: 'network', proxy: status };
    return { kind: 'refused', status, code: codeOf(status), message: '', details: {}, ...rest };
  }
}

function codeOf(status: number): ErrorCode {
  if (status === 429) return 'rate_limited';
  return status === 500 ? 'internal' : 'unavailable';
}

/** The `Retry-After` header, seconds or a date, as milliseconds from now. */
function retryAfterOf(header: string | null, now: number): number | undefined {
  if (header === null) return undefined;
  const seconds = Number(header);
  const wait = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(header) - now;
  return Number.isFinite(wait) && wait >= 0 ? wait : undefined;
}
