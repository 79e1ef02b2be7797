import {
  type BootstrapLine,
  bootstrapLineSchema,
  checkSchema,
  pullPageSchema,
  pushAnswerSchema,
  scopePageSchema,
} from '../../model/protocol/messages.ts';
import { parseAt } from '../../model/shared/parse.ts';
import { BrokenStream, type Reply, type Transport } from '../core/ports/transport.ts';
import { type Call, type Http, parsed } from './http.ts';
import { ndjson } from './ndjson.ts';
import type { Session } from './session.ts';

export interface TransportOptions {
  readonly http: Http;
  readonly session: Pick<Session, 'token'>;
  readonly orgId: string;
  /** Renews the token, only for the person of this account. */
  readonly refresh: () => Promise<Reply<void>>;
}

/** Milliseconds until the first line of a download. */
const FIRST_LINE = 60_000;

/** True when the server, or a proxy before it, has no such call. */
function isUnknownCall(reply: Reply<unknown>): boolean {
  if (reply.ok || reply.failure.kind === 'later') return false;
  const { failure } = reply;
  const status = failure.kind === 'refused' ? failure.status : failure.proxy;
  return status === 404 || status === 405;
}

/** Sync calls over HTTP. */
export function httpTransport({ http, session, orgId, refresh }: TransportOptions): Transport {
  const withToken = async <T>(
    call: Call,
    send: (call: Call) => Promise<Reply<T>>,
  ): Promise<Reply<T>> => {
    const token = session.token();
    if (token === undefined) return { ok: false, failure: NO_TOKEN };
    const query = { organization_accesskey_id: orgId, ...call.query };
    return send({ ...call, query, token });
  };
  return {
    push: async (request) => {
      const call = { method: 'POST', path: 'sync/push', body: request } as const;
      return parsed(await withToken(call, http.call), (value) => parseAt(pushAnswerSchema, value));
    },
    pull: async ({ stream, since, sinceAt, epoch, limit, client }) => {
      const query = queryOf({ stream, since, since_at: sinceAt, epoch, limit, ...client });
      const call = { method: 'GET', path: 'sync/pull', query } as const;
      return parsed(await withToken(call, http.call), (value) => parseAt(pullPageSchema, value));
    },
    scope: async ({ stream, scope, after, part, rows = 'all', unchangedSince, task }) => {
      const path = `sync/scope/${encodeURIComponent(scope)}`;
      const kind = rows === 'all' ? {} : { [rows]: 1 };
      const query = queryOf({ stream, after, ...kind, hot: unchangedSince, task, ...part });
      const call = { method: 'GET', path, query } as const;
      return parsed(await withToken(call, http.call), (value) => parseAt(scopePageSchema, value));
    },
    bootstrap: async ({ stream, first, held, tasks }) => {
      const query = { stream, ...(first !== null && { first }) };
      const call = {
        method: 'POST',
        path: 'sync/bootstrap',
        query,
        body: { held, tasks, hot: true },
        timeout: FIRST_LINE,
      } as const;
      const sent = await withToken(call, http.stream);
      // A server before outlines, or a proxy that knows only its calls: a download without outlines (OUT-2.3).
      const reply = isUnknownCall(sent)
        ? await withToken(
            { method: 'GET', path: call.path, query, timeout: FIRST_LINE },
            http.stream,
          )
        : sent;
      return reply.ok ? { ok: true, value: linesOf(reply.value) } : reply;
    },
    check: async (query) =>
      parsed(await withToken(checkCall(query), http.call), (value) => parseAt(checkSchema, value)),
    refresh,
  };
}

type CheckQuery = Parameters<Transport['check']>[0];

/** A comparison of details names many tasks, and is therefore a body (PULL-8.4). */
function checkCall(wanted: CheckQuery): Call {
  const { stream, scope, fresh, since, limits, range, details } = wanted;
  const path = 'sync/check';
  if (details !== undefined) return { method: 'POST', path, body: { stream, scope, ...details } };
  const flag = (isSet: boolean | undefined) => (isSet === true ? 1 : undefined);
  return {
    method: 'GET',
    path,
    query: queryOf({ stream, scope, fresh: flag(fresh), since, limits: flag(limits), ...range }),
  };
}

/** Query with the fields that have a value. */
function queryOf(
  fields: Readonly<Record<string, string | number | null | undefined>>,
): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, value]) =>
      value === undefined || value === null ? [] : [[name, String(value)]],
    ),
  );
}

/** Returned before a sign-in in this tab: the cookie may allow a renewal. */
const NO_TOKEN = {
  kind: 'refused',
  status: 401,
  code: 'unauthenticated',
  message: '',
  details: {},
} as const;

async function* linesOf(body: ReadableStream<Uint8Array>): AsyncGenerator<BootstrapLine> {
  const lines = ndjson(body);
  try {
    for (;;) {
      const next = await lineOf(lines);
      if (next === undefined) return;
      yield next;
    }
  } finally {
    await lines.return(undefined);
  }
}

/** Only an error of the stream means a broken download; an error while its rows are applied is thrown on. */
async function lineOf(lines: AsyncGenerator<unknown>): Promise<BootstrapLine | undefined> {
  try {
    const next: IteratorResult<unknown, unknown> = await lines.next();
    return next.done === true ? undefined : parseAt(bootstrapLineSchema, next.value);
  } catch (error) {
    throw new BrokenStream('The download broke off', { cause: error });
  }
}
