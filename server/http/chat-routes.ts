import { issueTicket } from '../chat/tickets.ts';
import { NOTHING, type Route, sessionRoute, tenantRoute } from './pipeline.ts';

const ticket = sessionRoute({
  method: 'POST',
  path: 'api/socket-ticket/',
  summary: 'A ticket that opens one chat socket once, within half a minute: /ws/chat/...?ticket=',
  query: NOTHING,
  body: NOTHING,
  handle: async ({ services, identity, actor }) => {
    const deps = { writer: services.writer, now: services.clock.now };
    const { sessionId, userId } = identity;
    const holder = { sessionId, userId, orgId: actor.orgId };
    return { data: { ticket: await issueTicket(deps, services.random, holder) } };
  },
});

const online = tenantRoute({
  method: 'GET',
  path: 'api/online/',
  summary:
    'Ids of the people of the organisation who have Cairn open (organization_user), about a minute exact',
  query: NOTHING,
  body: NOTHING,
  handle: ({ services, actor }) => Promise.resolve({ data: services.present(actor.orgId) }),
});

export const CHAT_ROUTES: readonly Route[] = [ticket, online];
