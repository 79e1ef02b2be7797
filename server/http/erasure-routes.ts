import {
  askForErasure,
  keepPerson,
  listErasures,
  ownErasure,
  planErasure,
  withdrawErasure,
} from '../erasure/requests.ts';
import { emptyForm, planErasureForm, resendForm } from './auth-forms.ts';
import { callerOf } from './cookies.ts';
import { type Route, sessionRoute } from './pipeline.ts';

const list = sessionRoute({
  method: 'GET',
  path: 'api/erasure/list/',
  summary: 'People who are to be erased or ask for it, for Level 1',
  query: emptyForm,
  body: emptyForm,
  handle: async ({ services, actor }) => ({
    data: await listErasures(services.database.db, actor),
  }),
});

const plan = sessionRoute({
  method: 'POST',
  path: 'api/erasure/plan/',
  summary:
    'Plan the erasure of a deactivated person, for Level 1: 30 days later their name, address, picture and personal rows are erased for good; their work stays',
  query: emptyForm,
  body: planErasureForm,
  handle: async ({ services, request, actor, body: { organization_user: person, password } }) => ({
    message: /*i18n*/ 'The erasure is planned',
    data: await planErasure(services.auth, actor, { person, password, caller: callerOf(request) }),
  }),
});

const cancel = sessionRoute({
  method: 'POST',
  path: 'api/erasure/cancel/',
  summary: 'Keep a person who is to be erased or asks for it, for Level 1',
  query: emptyForm,
  body: resendForm,
  handle: async ({ services, request, actor, body: { organization_user: person } }) => {
    await keepPerson(services.auth, actor, { person, caller: callerOf(request) });
    return { message: /*i18n*/ 'The person is kept' };
  },
});

const own = sessionRoute({
  method: 'GET',
  path: 'api/erasure/own/',
  summary: 'The caller’s own request to be erased from the organisation; null without one',
  query: emptyForm,
  body: emptyForm,
  handle: async ({ services, actor }) => ({
    data: (await ownErasure(services.database.db, actor)) ?? null,
  }),
});

const ask = sessionRoute({
  method: 'POST',
  path: 'api/erasure/ask/',
  summary: 'Ask Level 1 of the organisation to be erased from it',
  query: emptyForm,
  body: emptyForm,
  handle: async ({ services, request, actor }) => {
    await askForErasure(services.auth, actor, callerOf(request));
    services.mailer.wake();
    return { message: /*i18n*/ 'Level 1 of the organisation sees your request' };
  },
});

const withdraw = sessionRoute({
  method: 'POST',
  path: 'api/erasure/withdraw/',
  summary: 'Take the own request to be erased back',
  query: emptyForm,
  body: emptyForm,
  handle: async ({ services, request, actor }) => {
    await withdrawErasure(services.auth, actor, callerOf(request));
    return { message: /*i18n*/ 'Your request has been withdrawn' };
  },
});

export const ERASURE_ROUTES: readonly Route[] = [list, plan, cancel, own, ask, withdraw];
