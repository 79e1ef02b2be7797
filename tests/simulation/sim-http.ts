import { errorBodySchema } from '../../model/protocol/messages.ts';
import { HEADERS } from '../../model/protocol/version.ts';
import { parseAt } from '../../model/shared/parse.ts';
import type { Call, Http } from '../../sync/browser/http.ts';
import type { Failure, Reply } from '../../sync/core/ports/transport.ts';
import type { SeededRandom } from './random.ts';
import type { Line, Network } from './network.ts';
import type { VirtualLoop } from './virtual-loop.ts';
import { type HttpAnswer, type HttpCall, jsonOf } from './wire.ts';

interface SimHttpOptions {
  readonly network: Network;
  readonly line: Line;
  readonly loop: VirtualLoop;
  readonly random: SeededRandom;
  /** Schema of the page's build. */
  readonly schema: () => number;
  /** The browser's cookie jar. */
  readonly cookie: () => string;
}

/** The browser's HTTP on the simulated network, below the engine's real transport and session. */
export function createSimHttp(options: SimHttpOptions): Http {
  const send = (call: Call) => options.network.send(options.line, wireOf(call, options));
  return {
    call: async (call) => {
      const answer = await send(call);
      if (answer === undefined) return { ok: false, failure: { kind: 'network' } };
      if (answer.status >= 400) return { ok: false, failure: failureOf(answer) };
      const value = jsonOf(answer);
      // A page of a proxy, or a response that was cut: the outcome is unknown.
      if (value === undefined) return { ok: false, failure: { kind: 'network' } };
      return { ok: true, value };
    },
    stream: async (call): Promise<Reply<ReadableStream<Uint8Array>>> => {
      const answer = await send(call);
      if (answer === undefined) return { ok: false, failure: { kind: 'network' } };
      if (answer.status >= 400) return { ok: false, failure: failureOf(answer) };
      return { ok: true, value: streamOf(answer.text, options) };
    },
  };
}

function wireOf(call: Call, { cookie, schema }: SimHttpOptions): HttpCall {
  const query =
    call.query === undefined ? '' : `?${new URLSearchParams({ ...call.query }).toString()}`;
  return {
    method: call.method,
    url: `/rest/${call.path}${query}`,
    headers: {
      [HEADERS.schema]: String(schema()),
      cookie: `cairn_session=${cookie()}`,
      ...(call.token !== undefined && { authorization: `Bearer ${call.token}` }),
      ...(call.body !== undefined && { 'content-type': 'application/json' }),
      ...(call.bytes !== undefined && { 'content-type': 'application/octet-stream' }),
    },
    ...(call.body !== undefined && { body: call.body }),
    ...(call.bytes !== undefined && { bytes: call.bytes }),
  };
}

function failureOf(answer: HttpAnswer): Failure {
  const seconds = Number(answer.headers['retry-after'] ?? Number.NaN);
  try {
    const { code, message, details } = parseAt(errorBodySchema, jsonOf(answer));
    return {
      kind: 'refused',
      status: answer.status,
      code,
      message,
      details: details ?? {},
      ...(Number.isFinite(seconds) && { retryAfter: seconds * 1000 }),
    };
  } catch {
    // A page of a proxy, as in sync/browser/http.ts.
    const { status } = answer;
    if (status < 500) return { kind: 'network', proxy: status };
    const rest = Number.isFinite(seconds) ? { retryAfter: seconds * 1000 } : {};
    return { kind: 'refused', status, code: 'unavailable', message: '', details: {}, ...rest };
  }
}

const PIECES = 4;

/** A body that arrives in chunks and may break off. */
function streamOf(
  text: string,
  { loop, random, line }: SimHttpOptions,
): ReadableStream<Uint8Array> {
  const bytes = new TextEncoder().encode(text);
  const breaks = random.chance(line.weather.lostAnswer) ? random.int(PIECES) : PIECES;
  const size = Math.ceil(bytes.length / PIECES);
  let piece = 0;
  return new ReadableStream<Uint8Array>({
    pull: async (controller) => {
      await new Promise<void>((resolve) => void loop.after(3 + random.int(40), resolve));
      if (piece >= breaks || line.cut || line.offline) {
        if (piece >= PIECES) controller.close();
        else controller.error(new Error('The connection broke'));
        return;
      }
      controller.enqueue(bytes.slice(piece * size, (piece + 1) * size));
      piece += 1;
      if (piece >= PIECES) controller.close();
    },
  });
}
