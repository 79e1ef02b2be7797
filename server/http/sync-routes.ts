import { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import * as v from 'valibot';
import { noteRefusal } from './refusals.ts';
import type { ScopeRows } from '../../model/entities/details.ts';
import { orgStream } from '../../model/entities/scopes.ts';
import {
  type BootstrapLine,
  bootstrapRequestSchema,
  pushRequestSchema,
} from '../../model/protocol/messages.ts';
import { MOST_SEEN } from '../../model/protocol/receipts.ts';
import { LIMITS } from '../../model/protocol/version.ts';
import { isCleanText } from '../../model/shared/text.ts';
import { CairnError, refuse } from '../../model/shared/errors.ts';
import { idSchema } from '../../model/shared/ids.ts';
import type { ApplyCalls, CallsAnswer } from '../apply/apply-calls.ts';
import { checkRoutes } from './check-routes.ts';
import { callerOf } from './cookies.ts';
import { onceClosed } from './once-closed.ts';
import { NOTHING, type Route, sessionRoute, tenantRoute } from './pipeline.ts';
import { encodeLines, openBootstrap } from '../sync/bootstrap.ts';
import { noteCursor } from '../sync/device-cursors.ts';
import { noteSeen } from '../sync/note-seen.ts';
import { count, streamName } from './sync-fields.ts';
import { requireServed, requireServedCaller } from './sync-headers.ts';
import { endOf, readPull } from '../sync/pull.ts';
import { readAs } from '../sync/read-as.ts';
import { createSharedPages, encodePage } from '../sync/shared-pages.ts';
import { createSyncLoad, type SyncLoad } from '../sync/sync-load.ts';
import { readScopePage, readRangePage } from '../sync/scope-pages.ts';

/** A client id, as in an Idempotency-Key. */
const CLIENT = /^[\w.-]{1,100}$/;
const NO_CLIENT = 'client_id is not the id of a device';

/**
 * `GET sync/pull|scope/:id|bootstrap|check`, `POST sync/bootstrap`, `sync/check`, `sync/push`, `sync/received` and
 * `sync/seen`
 * (sync-protocol, PULL, WRITE-8 and RECEIPT).
 */
export function syncRoutes(apply: ApplyCalls): readonly Route[] {
  const load = createSyncLoad();
  return [
    pullRoute(load),
    scopeRoute,
    bootstrapRoute(load),
    outlineBootstrapRoute(load),
    ...checkRoutes,
    pushRoute(apply),
    receivedRoute,
    seenRoute,
  ];
}

function pullRoute(load: SyncLoad): Route {
  const pages = createSharedPages();
  return tenantRoute({
    method: 'GET',
    path: 'sync/pull',
    summary: 'What changed in a stream after a version, as the caller may see it (PULL-1)',
    query: v.strictObject({
      stream: streamName,
      since: count,
      since_at: v.optional(count),
      client_id: v.optional(v.pipe(v.string(), v.regex(CLIENT, NO_CLIENT))),
      heard: v.optional(count),
      epoch: v.optional(v.string()),
      limit: v.optional(count),
    }),
    body: NOTHING,
    handle: async ({ services, actor, query, request }) => {
      requireServedCaller(request);
      load.requirePull();
      const { client_id: clientId, heard: received = 0, ...place } = query;
      const client = clientId === undefined ? undefined : { clientId, received };
      const limit = Math.min(Math.max(query.limit ?? LIMITS.pullRows, 1), LIMITS.pullRows);
      const { start, scanned } = await readAs(services, actor, (sql, reader) =>
        readPull(sql, reader, { ...place, client, limit }, pages.page),
      );
      const { page, encoded } = scanned;
      const end = endOf(page);
      if (encoded === undefined) return { plain: { ...start, changes: page.changes, ...end } };
      load.countLargePull();
      const gzip = acceptsGzip(request);
      const parts = encodePage({ ...start, ...end }, encoded, gzip);
      return {
        plain: Readable.from(parts, { objectMode: false }),
        headers: {
          'content-type': 'application/json; charset=utf-8',
          'content-length': String(parts.reduce((sum, part) => sum + part.length, 0)),
          vary: 'accept-encoding',
          ...(gzip ? { 'content-encoding': 'gzip' } : {}),
        },
      };
    },
  });
}

function acceptsGzip(request: FastifyRequest): boolean {
  return /\bgzip\b/.test(request.headers['accept-encoding'] ?? '');
}

const scopeRoute = tenantRoute({
  method: 'GET',
  path: 'sync/scope/:id',
  summary: 'The rows of a scope that has become visible, page by page (PULL-5)',
  query: v.strictObject({
    stream: v.optional(streamName),
    after: v.optional(v.string()),
    outline: v.optional(v.literal('1')),
    summary: v.optional(v.literal('1')),
    tasks: v.optional(v.literal('1')),
    details: v.optional(v.literal('1')),
    hot: v.optional(count),
    task: v.optional(idSchema),
    before: v.optional(count),
    from: v.optional(count),
    around: v.optional(idSchema),
  }),
  body: NOTHING,
  handle: async ({ services, actor, query, params, request }) => {
    requireServedCaller(request);
    const scope = params['id'] ?? '';
    const { outline, summary, tasks, details, hot, task, ...place } = query;
    const { stream = orgStream(actor.orgId), after = '', ...part } = place;
    const parts = { outline, summary, tasks, details, hot };
    const rows = PARTS.find((name) => parts[name] !== undefined) ?? 'all';
    const only = { unchangedSince: hot, task };
    const page = await readAs(services, actor, (sql, reader) =>
      Object.keys(part).length === 0
        ? readScopePage(sql, reader, { stream, scope, after, rows, only })
        : readRangePage(sql, reader, { stream, scope, part }),
    );
    return { plain: page };
  },
});

/** Rows of a scope that a query asks for, by its parameter. */
const PARTS = [
  'outline',
  'summary',
  'tasks',
  'details',
  'hot',
] as const satisfies readonly ScopeRows[];

const bootstrapQuery = v.strictObject({ stream: streamName, first: v.optional(v.string()) });

function bootstrapRoute(load: SyncLoad): Route {
  return tenantRoute({
    method: 'GET',
    path: 'sync/bootstrap',
    summary: 'The first download as NDJSON, the open scope first (PULL-6)',
    query: bootstrapQuery,
    body: NOTHING,
    handle: async ({ services, actor, query: { stream, first }, request, reply }) => {
      requireServedCaller(request);
      onceClosed(reply, load.beginDownload());
      return asLines(request, await openBootstrap(services, actor, { stream, first }));
    },
  });
}

function outlineBootstrapRoute(load: SyncLoad): Route {
  return tenantRoute({
    method: 'POST',
    token: 'read',
    path: 'sync/bootstrap',
    summary: 'The same for a device that keeps outlines of projects nobody opened on it (OUT-2)',
    query: bootstrapQuery,
    body: bootstrapRequestSchema,
    handle: async ({
      services,
      actor,
      query: { stream, first },
      body: { held, tasks, hot },
      request,
      reply,
    }) => {
      requireServedCaller(request);
      onceClosed(reply, load.beginDownload());
      const { detailRows: mostDetails, taskRows: mostTasks, coldAfter } = services.limits;
      const limits = { mostDetails, mostTasks, coldAfter };
      const outlines = { held, heldTasks: tasks, acceptsHot: hot === true, ...limits };
      const download = { stream, first, outlines };
      return asLines(request, await openBootstrap(services, actor, download));
    },
  });
}

function asLines(request: FastifyRequest, source: AsyncIterable<BootstrapLine>) {
  const gzip = acceptsGzip(request);
  return {
    plain: encodeLines(source, gzip),
    headers: {
      'content-type': 'application/x-ndjson; charset=utf-8',
      'x-accel-buffering': 'no',
      vary: 'accept-encoding',
      ...(gzip ? { 'content-encoding': 'gzip' } : {}),
    },
  };
}

function pushRoute(apply: ApplyCalls): Route {
  return sessionRoute({
    method: 'POST',
    path: 'sync/push',
    summary: 'Up to 200 writes of a device in order, each atomic by itself (WRITE-8)',
    query: NOTHING,
    body: pushRequestSchema,
    handle: async ({ services, actor, body, identity, request }) => {
      requireServed(body.schema);
      if (!CLIENT.test(body.client_id)) throw new CairnError(refuse('invalid', NO_CLIENT));
      const { device } = callerOf(request);
      const { sessionId } = identity;
      const { sent_at: sentAt } = body;
      const clockOffset = sentAt === undefined ? undefined : sentAt - services.clock.now();
      const answer = await apply({
        actor,
        sync: {
          clientId: body.client_id,
          ackThrough: body.ack_through,
          epoch: body.epoch,
          stream: body.stream,
          ...(device !== undefined && { report: { device, sessionId, pending: body.pending } }),
          claim: {
            received: body.heard,
            since: body.since,
            acknowledged: body.told ?? body.ack_through,
            sent: new Set(body.sent),
          },
        },
        calls: body.calls.map(
          ({ seq, method, path, body: fields, if_match, seen, claimed_at }) => ({
            seq,
            method,
            path,
            body: fields,
            ifMatch: if_match,
            seen,
            claimedAt: claimed_at,
            clockOffset,
          }),
        ),
      });
      for (const verdict of answer.verdicts) {
        if (verdict.code !== 'forbidden' || verdict.replayed === true) continue;
        const refused = body.calls.find(({ seq }) => seq === verdict.seq);
        const call = `${refused?.method ?? ''} ${refused?.path ?? ''}`;
        await noteRefusal(services, { actor, request, call });
      }
      return { plain: pushAnswer(answer) };
    },
  });
}

/** The cursor of a device, with which the server checks that both have the same history (RECEIPT-1.4). */
export const deviceCursor = {
  epoch: v.pipe(v.string(), v.check(isCleanText, 'cannot be stored'), v.maxLength(80)),
  cursor: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
  cursor_at: v.optional(v.nullable(v.pipe(v.number(), v.safeInteger())), null),
};

const receivedRoute = sessionRoute({
  method: 'POST',
  path: 'sync/received',
  summary:
    'How far this device has come: everything readable up to the cursor is on it (RECEIPT-1)',
  query: NOTHING,
  body: v.strictObject({
    ...deviceCursor,
    outlined: v.boolean(),
    summarized: v.optional(v.boolean(), false),
    hot_since: v.optional(v.pipe(v.number(), v.safeInteger(), v.minValue(0)), 0),
  }),
  handle: async ({ services, actor, identity, body, request }) => {
    requireServedCaller(request);
    const at = services.clock.now();
    const cursor = await noteCursor(services, { ...body, ...identity, actor, at });
    return { data: { cursor } };
  },
});

const seenRoute = sessionRoute({
  method: 'POST',
  path: 'sync/seen',
  summary: 'Up to which version of each task the caller has seen its rows (RECEIPT-4)',
  query: NOTHING,
  body: v.strictObject({
    ...deviceCursor,
    seen: v.pipe(
      v.array(
        v.strictObject({
          task_id: idSchema,
          v: v.pipe(v.number(), v.safeInteger(), v.minValue(1)),
        }),
      ),
      v.minLength(1),
      v.maxLength(MOST_SEEN),
    ),
  }),
  handle: async ({ services, actor, body, request }) => {
    requireServedCaller(request);
    return { data: { stored: await noteSeen(services, { ...body, actor }) } };
  },
});

function pushAnswer({ epoch, verdicts, received, copied }: CallsAnswer) {
  return {
    epoch,
    heard: received,
    ...(copied !== undefined && {
      copied: { ack_through: copied.ackThrough, seqs: copied.seqs },
    }),
    verdicts: verdicts.map(({ ref: _ref, mutations: _mutations, ...verdict }) => verdict),
  };
}
