import * as v from 'valibot';
import { isCleanText } from '../../model/shared/text.ts';
import { dropSubscription, keepSubscription, requirePushService } from '../push/subscriptions.ts';
import { NOTHING, type Route, sessionRoute } from './pipeline.ts';

/** Base64url of the lengths of a browser's keys. */
const secret = (length: number) =>
  v.pipe(
    v.string(),
    v.regex(/^[\w-]+={0,2}$/, 'is not base64url'),
    v.check((text) => Buffer.from(text, 'base64url').length === length, 'has another length'),
  );

const key = sessionRoute({
  method: 'GET',
  path: 'api/push/key/',
  summary: 'The key that signs the pushes of this server (VAPID)',
  query: NOTHING,
  body: NOTHING,
  handle: async ({ services }) => ({ data: { public_key: await services.pusher.publicKey() } }),
});

const register = sessionRoute({
  method: 'POST',
  path: 'api/push/register/',
  summary: 'Lets the server send pushes to this browser as long as its session lives',
  query: NOTHING,
  body: v.strictObject({
    endpoint: v.pipe(v.string(), v.url(), v.maxLength(1_000)),
    p256dh: secret(65),
    auth: secret(16),
    shows_text: v.boolean(),
  }),
  handle: async ({ services, identity, body }) => {
    requirePushService(body.endpoint, services.pushServices ?? []);
    const deps = { ...services, now: services.clock.now() };
    const { userId, sessionId } = identity;
    const { shows_text: showsText, ...subscription } = body;
    const id = await keepSubscription(deps, { ...subscription, userId, sessionId, showsText });
    return { data: { message_token: id } };
  },
});

const forget = sessionRoute({
  method: 'POST',
  path: 'api/push/forget/',
  summary: 'No more pushes to this browser',
  query: NOTHING,
  body: v.strictObject({
    message_token: v.pipe(v.string(), v.check(isCleanText, 'cannot be stored'), v.maxLength(100)),
  }),
  handle: async ({ services, identity, body }) => {
    await dropSubscription(services.writer, { id: body.message_token, userId: identity.userId });
    return { message: /*i18n*/ 'This browser gets no more notifications' };
  },
});

export const PUSH_ROUTES: readonly Route[] = [key, register, forget];
