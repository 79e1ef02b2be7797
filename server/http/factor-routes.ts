import { resetFactors } from '../auth/factor-reset.ts';
import { beginTotp, confirmTotp, ownFactors, removeTotp, renewOwnCodes } from '../auth/two-step.ts';
import {
  codeForm,
  emptyForm,
  passwordAndCodeForm,
  passwordOnlyForm,
  resendForm,
} from './auth-forms.ts';
import { callerOf } from './cookies.ts';
import { accountRoute, type Route, sessionRoute } from './pipeline.ts';

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
    const codes = await confirmTotp(services.auth, identity, { code, caller });
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
  body: passwordAndCodeForm,
  handle: async ({ services, request, identity, body }) => {
    await removeTotp(services.auth, identity, { ...body, caller: callerOf(request) });
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
  body: passwordAndCodeForm,
  handle: async ({ services, request, identity, body }) => {
    const caller = callerOf(request);
    const codes = await renewOwnCodes(services.auth, identity, { ...body, caller });
    services.mailer.wake();
    return {
      message: /*i18n*/ 'The old recovery codes no longer work',
      data: { recovery_codes: codes },
    };
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
    await resetFactors(services.auth, actor, { orgUserId, caller: callerOf(request) });
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
  reset,
];
