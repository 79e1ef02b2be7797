import type { FastifyRequest } from 'fastify';
import * as v from 'valibot';
import { MUTATIONS } from '../../model/mutations/registry.ts';
import { isCleanText } from '../../model/shared/text.ts';
import { CairnError } from '../../model/shared/errors.ts';
import { listDeliveries, replayDelivery } from '../webhooks/deliveries.ts';
import {
  createHook,
  editHook,
  endHook,
  listHooks,
  manage,
  requireManager,
  rotateSecret,
} from '../webhooks/hooks.ts';

import { isLocalName, isNamed, isPublicAddress, literalAddress } from '../shared/public-address.ts';
import { originOf } from '../auth/throttle.ts';
import { callerOf } from './cookies.ts';
import { NOTHING, type Route, sessionRoute } from './pipeline.ts';
import type { Services } from './services.ts';

const NAMES: ReadonlySet<string> = new Set(MUTATIONS.map(({ name }) => name));
const id = v.pipe(v.string(), v.maxLength(80), v.check(isCleanText, 'cannot be stored'));
const url = v.pipe(v.string(), v.maxLength(1_000), v.url('is not an address'));
/** Names of mutations; empty: every one. */
const kinds = v.pipe(
  v.array(
    v.pipe(
      v.string(),
      v.check((name) => NAMES.has(name), 'is not the name of a mutation'),
    ),
  ),
  v.maxLength(NAMES.size),
);
const idForm = v.strictObject({ id });

const list = sessionRoute({
  method: 'GET',
  path: 'api/webhook/list/',
  summary: 'The webhooks of the organisation, for Level 1; an empty `kinds` means all mutations',
  query: NOTHING,
  body: NOTHING,
  handle: async ({ services, actor }) => {
    requireManager(actor);
    return { data: await listHooks(services.database.db, actor.orgId, services.clock.now()) };
  },
});

const create = sessionRoute({
  method: 'POST',
  path: 'api/webhook/create/',
  summary:
    'Create a webhook. The response is the only one that contains its secret, with which deliveries are signed (Standard Webhooks)',
  query: NOTHING,
  body: v.strictObject({ url, kinds: v.optional(kinds, []) }),
  handle: async ({ services, request, actor, body }) => {
    requireManager(actor);
    requireReachable(services, body.url);
    const data = await createHook(depsOf(services, request), actor, body);
    await services.webhooks.reload();
    return { data };
  },
});

const update = sessionRoute({
  method: 'POST',
  path: 'api/webhook/update/',
  summary: 'Change the address or the kinds of a webhook, or switch it off and on',
  query: NOTHING,
  body: v.strictObject({
    id,
    url: v.optional(url),
    kinds: v.optional(kinds),
    active: v.optional(v.boolean('must be true or false')),
  }),
  handle: async ({ services, request, actor, body }) => {
    requireManager(actor);
    if (body.url !== undefined) requireReachable(services, body.url);
    await editHook(depsOf(services, request), actor, body);
    await services.webhooks.reload();
    services.webhooks.wake();
    return {};
  },
});

const rotate = sessionRoute({
  method: 'POST',
  path: 'api/webhook/rotate/',
  summary:
    'Replace the secret of a webhook. The response is the only one that contains it; for a day deliveries are signed with both',
  query: NOTHING,
  body: idForm,
  handle: async ({ services, request, actor, body }) => {
    requireManager(actor);
    return { data: { secret: await rotateSecret(depsOf(services, request), actor, body.id) } };
  },
});

const end = sessionRoute({
  method: 'POST',
  path: 'api/webhook/end/',
  summary: 'Delete a webhook with its deliveries',
  query: NOTHING,
  body: idForm,
  handle: async ({ services, request, actor, body }) => {
    requireManager(actor);
    await endHook(depsOf(services, request), actor, body.id);
    await services.webhooks.reload();
    return {};
  },
});

const deliveries = sessionRoute({
  method: 'GET',
  path: 'api/webhook/delivery/list/',
  summary: 'The 100 newest deliveries of a webhook; they are kept for 30 days',
  query: v.strictObject({ webhook: id }),
  body: NOTHING,
  handle: async ({ services, actor, query: { webhook } }) => {
    requireManager(actor);
    const { orgId } = actor;
    return { data: await listDeliveries(services.database.db, { orgId, webhook }) };
  },
});

const replay = sessionRoute({
  method: 'POST',
  path: 'api/webhook/delivery/replay/',
  summary: 'Send a delivery once more, with the same id',
  query: NOTHING,
  body: idForm,
  handle: async ({ services, actor, body }) => {
    requireManager(actor);
    const { orgId } = actor;
    const now = services.clock.now();
    await manage(services, actor, async (db) => {
      if (!(await replayDelivery(db, { orgId, id: body.id, now }))) throw noDelivery();
    });
    services.webhooks.wake();
    return {};
  },
});

function depsOf(
  { writer, security, secrets, auth: { machine } }: Services,
  request: FastifyRequest,
) {
  return { writer, machine, secrets, security, from: originOf(callerOf(request)) };
}

/** Refuses at once what the sender would never reach; names are resolved with each delivery. */
function requireReachable({ webhookHosts = [] }: Services, text: string): void {
  const target = new URL(text);
  if (target.username !== '' || target.password !== '') {
    throw invalid(/*i18n*/ 'The address of a webhook contains no password');
  }
  if (isNamed(target, webhookHosts) && /^https?:$/.test(target.protocol)) return;
  const literal = literalAddress(target);
  if (target.protocol !== 'https:')
    throw invalid(/*i18n*/ 'The address of a webhook begins with https://');
  if (isLocalName(target) || (literal !== undefined && !isPublicAddress(literal))) {
    throw invalid(/*i18n*/ 'The address of a webhook is on the public internet');
  }
}

function noDelivery(): CairnError {
  return new CairnError({ code: 'not_found', message: /*i18n*/ 'There is no such delivery' });
}

function invalid(message: string): CairnError {
  return new CairnError({ code: 'invalid', message, details: { field: 'url' } });
}

export const WEBHOOK_ROUTES: readonly Route[] = [
  list,
  create,
  update,
  rotate,
  end,
  deliveries,
  replay,
];
