import * as v from 'valibot';
import { idSchema } from '../../model/shared/ids.ts';
import { createFeed, endFeed, findFeed, noFeed, ownFeeds } from '../auth/calendar-feeds.ts';
import { ownCalendar, projectCalendar } from '../present/calendar.ts';
import { writeCalendar } from '../present/icalendar.ts';
import { visibleProject } from '../present/loaders.ts';
import { loadActor } from '../writer/actor.ts';
import { callerOf } from './cookies.ts';
import { NOTHING, publicRoute, type Route, sessionRoute } from './pipeline.ts';

/** Without a project: the caller's own due dates. */
const feedForm = v.strictObject({ project: v.optional(v.nullable(idSchema), null) });

const list = sessionRoute({
  method: 'GET',
  path: 'api/calendar/list/',
  summary: 'The caller’s calendars in this organisation; `project` is null for their own due dates',
  query: NOTHING,
  body: NOTHING,
  handle: async ({ services, actor }) => ({ data: await ownFeeds(services.auth, actor) }),
});

const create = sessionRoute({
  method: 'POST',
  path: 'api/calendar/create/',
  summary:
    'Create the secret address of a calendar (iCalendar) of the own due dates or of a project. The response is the only one that contains it. The former address of the same calendar is void',
  query: NOTHING,
  body: feedForm,
  handle: async ({ services, request, actor, identity, body: { project } }) => {
    if (project !== null) {
      await services.database.snapshot((store) => visibleProject({ actor, store }, project));
    }
    const secret = await createFeed(services.auth, actor, {
      project,
      caller: callerOf(request),
      sessionId: identity.sessionId,
    });
    return {
      message: /*i18n*/ 'The calendar has an address',
      data: { project, address: `${services.publicUrl}/rest/calendar/${secret}` },
    };
  },
});

const end = sessionRoute({
  method: 'POST',
  path: 'api/calendar/end/',
  summary: 'End one of the own calendars: its address is void',
  query: NOTHING,
  body: feedForm,
  handle: async ({ services, request, actor, body: { project } }) => {
    await endFeed(services.auth, actor, { project, caller: callerOf(request) });
    return { message: /*i18n*/ 'The address of the calendar is void' };
  },
});

/** Programs of calendars send no bearer: the address is the secret. The rights are read at each request. */
const feed = publicRoute({
  method: 'GET',
  path: 'calendar/:id',
  summary: 'The calendar of a secret address, in iCalendar (RFC 5545)',
  query: NOTHING,
  body: NOTHING,
  handle: async ({ services, params }) => {
    const { database, auth, publicUrl } = services;
    const { orgId, userId, project } = await findFeed(auth, params['id'] ?? '');
    const calendar = await database.snapshot(async (store) => {
      const actor = await loadActor(store, { orgId, userId }, services.clock.now());
      if (actor === undefined) throw noFeed();
      const reads = { actor, store };
      return project === null
        ? ownCalendar(reads, { publicUrl })
        : projectCalendar(reads, project, { publicUrl });
    });
    return {
      plain: writeCalendar(calendar),
      headers: {
        'content-type': 'text/calendar; charset=utf-8',
        'content-disposition': 'inline; filename="cairn.ics"',
      },
    };
  },
});

export const CALENDAR_ROUTES: readonly Route[] = [list, create, end, feed];
