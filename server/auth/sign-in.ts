import type { Kysely } from 'kysely';
import { orgStream } from '../../model/entities/scopes.ts';
import { CairnError } from '../../model/shared/errors.ts';
import type { WriteTx } from '../writer/writer-types.ts';
import { addedUnder, joinAllAdded, type PersonKey } from './account-people.ts';
import { accountOf, lockAccount, noteLanguage } from './accounts.ts';
import type { Schema } from '../store/schema.ts';
import type { Auth } from './auth.ts';
import type { Machine } from '../shared/machine.ts';
import type { Caller } from './caller.ts';
import { noteFailedAttempt, withLimitLogged } from './failed-attempts.ts';
import { originOf } from './throttle.ts';
import { refusalForCookie, sweepEnded } from './ended-sessions.ts';
import type { FormerMembership } from './erased-memberships.ts';
import {
  formerOrganizationsOf,
  type Membership,
  membershipsOf,
  type Profile,
  profileOf,
} from './memberships.ts';
import { requireProvider } from './required-provider.ts';
import { noteOpened, openedBefore, retryDigest, type RetryKey, claimKey } from './retry-keys.ts';
import { writeNewBrowserMail } from './new-browser.ts';
import { requireFactor, requireNoFactor } from './second-factor.ts';
import { rulesOf } from './sign-in-rules.ts';
import { memberFactorDue } from '../writer/actor.ts';
import { sealingKeysOf } from './sealing-keys.ts';
import { forgetUnsent, reportedUnsent } from '../apply/unsent-reports.ts';
import { hasKnownBrowser, isKnownBrowser, knownDevice, rememberDevice } from './known-browsers.ts';
import {
  type AccessToken,
  endSession,
  type NewSession,
  openSession,
  type OpenedSession,
  type RenewedSession,
  renewSession,
  reopenSession,
  sessionIdOf,
  sweepSessions,
} from './sessions.ts';

/** A browser's session, as the response returns it (sessions spec, 3 "Login response"). */
export interface SessionAnswer {
  readonly user: Profile;
  readonly organizations: readonly (Membership & MemberRules)[];
  /** Organisations that have deactivated the person, were erased, or from which the person was. */
  readonly former_organizations: readonly FormerMembership[];
  readonly access_token: string;
  /** Milliseconds since 1970, UTC. */
  readonly expires_at: number;
  /** Time of this response. */
  readonly proved_at: number;
  readonly session_id: string;
  /** The public half of the person's key pair, for what a device stores while they are signed out. */
  readonly sealing_key: string;
  /** Number of changes that this browser last reported unsent (CLIENT-11.4). */
  readonly unsent_reported: number;
}

/** What an organisation demands of the sign-ins of the person. */
interface MemberRules {
  /** Milliseconds since 1970, UTC: from then on the organisation refuses the person without a second factor. */
  readonly factor_due_at: number | null;
  /** Days without a connection after which a device asks to sign in again; null: none. */
  readonly offline_days: number | null;
  /** The organisation asks that an ordinary computer encrypts what it stores. */
  readonly encrypt_devices: boolean;
}

/** A response and the secrets for its cookies. */
export interface SignedIn {
  readonly answer: SessionAnswer;
  readonly cookie: string;
  readonly device: string;
  /** True: the cookie ends with the browser's session. */
  readonly shared: boolean;
  /** The session that this browser had before; it has ended. */
  readonly replaced: string | undefined;
}

export interface Credentials {
  readonly email: string;
  readonly password: string;
  readonly deviceToken: string | null;
  /** True on a shared computer. */
  readonly shared?: boolean;
  /** Code of an authenticator app, or a recovery code. */
  readonly code?: string | undefined;
  /** The caller's key, the same when it repeats the call. */
  readonly retryKey?: string | undefined;
}

/**
 * Signs in. A wrong password and an unknown address get the same response after the same work; both are counted.
 * Throws `bad_credentials`, `rate_limited` or, after the right password alone, `factor_required`.
 */
export async function signIn(
  auth: Auth,
  credentials: Credentials,
  caller: Caller,
): Promise<SignedIn> {
  const { database, passwords, throttle } = auth;
  const { email, password } = credentials;
  const device = await knownDevice(database.db, {
    email,
    secret: caller.device,
    now: auth.machine.now(),
  });
  const harmless = await withLimitLogged(auth, { email, caller }, () =>
    throttle.attempt({ address: caller.address, email, device }),
  );
  const account = await accountOf(database.db, email);
  const right = await passwords.matches(password, account?.password_hash);
  if (!right || account === undefined) {
    await noteFailedAttempt(auth, { kind: 'sign_in_failed', email, caller });
    throw badCredentials();
  }
  await harmless();
  const retry = retryOf(retryDigest(credentials.retryKey, 'sign-in', email));
  const factor = await requireFactor(auth, {
    person: { userId: account.id, email, device, caller },
    code: credentials.code,
    retry,
  });
  const entering = enter(auth, {
    userId: account.id,
    // A password that was changed after the check opens nothing.
    admit: async (tx) => {
      const db = await tx.db();
      const current = await accountOf(db, email);
      if (current?.password_hash !== account.password_hash) return undefined;
      await factor?.spend(db);
      return account.id;
    },
    factor: factor !== undefined,
    deviceToken: credentials.deviceToken,
    caller,
    shared: credentials.shared ?? false,
    retry,
  });
  const opened = await (factor === undefined ? entering : factor.settled(entering));
  if (opened === undefined) throw badCredentials();
  return signedIn(auth, opened);
}

/**
 * Issues a new bearer token for a session; throws `unauthenticated`, with the reason for the browser of an ended
 * session.
 */
export async function renew(
  auth: Auth,
  cookie: string | undefined,
  {
    device,
    language,
    address,
    former = false,
  }: Partial<Pick<Caller, 'device' | 'language' | 'address'>> & {
    readonly former?: boolean;
  } = {},
): Promise<
  { readonly answer: SessionAnswer } & Pick<RenewedSession, 'cookie' | 'shared' | 'expiresAt'>
> {
  const renewed = await auth.writer.write([], async (tx) => {
    const db = await tx.db();
    const session =
      cookie === undefined
        ? undefined
        : await renewSession(db, auth.machine, { cookie, former, address });
    if (session !== undefined && language !== undefined) {
      await noteLanguage(db, session.userId, language);
    }
    return session ?? refusalForCookie(db, cookie, auth.machine.now());
  });
  if (renewed instanceof CairnError) throw renewed;
  const { cookie: next, shared, expiresAt } = renewed;
  return { answer: await answerOf(auth, { ...renewed, device }), cookie: next, shared, expiresAt };
}

interface Entry {
  /** Undefined when `admit` creates the account. */
  readonly userId: string | undefined;
  /** Called inside the transaction, in which it may write: returns the account; undefined opens nothing. */
  readonly admit: (tx: WriteTx) => Promise<string | undefined>;
  /** Streams that `admit` writes in, besides those of the organisations that have added the person. */
  readonly streams?: readonly string[];
  readonly deviceToken: string | null;
  readonly caller: Caller;
  readonly shared: boolean;
  /** True when `admit` has checked a second factor; undefined: an account that has one is not opened. */
  readonly factor?: boolean;
  /** Organisation whose identity provider has named the person; undefined: another way in. */
  readonly ssoOrg?: string | undefined;
  /** Person and session at that provider, as far as it names them. */
  readonly ssoSession?: NewSession['ssoSession'];
  /** For a repeatable call: the repetition gets the session of the first call, and no second one. */
  readonly retry?: RetryKey | undefined;
}

export interface Entered extends OpenedSession {
  readonly userId: string;
  readonly device: string;
  readonly shared: boolean;
  readonly replaced: string | undefined;
}

/**
 * Opens a session, and joins the person wherever they were added under the address of this account. An account that
 * has not proved its mailbox joins nothing. The session that the browser had before ends: nobody could use it any more
 * to sign out.
 */
export async function enter(auth: Auth, entry: Entry): Promise<Entered | undefined> {
  const waiting = await waitingFor(auth, entry.userId);
  const streams = new Set([
    ...(entry.streams ?? []),
    ...waiting.map((row) => orgStream(row.org_id)),
  ]);
  return auth.writer.write([...streams], async (tx) => {
    const userId = await entry.admit(tx);
    if (userId === undefined) return undefined;
    // Whichever way leads here: a password or a link alone opens no account that has a second factor.
    await lockAccount(await tx.db(), userId);
    if (entry.factor !== true) await requireNoFactor(await tx.db(), userId);
    await requireProvider(await tx.db(), userId, entry.ssoOrg);
    const email = await provedAddress(tx, userId);
    if (email !== undefined)
      await joinAllAdded(auth, tx, { waiting, account: { id: userId, email } });
    const db = await tx.db();
    await sweepEnded(db, auth.machine.now());
    await sweepSessions(db, auth.machine.now());
    const { deviceToken, shared } = entry;
    const { browser = null, device: secret, language } = entry.caller;
    if (language !== undefined) await noteLanguage(db, userId, language);
    const isFirst = !(await hasKnownBrowser(db, userId, auth.machine.now()));
    const isKnown = await isKnownBrowser(db, { userId, secret }, auth.machine.now());
    const device = await rememberDevice(db, auth.machine, { userId, secret });
    // Nothing is stored about a shared computer.
    if (shared) await forgetUnsent(db, { userId, device });
    const { opened, isRepeated } = await openOnce(db, auth.machine, {
      session: {
        userId,
        deviceToken,
        browser,
        shared,
        address: entry.caller.address,
        factor: entry.factor ?? false,
        ssoOrg: entry.ssoOrg,
        ssoSession: entry.ssoSession,
      },
      retry: entry.retry,
    });
    if (!isRepeated) {
      const from = originOf(entry.caller);
      await auth.security.addForAccount(db, {
        kind: 'sign_in',
        userId,
        from,
        details: {
          shared,
          known_browser: isKnown,
          ...(entry.ssoOrg !== undefined && { sso: true }),
        },
      });
      if (!isKnown && !isFirst) await writeNewBrowserMail(auth, db, { userId, from });
    }
    const replaced = await endReplaced(auth, db, { cookie: entry.caller.session, opened });
    return { ...opened, userId, device, shared, replaced };
  });
}

async function endReplaced(
  { machine }: Auth,
  db: Kysely<Schema>,
  { cookie, opened }: { readonly cookie: string | undefined; readonly opened: OpenedSession },
): Promise<string | undefined> {
  const before = cookie === undefined ? undefined : await sessionIdOf(db, cookie, machine.now());
  if (before === undefined || before === opened.sessionId) return undefined;
  await endSession(db, before);
  return before;
}

/** Rows in which a person was added under the address of the account and has not joined. */
async function waitingFor(
  { database }: Auth,
  userId: string | undefined,
): Promise<readonly PersonKey[]> {
  const profile = userId === undefined ? undefined : await profileOf(database.db, userId);
  return profile === undefined ? [] : addedUnder(database.db, profile.email);
}

async function openOnce(
  db: Kysely<Schema>,
  machine: Machine,
  { session, retry }: { readonly session: NewSession; readonly retry: RetryKey | undefined },
): Promise<{ readonly opened: OpenedSession; readonly isRepeated: boolean }> {
  if (retry === undefined) {
    return { opened: await openSession(db, machine, session), isRepeated: false };
  }
  const now = machine.now();
  const { digest } = retry;
  if (!(await claimKey(db, now, { digest, userId: session.userId }))) {
    const before = await openedBefore(db, digest, now);
    if (before?.userId === session.userId) {
      const { sessionId } = before;
      return {
        opened: await reopenSession(db, machine, { ...session, sessionId }),
        isRepeated: true,
      };
    }
  }
  const opened = await openSession(db, machine, session);
  await noteOpened(db, retry, opened.sessionId);
  return { opened, isRepeated: false };
}

export function retryOf(digest: string | undefined, orgId?: string): RetryKey | undefined {
  return digest === undefined ? undefined : { digest, ...(orgId !== undefined && { orgId }) };
}

/** The address of the account once its mailbox is proved. */
async function provedAddress(tx: WriteTx, userId: string): Promise<string | undefined> {
  const db = await tx.db();
  const row = await db
    .selectFrom('users')
    .select('email')
    .where('id', '=', userId)
    .where('mailbox_proved', '=', 1)
    .executeTakeFirst();
  return row?.email;
}

export async function signedIn(auth: Auth, opened: Entered): Promise<SignedIn> {
  const answer = await answerOf(auth, opened);
  const { cookie, device, shared, replaced } = opened;
  return { answer, cookie, device, shared, replaced };
}

async function answerOf(
  auth: Auth,
  session: {
    readonly userId: string;
    readonly sessionId: string;
    readonly token: AccessToken;
    readonly device: string | undefined;
    readonly shared: boolean;
  },
): Promise<SessionAnswer> {
  const { database } = auth;
  const user = await profileOf(database.db, session.userId);
  if (user === undefined)
    throw new CairnError({ code: 'unauthenticated', message: /*i18n*/ 'Please sign in again' });
  const organizations = await withRules(auth, session.userId);
  const orgIds = organizations.map(({ organization_id }) => String(organization_id));
  return {
    user,
    organizations,
    former_organizations: await formerOrganizationsOf(database.db, session.userId),
    access_token: session.token.secret,
    expires_at: session.token.expiresAt,
    proved_at: auth.machine.now(),
    session_id: session.sessionId,
    sealing_key: (await sealingKeysOf(auth, session.userId)).public_key,
    unsent_reported: session.shared ? 0 : await reportedUnsent(database.db, session, orgIds),
  };
}

async function withRules(
  { database }: Auth,
  userId: string,
): Promise<readonly (Membership & MemberRules)[]> {
  const memberships = await membershipsOf(database.db, userId);
  const orgIds = memberships.map(({ organization_id }) => String(organization_id));
  const rules = await rulesOf(database.db, orgIds);
  const all: (Membership & MemberRules)[] = [];
  for (const membership of memberships) {
    const orgId = String(membership.organization_id);
    const { levels = 0, offlineDays = null, encryptDevices = false } = rules.get(orgId) ?? {};
    const due = levels === 0 ? undefined : await memberFactorDue(database.read, { orgId, userId });
    all.push({
      ...membership,
      factor_due_at: due ?? null,
      offline_days: offlineDays,
      encrypt_devices: encryptDevices,
    });
  }
  return all;
}

function badCredentials(): CairnError {
  return new CairnError({
    code: 'bad_credentials',
    message: /*i18n*/ 'The e-mail address or the password is not right',
  });
}
