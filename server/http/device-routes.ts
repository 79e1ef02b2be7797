import * as v from 'valibot';
import { heldFields } from '../../model/protocol/device-holdings.ts';
import { noteHoldings } from '../sync/device-holdings.ts';
import { NOTHING, type Route, sessionRoute } from './pipeline.ts';
import { requireServedCaller } from './sync-headers.ts';
import { deviceCursor } from './sync-routes.ts';

const holdings = sessionRoute({
  method: 'POST',
  path: 'sync/holdings',
  summary: 'What this device holds of the organisation, for its person to read (HOLD-1)',
  query: NOTHING,
  body: v.strictObject({ ...deviceCursor, ...heldFields }),
  handle: async ({ services, actor, identity, body, request }) => {
    requireServedCaller(request);
    const at = services.clock.now();
    const { sessionId } = identity;
    return { data: { stored: await noteHoldings(services, { ...body, sessionId, actor, at }) } };
  },
});

export const DEVICE_ROUTES: readonly Route[] = [holdings];
