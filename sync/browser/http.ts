import ky, { type KyInstance } from 'ky';
import { errorBodySchema } from '../../model/protocol/messages.ts';
import { HEADERS, SCHEMA_VERSION } from '../../model/protocol/version.ts';
import { CairnError, type ErrorCode } from '../../model/shared/errors.ts';
import { parseAt } from '../../model/shared/parse.ts';
import type { Failure, Reply } from '../engine/ports.ts';

export interface Call {
  readonly method: 'GET' | 'POST' | 'PUT';
  /** Path behind `/rest/`. */
  readonly path: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: Readonly<Record<string, unknown>>;
  /** Sent as they are, instead of a body of fields. */
  readonly bytes?: Uint8Array;
  readonly token?: string;
  /** Milliseconds until the answer has to begin. */
  readonly timeout?: number;
}

/** One call, one try: only the engine repeats (architecture, Stack). */
export interface Http {
  readonly call: (call: Call) => Promise<Reply<unknown>>;
  /** The body as it arrives. */
  readonly stream: (call: Call) => Promise<Reply<ReadableStream<Uint8Array>>>;
}

const TIMEOUT = 30_000;

/** `base` is the server's origin, empty for the page's own. */
export function createHttp(base: string, now: () => number): Http {
  const client = ky.create({ retry: 0, throwHttpErrors: false, cache: 'no-store' });
  const send = (call: Call) => request(client, base, call);
  return {
    call: async (call) => {
      try {
        const response = await send(call);
        if (!response.ok) return { ok: false, failure: await failureOf(response, now()) };
        return { ok: true, value: await response.json<unknown>() };
      } catch {
        // No connection, a timeout, or a page of somebody in between: nothing is known about the call.
        return { ok: false, failure: { kind: 'network' } };
      }
    },
    stream: async (call) => {
      try {
        const response = await send(call);
        if (!response.ok) return { ok: false, failure: await failureOf(response, now()) };
        if (response.body === null) return { ok: false, failure: { kind: 'network' } };
        return { ok: true, value: response.body };
      } catch {
        return { ok: false, failure: { kind: 'network' } };
      }
    },
  };
}

/** Parses an answer; one that is not ours counts as no answer. */
export function parsed<T>(reply: Reply<unknown>, parse: (value: unknown) => T): Reply<T> {
  if (!reply.ok) return reply;
  try {
    return { ok: true, value: parse(reply.value) };
  } catch (error) {
    if (error instanceof CairnError) return { ok: false, failure: { kind: 'network' } };
    throw error;
  }
}

function request(client: KyInstance, base: string, call: Call) {
  return client(`${base}/rest/${call.path}`, {
    method: call.method,
    timeout: call.timeout ?? TIMEOUT,
    credentials: 'same-origin',
    headers: {
      [HEADERS.schema]: String(SCHEMA_VERSION),
      ...(call.token !== undefined && { authorization: `Bearer ${call.token}` }),
      ...(call.bytes !== undefined && { 'content-type': 'application/octet-stream' }),
    },
    ...(call.query !== undefined && { searchParams: { ...call.query } }),
    ...(call.body !== undefined && { json: call.body }),
    ...(call.bytes !== undefined && { body: new Uint8Array(call.bytes) }),
  });
}

async function failureOf(response: Response, now: number): Promise<Failure> {
  const retryAfter = retryAfterOf(response.headers.get('retry-after'), now);
  const rest = retryAfter === undefined ? {} : { retryAfter };
  try {
    const body = parseAt(errorBodySchema, await response.json());
    const { code, message, details } = body;
    return {
      kind: 'refused',
      status: response.status,
      code,
      message,
      details: details ?? {},
      ...rest,
    };
  } catch {
    // A proxy's page, not ours: only its status says something, and only about whether to come back.
    if (response.status < 500 && response.status !== 429) return { kind: 'network' };
    const code = codeOf(response.status);
    return { kind: 'refused', status: response.status, code, message: '', details: {}, ...rest };
  }
}

function codeOf(status: number): ErrorCode {
  if (status === 429) return 'rate_limited';
  return status === 500 ? 'internal' : 'unavailable';
}

/** Seconds or a date, as HTTP has it; answered in milliseconds from now. */
function retryAfterOf(header: string | null, now: number): number | undefined {
  if (header === null) return undefined;
  const seconds = Number(header);
  const wait = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(header) - now;
  return Number.isFinite(wait) && wait >= 0 ? wait : undefined;
}
