import * as v from 'valibot';
import { orgStream } from '../../model/entities/scopes.ts';
import { detailCheckSchema } from '../../model/protocol/detail-check.ts';
import { NOTHING, type Route, tenantRoute } from './pipeline.ts';
import { count, streamName } from './sync-fields.ts';
import { requireServedCaller } from './sync-headers.ts';
import { readCheck, readDetailCheck, readFreshCheck, readRangeCheck } from '../sync/check.ts';
import { readLimits } from '../sync/device-limits.ts';
import { readAs } from '../sync/read-as.ts';
import { recountScope } from '../sync/scope-digests.ts';

const checkRoute = tenantRoute({
  method: 'GET',
  path: 'sync/check',
  summary: 'Count and digest of each scope, to compare a device with the server (PULL-8)',
  query: v.strictObject({
    stream: streamName,
    scope: v.optional(v.string()),
    from: v.optional(count),
    to: v.optional(count),
    since: v.optional(count),
    fresh: v.optional(v.literal('1')),
    limits: v.optional(v.literal('1')),
  }),
  body: NOTHING,
  handle: async ({
    services,
    actor,
    query: { stream, scope, from, to, since, fresh, limits },
    request,
  }) => {
    requireServedCaller(request);
    const { writer, log } = services;
    if (scope !== undefined && (from ?? to) !== undefined) {
      const range = { scope, from: from ?? 0, to };
      return {
        plain: await readAs(services, actor, (sql, reader) =>
          readRangeCheck(sql, reader, { stream, range }),
        ),
      };
    }
    if (scope === undefined || fresh === undefined) {
      const wanted = { stream, scope, since };
      return {
        plain: await readAs(services, actor, async (sql, reader) => ({
          ...(await readCheck(sql, reader, wanted)),
          ...(limits !== undefined && { limits: await readLimits(sql, services, reader.orgId) }),
        })),
      };
    }
    const place = { stream, scope };
    const { check, isKept } = await readAs(services, actor, (sql, reader) =>
      readFreshCheck(sql, reader, place),
    );
    if (!isKept) {
      log?.warn(place, 'the digest of a scope did not match its rows, and was counted anew');
      await writer.session([orgStream(actor.orgId), stream], async ({ flush, sql }) => {
        await flush();
        await recountScope(sql, { actor, ...place });
      });
    }
    return { plain: check };
  },
});

const detailCheckRoute = tenantRoute({
  method: 'POST',
  token: 'read',
  path: 'sync/check',
  summary: 'The same for the details of a project that a device has without cold tasks (PULL-8.4)',
  query: NOTHING,
  body: detailCheckSchema,
  handle: async ({ services, actor, body, request }) => {
    requireServedCaller(request);
    const { stream, scope, unchanged_since: unchangedSince, tasks } = body;
    const wanted = { stream, scope, unchangedSince, tasks };
    return {
      plain: await readAs(services, actor, (sql, reader) => readDetailCheck(sql, reader, wanted)),
    };
  },
});

/** `GET` and `POST sync/check` (PULL-8). */
export const checkRoutes: readonly Route[] = [checkRoute, detailCheckRoute];
