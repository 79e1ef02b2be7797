import { resetFactors } from '../auth/factor-reset.ts';
import { addPasskey, beginPasskey, removePasskey, signInByPasskey } from '../auth/own-passkeys.ts';
import { requestOptions } from '../auth/passkeys.ts';
import { beginTotp, confirmTotp, ownFactors, removeTotp, renewOwnCodes } from '../auth/two-step.ts';
import {
  codeForm,
  emptyForm,
  endPasskeyForm,
  newPasskeyForm,
  passkeySignInForm,
  passwordOnlyForm,
  proofForm,
  resendForm,
} from './auth-forms.ts';
import { closeSockets } from './close-sockets.ts';
import { callerOf, requireSameOrigin } from './cookies.ts';
import { accountRoute, publicRoute, type Route, sessionRoute } from './pipeline.ts';
import { welcome } from './welcome.ts';

const list = accountRoute({
  method: 'GET',
  path: 'api/factor/list/',
  summary: 'What the caller has set up for signing in besides the password',
  query: emptyForm,
  body: emptyForm,
  handle: async ({ services, identity }) => ({ data: await ownFactors(services.auth, identity) }),
});

const totpBegin = accountRoute({
  method: 'POST',
  path: 'api/factor/totp/begin/',
  summary:
    'Begin to set up an authenticator app: the secret, and the address for its QR code. The app is asked for once a first code has confirmed it',
  query: emptyForm,
  body: passwordOnlyForm,
  handle: async ({ services, request, identity, body: { password } }) => ({
    data: await beginTotp(services.auth, identity, { password, caller: callerOf(request) }),
  }),
});

const totpConfirm = accountRoute({
  method: 'POST',
  path: 'api/factor/totp/confirm/',
  summary:
    'Confirm an authenticator app by a first code. The response contains the recovery codes, once, when it is the first factor',
  query: emptyForm,
  body: codeForm,
  handle: async ({ services, request, identity, body: { code } }) => {
    const caller = callerOf(request);
    const { codes, ended } = await confirmTotp(services.auth, identity, { code, caller });
    closeSockets(services, ended);
    services.mailer.wake();
    return {
      message: /*i18n*/ 'The authenticator app is set up',
      data: { recovery_codes: codes },
    };
  },
});

const totpRemove = accountRoute({
  method: 'POST',
  path: 'api/factor/totp/remove/',
  summary: 'Remove the authenticator app, with the password and a code',
  query: emptyForm,
  body: proofForm,
  handle: async ({ services, request, identity, body }) => {
    const { ended } = await removeTotp(services.auth, identity, {
      ...body,
      caller: callerOf(request),
    });
    closeSockets(services, ended);
    services.mailer.wake();
    return { message: /*i18n*/ 'The authenticator app is removed' };
  },
});

const recoveryRenew = accountRoute({
  method: 'POST',
  path: 'api/factor/recovery/renew/',
  summary:
    'Replace the recovery codes, with the password and a code. The response is the only one that contains them',
  query: emptyForm,
  body: proofForm,
  handle: async ({ services, request, identity, body }) => {
    const caller = callerOf(request);
    const { codes, ended } = await renewOwnCodes(services.auth, identity, { ...body, caller });
    closeSockets(services, ended);
    services.mailer.wake();
    return {
      message: /*i18n*/ 'The old recovery codes no longer work',
      data: { recovery_codes: codes },
    };
  },
});

const passkeyBegin = accountRoute({
  method: 'POST',
  path: 'api/factor/passkey/begin/',
  summary: 'Begin to add a passkey: the options for `navigator.credentials.create`',
  query: emptyForm,
  body: passwordOnlyForm,
  handle: async ({ services, request, identity, body: { password } }) => ({
    data: await beginPasskey(services.auth, identity, { password, caller: callerOf(request) }),
  }),
});

const passkeyCreate = accountRoute({
  method: 'POST',
  path: 'api/factor/passkey/create/',
  summary:
    'Add the passkey that a browser has created. The response contains the recovery codes, once, when it is the first factor',
  query: emptyForm,
  body: newPasskeyForm,
  handle: async ({ services, request, identity, body }) => {
    const caller = callerOf(request);
    const { codes, ended } = await addPasskey(services.auth, identity, { ...body, caller });
    closeSockets(services, ended);
    services.mailer.wake();
    return { message: /*i18n*/ 'The passkey is added', data: { recovery_codes: codes } };
  },
});

const passkeyEnd = accountRoute({
  method: 'POST',
  path: 'api/factor/passkey/remove/',
  summary: 'Remove one of the own passkeys, with the password and a code or a passkey',
  query: emptyForm,
  body: endPasskeyForm,
  handle: async ({ services, request, identity, body }) => {
    const { ended } = await removePasskey(services.auth, identity, {
      ...body,
      caller: callerOf(request),
    });
    closeSockets(services, ended);
    services.mailer.wake();
    return { message: /*i18n*/ 'The passkey is removed' };
  },
});

const signInOptions = publicRoute({
  method: 'POST',
  path: 'api/passkey/options/',
  summary:
    'Options for `navigator.credentials.get`, the same for every account: valid once, for five minutes',
  query: emptyForm,
  body: emptyForm,
  handle: async ({ services, request }) => {
    requireSameOrigin(request, services.publicUrl);
    await services.auth.throttle.address(callerOf(request).address);
    return { data: await requestOptions(services.auth) };
  },
});

const passkeySignIn = publicRoute({
  method: 'POST',
  path: 'api/passkey/sign-in/',
  summary:
    'Sign in by a passkey, without an address and a password; otherwise like api/user-login/',
  query: emptyForm,
  body: passkeySignInForm,
  handle: async (context) => {
    const { services, request, body } = context;
    requireSameOrigin(request, services.publicUrl);
    const { device_token: deviceToken = null, retry_key: retryKey, ...given } = body;
    const input = { ...given, deviceToken, retryKey };
    const signedIn = await signInByPasskey(services.auth, input, callerOf(request));
    return welcome(context, signedIn, 'Login successful');
  },
});

const reset = sessionRoute({
  method: 'POST',
  path: 'api/factor/reset/',
  summary:
    'Remove the second factors of a member who has lost them and belongs to no other organisation. For level 1',
  query: emptyForm,
  body: resendForm,
  handle: async ({ services, request, actor, body: { organization_user: orgUserId } }) => {
    const caller = callerOf(request);
    closeSockets(services, await resetFactors(services.auth, actor, { orgUserId, caller }));
    services.mailer.wake();
    return { message: /*i18n*/ 'The two-step sign-in is reset' };
  },
});

export const FACTOR_ROUTES: readonly Route[] = [
  list,
  totpBegin,
  totpConfirm,
  totpRemove,
  recoveryRenew,
  passkeyBegin,
  passkeyCreate,
  passkeyEnd,
  signInOptions,
  passkeySignIn,
  reset,
];
