import type { FastifyRequest } from 'fastify';
import * as v from 'valibot';
import type { Actor } from '../../model/permissions/actor.ts';
import { mayManageSingleSignOn } from '../../model/permissions/single-sign-on.ts';
import { CairnError } from '../../model/shared/errors.ts';
import { emailSchema, isCleanText } from '../../model/shared/text.ts';
import { originOf } from '../auth/throttle.ts';
import { AT_PROVIDER_MS } from '../sso/attempts.ts';
import { addDomain, verifyDomain, removeDomain } from '../sso/domains.ts';
import { logOutByProvider } from '../sso/logout.ts';
import { readSettings, removeProvider, writeProvider } from '../sso/settings.ts';
import { beginSso, finishSso, returnFromProvider } from '../sso/sign-in.ts';
import { emptyForm, ssoFinishForm, strictFields } from './auth-forms.ts';
import {
  callerOf,
  clearSsoCookie,
  requireSameOrigin,
  setSsoCookie,
  ssoCookieOf,
} from './cookies.ts';
import { publicRoute, type Route, sessionRoute } from './pipeline.ts';
import { welcome } from './welcome.ts';

/** The page that signs in with the ticket behind `#`, or shows why the provider sent the person back. */
const PAGE = '/sign-in/return';

const text = v.pipe(
  v.string('is required'),
  v.trim(),
  v.nonEmpty('is required'),
  v.maxLength(1_000, 'is too long'),
  v.check(isCleanText, 'contains characters that cannot be stored'),
);
const issuer = v.pipe(
  text,
  v.url('is not an address'),
  v.regex(/^https?:\/\/[^?#@]+$/, 'is not an address without a query'),
);
const domainForm = strictFields({ domain: v.pipe(text, v.maxLength(253, 'is too long')) });

const start = publicRoute({
  method: 'POST',
  path: 'api/sso/start/',
  summary:
    'Begin to sign in by the identity provider of an organisation, which the domain of the address determines: the address of the provider. Sets a cookie by which the browser is recognised when it returns',
  query: emptyForm,
  body: strictFields({
    email: emailSchema,
    shared: v.optional(v.boolean('must be true or false'), false),
  }),
  handle: async ({ services, request, reply, body }) => {
    const { sso, publicUrl } = services;
    requireSameOrigin(request, publicUrl);
    const { url, browser } = await beginSso(sso, body, callerOf(request));
    setSsoCookie(request, reply, { secret: browser, life: AT_PROVIDER_MS, publicUrl });
    return { data: { url } };
  },
});

const callback = publicRoute({
  method: 'GET',
  path: 'api/sso/callback/',
  summary:
    'Where identity providers send the browser back (OpenID Connect, authorization code). Redirects to a page of the app, with a ticket for `api/sso/finish/` or the reason of a failure behind #',
  query: v.looseObject({}),
  body: emptyForm,
  handle: async ({ services, request, reply }) => {
    const query = new URL(request.url, services.publicUrl).searchParams;
    const values = await returnFromProvider(
      services.sso,
      { query, browser: ssoCookieOf(request) },
      callerOf(request),
    ).then(
      ({ ticket, shared, isProof }) => ({
        ticket,
        ...(shared && { shared: '1' }),
        ...(isProof && { proof: '1' }),
      }),
      (error: unknown) => ({ failed: reasonOf(error) }),
    );
    reply.status(303);
    return {
      plain: '',
      headers: { location: `${PAGE}#${new URLSearchParams(values).toString()}` },
    };
  },
});

const finish = publicRoute({
  method: 'POST',
  path: 'api/sso/finish/',
  summary: 'Sign in with the ticket of `api/sso/callback/`; otherwise like api/user-login/',
  query: emptyForm,
  body: ssoFinishForm,
  handle: async (context) => {
    const { services, request, reply, body } = context;
    const { sso, publicUrl } = services;
    requireSameOrigin(request, publicUrl);
    const { device_token: deviceToken = null, retry_key: retryKey, ...given } = body;
    const signedIn = await finishSso(
      sso,
      { ...given, deviceToken, retryKey },
      { caller: callerOf(request), browser: ssoCookieOf(request) },
    );
    clearSsoCookie(request, reply, publicUrl);
    return welcome(context, signedIn, 'Login successful');
  },
});

const logout = publicRoute({
  method: 'POST',
  path: 'api/sso/logout/',
  summary:
    'Where identity providers report that a person has signed out there (OpenID Connect Back-Channel Logout): ends the sessions that the token names',
  query: emptyForm,
  // Further values are ignored (2.5 there).
  body: v.looseObject({
    logout_token: v.pipe(v.string('is required'), v.nonEmpty('is required'), v.maxLength(20_000)),
  }),
  handle: async ({ services, body }) => {
    for (const id of await logOutByProvider(services.sso, body.logout_token))
      services.sessions.ended(id);
    return {};
  },
});

const settings = sessionRoute({
  method: 'GET',
  path: 'api/sso/settings/',
  summary: 'Identity provider and domains of the organisation, for Level 1',
  query: emptyForm,
  body: emptyForm,
  handle: async ({ services, actor }) => {
    requireManager(actor);
    return { data: await readSettings(services.sso, actor.orgId) };
  },
});

const update = sessionRoute({
  method: 'POST',
  path: 'api/sso/update/',
  summary:
    'Set the identity provider (OpenID Connect). Without `client_secret` the stored one of the same issuer stays. `required`: members with an address in a verified domain sign in by it alone, except Level 1. `join_role`: role of people who join by their first sign-in; null: nobody does',
  query: emptyForm,
  body: strictFields({
    issuer,
    client_id: text,
    client_secret: v.optional(text),
    active: v.boolean('must be true or false'),
    required: v.boolean('must be true or false'),
    join_role: v.nullable(
      v.union([v.pipe(v.number(), v.integer(), v.transform(String)), text], 'is not an id'),
    ),
  }),
  handle: async ({ services, request, actor, body }) => {
    requireManager(actor);
    await writeProvider(services.sso, actor, { input: body, from: from(request) });
    return { message: /*i18n*/ 'Single sign-on is saved' };
  },
});

const remove = sessionRoute({
  method: 'POST',
  path: 'api/sso/remove/',
  summary: 'Remove the identity provider; the domains stay',
  query: emptyForm,
  body: emptyForm,
  handle: async ({ services, request, actor }) => {
    requireManager(actor);
    await removeProvider(services.sso, actor, from(request));
    return { message: /*i18n*/ 'Single sign-on is removed' };
  },
});

const domainAdd = sessionRoute({
  method: 'POST',
  path: 'api/sso/domain/add/',
  summary: 'Add a domain. `api/sso/settings/` names the TXT record that verifies it',
  query: emptyForm,
  body: domainForm,
  handle: async ({ services, request, actor, body: { domain } }) => {
    requireManager(actor);
    await addDomain(services.sso, actor, { domain, from: from(request) });
    return {};
  },
});

const domainVerify = sessionRoute({
  method: 'POST',
  path: 'api/sso/domain/verify/',
  summary: 'Look for the TXT record of a domain',
  query: emptyForm,
  body: domainForm,
  handle: async ({ services, request, actor, body: { domain } }) => {
    requireManager(actor);
    await verifyDomain(services.sso, actor, { domain, from: from(request) });
    return { message: /*i18n*/ 'The domain is verified' };
  },
});

const domainRemove = sessionRoute({
  method: 'POST',
  path: 'api/sso/domain/remove/',
  summary: 'Remove a domain',
  query: emptyForm,
  body: domainForm,
  handle: async ({ services, request, actor, body: { domain } }) => {
    requireManager(actor);
    await removeDomain(services.sso, actor, { domain, from: from(request) });
    return {};
  },
});

function requireManager(actor: Actor): void {
  const refusal = mayManageSingleSignOn(actor);
  if (refusal !== undefined) throw new CairnError(refusal);
}

function from(request: FastifyRequest) {
  return originOf(callerOf(request));
}

/** Never a text from the request: the page shows a sentence of its own for each reason. */
function reasonOf(error: unknown): string {
  if (!(error instanceof CairnError)) throw error;
  const { reason } = error.details;
  return typeof reason === 'string' ? reason : error.code;
}

export const SSO_ROUTES: readonly Route[] = [
  start,
  callback,
  finish,
  logout,
  settings,
  update,
  remove,
  domainAdd,
  domainVerify,
  domainRemove,
];
