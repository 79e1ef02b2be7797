import { inEnglish } from '../../model/shared/message.ts';
import { MAIL_TO_ADDRESS } from '../../model/shared/texts-with-values.ts';
import {
  confirmAddress,
  ownAddress,
  requestAddress,
  requestVerification,
} from '../auth/email-address.ts';
import { endOthers, endOwnSession, ownRemovals, ownSessions } from '../auth/own-sessions.ts';
import { forgetUnsent } from '../apply/unsent-reports.ts';
import { privateSealingKey } from '../auth/sealing-keys.ts';
import { changePassword } from '../auth/password-change.ts';
import { confirmReset, checkReset, requestReset } from '../auth/password-reset.ts';
import {
  addressForm,
  emptyForm,
  endOthersForm,
  endSessionForm,
  checkForm,
  passwordForm,
  resetConfirmForm,
  resetCheckForm,
  resetRequestForm,
} from './auth-forms.ts';
import { closeSockets } from './close-sockets.ts';
import { callerOf, requireSameOrigin } from './cookies.ts';
import { accountRoute, publicRoute, type Route } from './pipeline.ts';

const resetRequest = publicRoute({
  method: 'POST',
  path: 'api/password-reset/request/',
  summary: 'Ask for a mail with a link to choose a new password',
  query: emptyForm,
  body: resetRequestForm,
  handle: async ({ services, request, body }) => {
    requireSameOrigin(request, services.publicUrl);
    await requestReset(services.auth, body.email, callerOf(request));
    services.mailer.wake();
    return {
      message: /*i18n*/ 'If there is an account with this address, a mail is on its way to it.',
    };
  },
});

const resetCheck = publicRoute({
  method: 'POST',
  path: 'api/password-reset/look/',
  summary: 'Whom a link for a new password is for; looking does not use it up',
  query: emptyForm,
  body: resetCheckForm,
  handle: async ({ services, request, body }) => ({
    data: await checkReset(services.auth, body, callerOf(request)),
  }),
});

const resetConfirm = publicRoute({
  method: 'POST',
  path: 'api/password-reset/confirm/',
  summary: 'Choose a new password through a link. Every session of the person ends',
  query: emptyForm,
  body: resetConfirmForm,
  handle: async ({ services, request, body }) => {
    requireSameOrigin(request, services.publicUrl);
    closeSockets(services, await confirmReset(services.auth, body, callerOf(request)));
    services.mailer.wake();
    return { message: /*i18n*/ 'Your password has been changed' };
  },
});

const passwordChange = accountRoute({
  method: 'POST',
  path: 'api/password/change/',
  summary: 'Change the own password. Every other session of the person ends',
  query: emptyForm,
  body: passwordForm,
  handle: async ({ services, request, identity, body }) => {
    const { current_password: current, password } = body;
    const caller = callerOf(request);
    closeSockets(
      services,
      await changePassword(services.auth, identity, { current, password, caller }),
    );
    services.mailer.wake();
    return { message: /*i18n*/ 'Your password has been changed' };
  },
});

const addressGet = accountRoute({
  method: 'GET',
  path: 'api/email-address/',
  summary: 'The caller’s e-mail address, and whether it is confirmed',
  query: emptyForm,
  body: emptyForm,
  handle: async ({ services, identity }) => ({
    data: await ownAddress(services.auth, identity),
  }),
});

const addressChange = accountRoute({
  method: 'POST',
  path: 'api/email-address/change/',
  summary: 'Ask to change the caller’s e-mail address; a mail to the new one proves it',
  query: emptyForm,
  body: addressForm,
  handle: async ({ services, request, identity, body }) => {
    await requestAddress(services.auth, identity, { ...body, caller: callerOf(request) });
    services.mailer.wake();
    return { message: inEnglish({ id: MAIL_TO_ADDRESS, values: { email: body.email } }) };
  },
});

const addressVerify = accountRoute({
  method: 'POST',
  path: 'api/email-address/verify/',
  summary: 'Ask for a mail that proves the caller’s e-mail address',
  query: emptyForm,
  body: emptyForm,
  handle: async ({ services, identity }) => {
    await requestVerification(services.auth, identity);
    services.mailer.wake();
    return { message: /*i18n*/ 'A mail with a link is on its way to you' };
  },
});

const addressConfirm = accountRoute({
  method: 'POST',
  path: 'api/email-address/confirm/',
  summary: 'Prove an e-mail address by the link of a mail',
  query: emptyForm,
  body: checkForm,
  handle: async ({ services, identity, body }) => {
    const email = await confirmAddress(services.auth, identity, body.token);
    services.mailer.wake();
    return { message: /*i18n*/ 'Your e-mail address is confirmed', data: { email } };
  },
});

const sessionList = accountRoute({
  method: 'GET',
  path: 'api/session/list/',
  summary:
    'Where the person is signed in; `removals`: devices instructed to remove their data, with the times of the instruction and the removal',
  query: emptyForm,
  body: emptyForm,
  handle: async ({ services, identity }) => ({
    data: await ownSessions(services.auth, identity),
    fields: { removals: await ownRemovals(services.auth, identity) },
  }),
});

const sessionEnd = accountRoute({
  method: 'POST',
  path: 'api/session/end/',
  summary:
    'End one of the own sessions; with `remove` its device removes its data when it asks the next time',
  query: emptyForm,
  body: endSessionForm,
  handle: async ({ services, identity, body }) => {
    await endOwnSession(services.auth, identity, body);
    closeSockets(services, [body.id]);
    return { message: /*i18n*/ 'The session has ended' };
  },
});

const sessionEndOthers = accountRoute({
  method: 'POST',
  path: 'api/session/end-others/',
  summary: 'End every own session but the one that asks; `remove` as with one',
  query: emptyForm,
  body: endOthersForm,
  handle: async ({ services, identity, body }) => {
    closeSockets(services, await endOthers(services.auth, identity, body.remove));
    return { message: /*i18n*/ 'Every other session has ended' };
  },
});

const sealingKey = accountRoute({
  method: 'GET',
  path: 'api/session/sealing-key/',
  summary:
    'The own key pair, whose private half opens what a device encrypted and kept while the person was not signed in',
  query: emptyForm,
  body: emptyForm,
  handle: async ({ services, identity }) => ({
    data: await privateSealingKey(services.auth, identity.userId),
  }),
});

const unsentSeen = accountRoute({
  method: 'POST',
  path: 'api/session/unsent-seen/',
  summary: 'Acknowledges `unsent_reported`: the number of this browser is 0 from now on',
  query: emptyForm,
  body: emptyForm,
  handle: async ({ services, request, identity: { userId } }) => {
    requireSameOrigin(request, services.publicUrl);
    const { device } = callerOf(request);
    await services.writer.write([], async (tx) => forgetUnsent(await tx.db(), { userId, device }));
    return { message: 'OK' };
  },
});

export const ACCOUNT_ROUTES: readonly Route[] = [
  resetRequest,
  resetCheck,
  resetConfirm,
  passwordChange,
  addressGet,
  addressChange,
  addressVerify,
  addressConfirm,
  sessionList,
  sessionEnd,
  sessionEndOthers,
  sealingKey,
  unsentSeen,
];
