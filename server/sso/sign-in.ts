import type { AuthenticationResponseJSON } from '@simplewebauthn/server';
import { orgStream } from '../../model/entities/scopes.ts';
import { CairnError } from '../../model/shared/errors.ts';
import { personOfAccount } from '../auth/account-people.ts';
import { type Account, accountOf, ensureAccount } from '../auth/accounts.ts';
import type { Auth } from '../auth/auth.ts';
import type { Caller } from '../auth/caller.ts';
import { domainOf } from '../shared/email-domain.ts';
import { memberOf } from '../auth/join-member.ts';
import { knownDevice } from '../auth/known-browsers.ts';
import { openedBefore, retryDigest, type RetryKey } from '../auth/retry-keys.ts';
import { type GivenFactor, givenPasskey, requireFactor } from '../auth/second-factor.ts';
import { endSessionsOf } from '../auth/sessions.ts';
import { type Entered, enter, retryOf, type SignedIn, signedIn } from '../auth/sign-in.ts';
import { originOf } from '../auth/throttle.ts';
import { deleteFactors } from '../auth/two-step.ts';
import { newSecret } from '../shared/secrets.ts';
import type { WriteTx } from '../writer/writer-types.ts';
import {
  beginAttempt,
  issueTicket,
  readTicket,
  type Returned,
  spendTicket,
  takeAttempt,
} from './attempts.ts';
import { ownerOf } from './domains.ts';
import { acceptInvited, invitationOf } from './invited.ts';
import { activeProvider, requireJoinable } from './settings.ts';
import type { Sso } from './sso.ts';

/**
 * Begins a sign-in: the address of the provider for this e-mail address, and the secret that the browser keeps in a
 * cookie until it returns. Throws `not_found` for a domain without a provider, which says nothing about accounts.
 */
export async function beginSso(
  { auth, providers, redirectUri }: Sso,
  { email, shared }: { readonly email: string; readonly shared: boolean },
  caller: Caller,
): Promise<{ readonly url: string; readonly browser: string }> {
  const { database, throttle, machine, writer } = auth;
  await throttle.address(caller.address);
  const orgId = await ownerOf(database.db, domainOf(email));
  const provider = orgId === undefined ? undefined : await activeProvider(auth, database.db, orgId);
  if (orgId === undefined || provider === undefined) {
    throw new CairnError({
      code: 'not_found',
      message:
        /*i18n*/ 'There is no single sign-on for this e-mail address. Sign in with your password.',
    });
  }
  const browser = newSecret(machine.random);
  const pending = await writer.write([], async (tx) =>
    beginAttempt(await tx.db(), machine, { orgId, browser, shared }),
  );
  const url = await providers.addressOf(provider, { ...pending, redirectUri, email });
  return { url, browser };
}

/**
 * Continues when the provider has sent the browser back: returns a ticket for the page. Throws `not_found` for a
 * sign-in that is not this browser's, `conflict` when the provider declines, `forbidden` for an address of a domain
 * for which it does not speak.
 */
export async function returnFromProvider(
  { auth, providers, redirectUri }: Sso,
  { query, browser }: { readonly query: URLSearchParams; readonly browser: string | undefined },
  caller: Caller,
): Promise<{ readonly ticket: string; readonly shared: boolean; readonly isProof: boolean }> {
  const { database, throttle, machine, writer } = auth;
  await throttle.address(caller.address);
  const state = query.get('state');
  if (state === null || browser === undefined) throw unknownAttempt();
  const attempt = await writer.write([], async (tx) =>
    takeAttempt(await tx.db(), { state, browser, now: machine.now() }),
  );
  if (attempt === undefined) throw unknownAttempt();
  const { orgId, nonce, verifier, shared, proves } = attempt;
  const isProof = proves !== undefined;
  const provider = await activeProvider(auth, database.db, orgId);
  if (provider === undefined) throw unknownAttempt();
  const address = new URL(redirectUri);
  address.search = query.toString();
  const person = await providers.personOf(provider, {
    state,
    nonce,
    verifier,
    address,
    isAnew: isProof,
  });
  const ticket = await writer.write([], async (tx) => {
    const db = await tx.db();
    if ((await ownerOf(db, domainOf(person.email))) !== orgId) throw otherDomain();
    return issueTicket(db, machine, { ...person, orgId, proves, browser });
  });
  return { ticket, shared, isProof };
}

interface Finish {
  readonly ticket: string;
  /** Code of an authenticator app, or a recovery code. */
  readonly code?: string | undefined;
  /** Signature of a passkey, instead of a code. */
  readonly passkey?: AuthenticationResponseJSON | undefined;
  readonly shared: boolean;
  readonly deviceToken: string | null;
  readonly retryKey: string | undefined;
}

interface Browser {
  readonly caller: Caller;
  /** Secret of the cookie with which the sign-in was begun. */
  readonly browser: string | undefined;
}

/**
 * Signs in the person whom the provider has named. An account with a second factor of its own is asked for it, since it
 * may open other organisations too. Throws `not_found`, `factor_required`, `bad_credentials`, `rate_limited` or
 * `forbidden`.
 */
export async function finishSso({ auth }: Sso, input: Finish, browser: Browser): Promise<SignedIn> {
  const { machine, database } = auth;
  const { ticket } = input;
  const retry = retryOf(retryDigest(input.retryKey, 'single-sign-on', ticket));
  const returned = await readTicket(database.db, {
    ticket,
    browser: browser.browser ?? '',
    now: machine.now(),
  });
  const opened =
    returned === undefined
      ? await enterAgain(auth, { input, caller: browser.caller, retry })
      : await enterNamed(auth, { input, caller: browser.caller, retry, returned });
  if (opened === undefined) throw unknownAttempt();
  return signedIn(auth, opened);
}

interface Entering {
  readonly input: Finish;
  readonly caller: Caller;
  readonly retry: RetryKey | undefined;
}

/** Repeats a call whose response was lost: its ticket is used up. Undefined when there was none. */
async function enterAgain(
  auth: Auth,
  { input: { deviceToken, shared }, caller, retry }: Entering,
): Promise<Entered | undefined> {
  const { machine, database } = auth;
  if (retry === undefined) return undefined;
  const before = await openedBefore(database.db, retry.digest, machine.now());
  if (before === undefined) return undefined;
  return enter(auth, {
    userId: before.userId,
    admit: async (tx) => (await openedBefore(await tx.db(), retry.digest, machine.now()))?.userId,
    factor: true,
    ssoOrg: before.orgId ?? undefined,
    deviceToken,
    caller,
    shared,
    retry,
  });
}

async function enterNamed(
  auth: Auth,
  { input, caller, retry, returned }: Entering & { readonly returned: Returned },
): Promise<Entered | undefined> {
  const { orgId, email } = returned;
  const { ticket, deviceToken, shared } = input;
  const known = await accountOf(auth.database.db, email);
  // Factors of an account that nobody has proved do not count, and end below.
  const factor =
    known?.mailbox_proved === 1 ? await factorOf(auth, known, { input, caller, email }) : undefined;
  const entering = enter(auth, {
    userId: known?.id,
    streams: [orgStream(orgId)],
    admit: async (tx) => {
      const db = await tx.db();
      if (!(await spendTicket(db, ticket))) return undefined;
      if ((await ownerOf(db, domainOf(email))) !== orgId) throw otherDomain();
      await factor?.spend(db);
      return admit(auth, tx, { returned, caller });
    },
    factor: factor !== undefined,
    ssoOrg: orgId,
    ssoSession: { subject: returned.subject, sid: returned.sid },
    deviceToken,
    caller,
    shared,
    retry: retry && { ...retry, orgId },
  });
  return factor === undefined ? entering : factor.settled(entering);
}

async function factorOf(
  auth: Auth,
  { id: userId }: Account,
  {
    input: { code, passkey },
    caller,
    email,
  }: { readonly input: Finish; readonly caller: Caller; readonly email: string },
): Promise<GivenFactor | undefined> {
  if (passkey !== undefined) return givenPasskey(auth, { userId }, passkey);
  const now = auth.machine.now();
  const device = await knownDevice(auth.database.db, { email, secret: caller.device, now });
  return requireFactor(auth, { person: { userId, email, device, caller }, code });
}

/**
 * The account of the person, who is a member of the provider's organisation from now on: added before, invited, or by
 * the organisation's rule. Runs in a write of the organisation's stream.
 */
async function admit(
  auth: Auth,
  tx: WriteTx,
  { returned, caller }: { readonly returned: Returned; readonly caller: Caller },
): Promise<string> {
  const { orgId, email } = returned;
  const provider = await activeProvider(auth, await tx.db(), orgId);
  if (provider === undefined) throw unknownAttempt();
  const account = await provedAccount(auth, tx, returned);
  const known = await personOfAccount(await tx.db(), orgId, { id: account.id, email });
  const invited = known === undefined ? await invitationOf(tx, { orgId, email }) : undefined;
  if (known === undefined && invited === undefined) {
    if (provider.joinRole === null) throw notAdded();
    await requireJoinable(tx, orgId, provider.joinRole);
  }
  const role = invited?.role ?? provider.joinRole ?? '';
  const { id, hasJoined } = await memberOf(tx, { orgId, account, email, role });
  if (hasJoined) await auth.onJoined(tx, { org_id: orgId, id });
  if (invited !== undefined) await acceptInvited(tx, { orgId, invitation: invited, person: id });
  if (hasJoined) {
    await auth.security.add(await tx.db(), {
      kind: known === undefined && invited === undefined ? 'person_added' : 'invitation_accepted',
      orgId,
      orgUserId: id,
      userId: account.id,
      subject: email,
      from: originOf(caller),
      details: { sso: true },
    });
  }
  return account.id;
}

/**
 * The account of the address, which the provider of its domain proves as a link in a mail does. What somebody has set
 * up who had signed up with the address without proving it ends.
 */
async function provedAccount(auth: Auth, tx: WriteTx, { email, name }: Returned): Promise<Account> {
  const { account } = await ensureAccount(tx, {
    email,
    displayName: name === '' ? email.slice(0, email.lastIndexOf('@')) : name,
    phoneNumber: '',
    passwordHash: null,
  });
  if (account.mailbox_proved === 1) return account;
  const db = await tx.db();
  await db
    .updateTable('users')
    .set({ password_hash: null, mailbox_proved: 1 })
    .where('id', '=', account.id)
    .execute();
  await deleteFactors(db, account.id);
  await db.deleteFrom('one_time_tokens').where('user_id', '=', account.id).execute();
  await endSessionsOf(db, account.id, { reason: 'password_changed', now: auth.machine.now() });
  return { ...account, password_hash: null, mailbox_proved: 1 };
}

function unknownAttempt(): CairnError {
  return new CairnError({
    code: 'not_found',
    message: /*i18n*/ 'This sign-in took too long, or it was begun in another browser. Try again.',
    details: { reason: 'expired' },
  });
}

function otherDomain(): CairnError {
  return new CairnError({
    code: 'forbidden',
    message:
      /*i18n*/ 'The identity provider named an e-mail address of another domain. Sign in there with the address of your organisation.',
    details: { reason: 'other_domain' },
  });
}

function notAdded(): CairnError {
  return new CairnError({
    code: 'forbidden',
    message:
      /*i18n*/ 'You are not a member of this organisation. Ask an administrator to invite you.',
  });
}
