import { ownProof, proveByPasskey } from '../auth/own-proof.ts';
import { AT_PROVIDER_MS } from '../sso/attempts.ts';
import { beginProof, finishProof, hasProvider } from '../sso/prove.ts';
import { emptyForm, ownPasskeyForm, ticketForm } from './auth-forms.ts';
import { callerOf, clearSsoCookie, setSsoCookie, ssoCookieOf } from './cookies.ts';
import { accountRoute, type Route } from './pipeline.ts';

const look = accountRoute({
  method: 'GET',
  path: 'api/own-proof/',
  summary:
    'How the caller proves themselves at an action that asks for the password: people without one use a passkey or their identity provider, which counts for five minutes',
  query: emptyForm,
  body: emptyForm,
  handle: async ({ services: { auth, sso }, identity }) => ({
    data: await ownProof(auth, identity, await hasProvider(sso, identity.userId)),
  }),
});

const passkey = accountRoute({
  method: 'POST',
  path: 'api/own-proof/passkey/',
  summary: 'Prove oneself by one of the own passkeys, for five minutes in this session',
  query: emptyForm,
  body: ownPasskeyForm,
  handle: async ({ services, identity, body }) => {
    await proveByPasskey(services.auth, identity, body.passkey);
    return {};
  },
});

const start = accountRoute({
  method: 'POST',
  path: 'api/own-proof/provider/',
  summary:
    'Begin to prove oneself by a new sign-in at the identity provider: its address. Sets a cookie by which the browser is recognised when it returns',
  query: emptyForm,
  body: emptyForm,
  handle: async ({ services, request, reply, identity }) => {
    const { sso, publicUrl } = services;
    const { url, browser } = await beginProof(sso, identity, callerOf(request));
    setSsoCookie(request, reply, { secret: browser, life: AT_PROVIDER_MS, publicUrl });
    return { data: { url } };
  },
});

const finish = accountRoute({
  method: 'POST',
  path: 'api/own-proof/finish/',
  summary: 'Prove oneself with the ticket of `api/sso/callback/`, for five minutes in this session',
  query: emptyForm,
  body: ticketForm,
  handle: async ({ services, request, reply, identity, body: { ticket } }) => {
    await finishProof(services.sso, identity, { ticket, browser: ssoCookieOf(request) });
    clearSsoCookie(request, reply, services.publicUrl);
    return {};
  },
});

export const PROOF_ROUTES: readonly Route[] = [look, passkey, start, finish];
