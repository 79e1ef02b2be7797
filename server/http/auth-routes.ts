import { acceptInvite, checkInvite, resendInvite } from '../invitations/accept-link.ts';
import { noteRemoved } from '../auth/ended-sessions.ts';
import { identify, endSession, personOfSession, sessionIdOf } from '../auth/sessions.ts';
import { forgetUnsent } from '../apply/unsent-reports.ts';
import { renew, signIn } from '../auth/sign-in.ts';
import { originOf } from '../auth/throttle.ts';
import { currentSignUpMode, signUp } from '../auth/sign-up.ts';
import {
  acceptForm,
  emptyForm,
  checkForm,
  resendForm,
  signInForm,
  signUpForm,
} from './auth-forms.ts';
import {
  callerOf,
  clearSession,
  extendSession,
  hasFormerCookie,
  requireSameOrigin,
  sessionCookieOf,
} from './cookies.ts';
import { publicRoute, type Route, sessionRoute } from './pipeline.ts';
import { welcome } from './welcome.ts';

const userLogin = publicRoute({
  method: 'POST',
  path: 'api/user-login/',
  summary: 'Sign in. Sets the session cookie and gives the first access token',
  query: emptyForm,
  body: signInForm,
  handle: async (context) => {
    const { services, request, body } = context;
    requireSameOrigin(request, services.publicUrl);
    const { device_token: deviceToken = null, retry_key: retryKey, ...given } = body;
    const credentials = { ...given, deviceToken, retryKey };
    // A wrong password may have written mails to administrators.
    const signedIn = await signIn(services.auth, credentials, callerOf(request)).catch(
      (error: unknown) => {
        services.mailer.wake();
        throw error;
      },
    );
    return welcome(context, signedIn, 'Login successful');
  },
});

const sessionToken = publicRoute({
  method: 'POST',
  path: 'api/session/token/',
  summary:
    'A new access token for the session of the cookie. 401 for an ended session: `details` contains the reason and the data that the device must remove',
  query: emptyForm,
  body: emptyForm,
  handle: async ({ services, request, reply }) => {
    requireSameOrigin(request, services.publicUrl);
    const renewed = await renew(services.auth, sessionCookieOf(request), {
      ...callerOf(request),
      former: hasFormerCookie(request, services.publicUrl),
    });
    const { answer, cookie, shared, expiresAt } = renewed;
    if (cookie !== undefined) {
      const maxAge = Math.ceil((expiresAt - services.clock.now()) / 1_000);
      extendSession(request, reply, { cookie, shared, maxAge, publicUrl: services.publicUrl });
    }
    return { data: answer };
  },
});

/** Only for the browser of an ended session; any other cookie changes nothing and gets the same response. */
const sessionRemoved = publicRoute({
  method: 'POST',
  path: 'api/session/removed/',
  summary: 'Reports that the browser of an ended session has removed its data as requested',
  query: emptyForm,
  body: emptyForm,
  handle: async ({ services, request, reply }) => {
    requireSameOrigin(request, services.publicUrl);
    const { writer, clock, database } = services;
    const { device } = callerOf(request);
    const cookie = sessionCookieOf(request);
    if (cookie === undefined) return { message: 'OK' };
    await writer.write([], async (tx) => {
      const db = await tx.db();
      const userId = await noteRemoved(db, cookie, clock.now());
      if (userId !== undefined) await forgetUnsent(db, { userId, device });
    });
    const isOver = (await sessionIdOf(database.db, cookie, clock.now())) === undefined;
    if (isOver) clearSession(request, reply, services.publicUrl);
    return { message: 'OK' };
  },
});

const logout = publicRoute({
  method: 'POST',
  path: 'api/logout/',
  summary: 'End the session: its tokens are void at once and its sockets are closed',
  query: emptyForm,
  body: emptyForm,
  handle: async ({ services, request, reply }) => {
    requireSameOrigin(request, services.publicUrl);
    const { database, writer, clock, sessions } = services;
    const now = clock.now();
    const { device } = callerOf(request);
    const cookie = sessionCookieOf(request);
    const bearer = /^bearer (\S+)$/i.exec(request.headers.authorization ?? '')?.[1];
    const ending = new Set([
      cookie === undefined ? undefined : await sessionIdOf(database.db, cookie, now),
      bearer === undefined ? undefined : (await identify(database.db, bearer, now))?.sessionId,
    ]);
    for (const id of ending) {
      if (id === undefined) continue;
      await writer.write([], async (tx) => {
        const db = await tx.db();
        const userId = await personOfSession(db, id);
        if (userId !== undefined) {
          await forgetUnsent(db, { userId, device });
          const from = originOf(callerOf(request));
          await services.security.addForAccount(db, { kind: 'session_ended', userId, from });
        }
        await endSession(db, id);
      });
      sessions.ended(id);
    }
    clearSession(request, reply, services.publicUrl);
    return { message: /*i18n*/ 'Signed out' };
  },
});

const signUpMode = publicRoute({
  method: 'GET',
  path: 'api/sign-up/',
  summary: 'Who may found an organisation here: everybody, whoever is in one already, nobody',
  query: emptyForm,
  body: emptyForm,
  handle: async ({ services }) => ({ data: { mode: await currentSignUpMode(services.auth) } }),
});

/** The response contains the input and nothing else: it is the same for known and unknown addresses. */
const userOrganizationCreate = publicRoute({
  method: 'POST',
  path: 'api/user-organization-create/',
  summary: 'Sign up: found an organisation',
  query: emptyForm,
  body: signUpForm,
  handle: async ({ services, request, body }) => {
    requireSameOrigin(request, services.publicUrl);
    await signUp(services.auth, body, callerOf(request));
    services.mailer.wake();
    const { display_name, email, phone_number, organization } = body;
    return {
      message: /*i18n*/ 'Sign up successful!',
      data: { users: { display_name, email, phone_number }, organization },
    };
  },
});

const inviteCheck = publicRoute({
  method: 'POST',
  path: 'api/organization-invite/look/',
  summary: 'Who a link in an invitation is for',
  query: emptyForm,
  body: checkForm,
  handle: async ({ services, request, body }) => ({
    data: await checkInvite(services.auth, body.token, callerOf(request)),
  }),
});

const inviteAccept = publicRoute({
  method: 'POST',
  path: 'api/organization-invite/accept/',
  summary: 'Choose a password through the link in an invitation, and sign in',
  query: emptyForm,
  body: acceptForm,
  handle: async (context) => {
    const { services, request, body } = context;
    requireSameOrigin(request, services.publicUrl);
    const { orgId, ...signedIn } = await acceptInvite(
      services.auth,
      {
        token: body.token,
        password: body.password,
        displayName: body.display_name,
        phoneNumber: body.phone_number,
        retryKey: body.retry_key,
      },
      callerOf(request),
    );
    const answer = welcome(context, signedIn, 'Welcome to Cairn');
    return { ...answer, data: { ...signedIn.answer, organization_id: Number(orgId) } };
  },
});

const inviteResend = sessionRoute({
  method: 'POST',
  path: 'api/organization-invite/resend/',
  summary: 'Send the invitation of somebody who has not joined yet once more',
  query: emptyForm,
  body: resendForm,
  handle: async ({ services, actor, body }) => {
    await resendInvite(services.auth, actor, body.organization_user);
    services.mailer.wake();
    return { message: /*i18n*/ 'Mail sent successfully!' };
  },
});

export const AUTH_ROUTES: readonly Route[] = [
  userLogin,
  sessionToken,
  sessionRemoved,
  logout,
  signUpMode,
  userOrganizationCreate,
  inviteCheck,
  inviteAccept,
  inviteResend,
];
