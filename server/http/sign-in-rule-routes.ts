import * as v from 'valibot';
import type { Actor } from '../../model/permissions/actor.ts';
import { mayManageSignInRules } from '../../model/permissions/sign-in-rules.ts';
import {
  FACTOR_LEVELS,
  MOST_GRACE_DAYS,
  MOST_OFFLINE_DAYS,
} from '../../model/protocol/sign-in-rules.ts';
import { CairnError } from '../../model/shared/errors.ts';
import { endMemberSession, memberSessions } from '../auth/member-sessions.ts';
import { readRules, writeRules } from '../auth/sign-in-rules.ts';
import { originOf } from '../auth/throttle.ts';
import { emptyForm, memberSessionForm, resendForm, strictFields } from './auth-forms.ts';
import { callerOf } from './cookies.ts';
import { type Route, sessionRoute } from './pipeline.ts';

const days = (least: number, most: number) =>
  v.pipe(
    v.number('must be a number of days'),
    v.integer('must be a whole number of days'),
    v.minValue(least, `must be at least ${String(least)}`),
    v.maxValue(most, `must be at most ${String(most)}`),
  );

const settings = sessionRoute({
  method: 'GET',
  path: 'api/sign-in-rules/',
  summary:
    'What the organisation demands of the sign-ins of its members, and which members have no second factor, for Level 1',
  query: emptyForm,
  body: emptyForm,
  handle: async ({ services, actor }) => {
    requireManager(actor);
    return { data: await readRules(services.auth, actor) };
  },
});

const update = sessionRoute({
  method: 'POST',
  path: 'api/sign-in-rules/update/',
  summary:
    'Demand a second factor (`factor_levels`: 0 of nobody, 1 to 3 of the levels from 1 to this one, 4 of everybody) after `factor_grace_days`, a new sign-in after `offline_days` without a connection (null: never), and with `encrypt_devices` that ordinary computers encrypt what they store',
  query: emptyForm,
  body: strictFields({
    factor_levels: v.picklist(FACTOR_LEVELS, 'must be 0, 1, 2, 3 or 4'),
    factor_grace_days: days(0, MOST_GRACE_DAYS),
    offline_days: v.nullable(days(1, MOST_OFFLINE_DAYS)),
    encrypt_devices: v.optional(v.boolean('must be true or false')),
  }),
  handle: async ({ services, request, actor, body }) => {
    requireManager(actor);
    const from = originOf(callerOf(request));
    await writeRules(services.auth, actor, { input: body, from });
    return { message: /*i18n*/ 'The rules for signing in are saved' };
  },
});

const sessions = sessionRoute({
  method: 'POST',
  path: 'api/member-sessions/list/',
  summary:
    'Where a member is signed in, who belongs to no other organisation, for Level 1: browser, network address and last use',
  query: emptyForm,
  body: resendForm,
  handle: async ({ services, actor, body: { organization_user: orgUserId } }) => ({
    data: await memberSessions(services.auth, actor, orgUserId),
  }),
});

const sessionEnd = sessionRoute({
  method: 'POST',
  path: 'api/member-sessions/end/',
  summary: 'End a session of a member, who belongs to no other organisation, for Level 1',
  query: emptyForm,
  body: memberSessionForm,
  handle: async ({ services, request, actor, body: { organization_user, id } }) => {
    const from = originOf(callerOf(request));
    const session = { orgUserId: organization_user, sessionId: id, from };
    await endMemberSession(services.auth, actor, session);
    services.sessions.ended(id);
    return { message: /*i18n*/ 'The session has ended' };
  },
});

function requireManager(actor: Actor): void {
  const refusal = mayManageSignInRules(actor);
  if (refusal !== undefined) throw new CairnError(refusal);
}

export const SIGN_IN_RULE_ROUTES: readonly Route[] = [settings, update, sessions, sessionEnd];
