import type { Kysely } from 'kysely';
import { invitations } from '../../model/entities/invitation.ts';
import { orgStream } from '../../model/entities/scopes.ts';
import { CairnError } from '../../model/shared/errors.ts';
import { inEnglish } from '../../model/shared/message.ts';
import { INVITATION_FOR_ADDRESS } from '../../model/shared/texts-with-values.ts';
import type { WriteTx } from '../writer/writer-types.ts';
import { type Account, accountOf, ensureAccount } from '../auth/accounts.ts';
import type { Auth } from '../auth/auth.ts';
import { noteFailedAttempt } from '../auth/failed-attempts.ts';
import { memberOf } from '../auth/join-member.ts';
import { requireNoNames, requireUncommon } from '../auth/passwords.ts';
import { retryDigest } from '../auth/retry-keys.ts';
import { digestOfSecret } from '../shared/secrets.ts';
import { knownDevice } from '../auth/known-browsers.ts';
import { endSessionsOf } from '../auth/sessions.ts';
import type { Caller } from '../auth/caller.ts';
import { enter, retryOf, type SignedIn, signedIn } from '../auth/sign-in.ts';
import type { Schema } from '../store/schema.ts';
import { endInvitation } from './invitations.ts';

/** Content of the page behind an invitation's link. */
export interface InvitationContext {
  readonly email: string;
  readonly organization_name: string;
  readonly inviter_name: string;
  readonly role_name: string;
  /**
   * `none`: the page asks for a name, a phone number and a new password. `unproved`: for a new password. `proved`: the
   * person signs in with their password. A person who is signed in with the invited address joins with one click.
   */
  readonly account: 'none' | 'unproved' | 'proved';
}

export interface Acceptance {
  readonly token: string;
  readonly password: string;
  readonly displayName?: string | undefined;
  readonly phoneNumber?: string | undefined;
  /** The caller's key, the same when it repeats the call. */
  readonly retryKey?: string | undefined;
}

/** Undefined for a link that is unknown, used, revoked or too old. */
export async function checkInvitation(
  auth: Auth,
  token: string,
): Promise<InvitationContext | undefined> {
  const { db } = auth.database;
  const link = await linkOf(db, token, auth.machine.now());
  if (link === undefined) return undefined;
  const account = await accountOf(db, link.email);
  return {
    email: link.email,
    organization_name: link.organization,
    inviter_name: link.inviter ?? 'An administrator',
    role_name: link.role,
    account: account === undefined ? 'none' : account.mailbox_proved === 1 ? 'proved' : 'unproved',
  };
}

/**
 * Accepts an invitation by its link and signs in. The link proves the mailbox, so an account with an unproved address
 * gets the password chosen here, and its sessions end; an account with a proved address requires its own password.
 * Undefined when this is not an invitation's link.
 */
export async function acceptInvitation(
  auth: Auth,
  acceptance: Acceptance,
  caller: Caller,
): Promise<(SignedIn & { readonly orgId: string }) | undefined> {
  const { db } = auth.database;
  const link = await linkOf(db, acceptance.token, auth.machine.now());
  if (link === undefined) return undefined;
  const known = await accountOf(db, link.email);
  const proved = known?.mailbox_proved === 1;
  if (proved)
    await requirePassword(auth, { email: link.email, account: known, acceptance, caller });
  if (!proved) {
    const names = [acceptance.displayName ?? '', known?.display_name ?? '', link.organization];
    requireUncommon(acceptance.password);
    requireNoNames(acceptance.password, { names, email: link.email });
  }
  const hash = proved ? undefined : await auth.passwords.hash(acceptance.password);
  const opened = await enter(auth, {
    userId: known?.id,
    streams: [orgStream(link.orgId)],
    deviceToken: null,
    caller,
    shared: false,
    retry: retryOf(retryDigest(acceptance.retryKey, 'accept', acceptance.token), link.orgId),
    // One transaction joins, claims the key and opens the session: a used link without a key could not be repeated.
    admit: async (tx) => {
      const account =
        hash === undefined
          ? known
          : await choosePassword(tx, {
              email: link.email,
              acceptance,
              hash,
              now: auth.machine.now(),
            });
      if (account === undefined) throw invalidInvitation();
      await join(auth, tx, { token: acceptance.token, account });
      return account.id;
    },
  });
  return opened && { ...(await signedIn(auth, opened)), orgId: link.orgId };
}

/** Accepts with the account that is signed in; its address must be the invited one. Returns the organisation's id. */
export async function joinInvitation(auth: Auth, userId: string, token: string): Promise<string> {
  const link = await linkOf(auth.database.db, token, auth.machine.now());
  if (link === undefined) throw invalidInvitation();
  await auth.writer.write([orgStream(link.orgId)], async (tx) => {
    const account = await accountOf(await tx.db(), link.email);
    if (account?.id !== userId) {
      throw notForThisAccount(link.email);
    }
    await join(auth, tx, { token, account });
  });
  return link.orgId;
}

export function notForThisAccount(email: string): CairnError {
  return new CairnError({
    code: 'forbidden',
    message: inEnglish({ id: INVITATION_FOR_ADDRESS, values: { email } }),
  });
}

/** The account of the address with the password chosen by its owner, created when there is none. */
async function choosePassword(
  tx: WriteTx,
  {
    email,
    acceptance,
    hash,
    now,
  }: {
    readonly email: string;
    readonly acceptance: Acceptance;
    readonly hash: string;
    readonly now: number;
  },
): Promise<Account> {
  const db = await tx.db();
  const known = await accountOf(db, email);
  const { displayName, phoneNumber } = acceptance;
  if (known === undefined && (displayName === undefined || phoneNumber === undefined)) {
    throw new CairnError({
      code: 'invalid',
      message: /*i18n*/ 'Name and phone number are required',
    });
  }
  const { account } = await ensureAccount(tx, {
    email,
    displayName: displayName ?? '',
    phoneNumber: phoneNumber ?? '',
    passwordHash: hash,
  });
  // Its owner proved it while the password was being hashed: that password stays.
  if (account.mailbox_proved === 1) throw invalidInvitation();
  await db
    .updateTable('users')
    .set({ password_hash: hash, mailbox_proved: 1 })
    .where('id', '=', account.id)
    .execute();
  await endSessionsOf(db, account.id, { reason: 'password_changed', now });
  return account;
}

async function requirePassword(
  auth: Auth,
  context: {
    readonly email: string;
    readonly account: Account;
    readonly acceptance: Acceptance;
    readonly caller: Caller;
  },
): Promise<void> {
  const { email, account, acceptance, caller } = context;
  const device = await knownDevice(auth.database.db, {
    email,
    secret: caller.device,
    now: auth.machine.now(),
  });
  const harmless = await auth.throttle.attempt({ address: caller.address, email, device });
  if (!(await auth.passwords.matches(acceptance.password, account.password_hash))) {
    await noteFailedAttempt(auth, { kind: 'sign_in_failed', email, caller });
    throw new CairnError({
      code: 'bad_credentials',
      message: /*i18n*/ 'The password of your account is not right',
    });
  }
  await harmless();
}

/** Creates the membership, behind the lock: the link must still be valid, and works once. */
async function join(
  { machine, security }: Auth,
  tx: WriteTx,
  { token, account }: { readonly token: string; readonly account: Account },
): Promise<void> {
  const db = await tx.db();
  const link = await linkOf(db, token, machine.now());
  if (link === undefined) throw invalidInvitation();
  const { orgId } = link;
  const invitation = await tx.get(invitations, { orgId }, link.invitation);
  if (invitation === undefined || invitation.state !== 'pending') throw invalidInvitation();
  await db.updateTable('users').set({ mailbox_proved: 1 }).where('id', '=', account.id).execute();
  const { id: orgUserId } = await memberOf(tx, {
    orgId,
    account,
    email: link.email,
    role: invitation.role,
  });
  await endInvitation(tx, orgId, invitation.id);
  const accepted = { ...invitation, state: 'accepted', organization_user: orgUserId } as const;
  await tx.put(invitations, { orgId }, accepted);
  await security.add(await tx.db(), {
    kind: 'invitation_accepted',
    orgId,
    orgUserId,
    userId: account.id,
    subject: link.email,
  });
}

async function linkOf(db: Kysely<Schema>, token: string, now: number) {
  return db
    .selectFrom('invitation_links as link')
    .innerJoin('invitations as invitation', (on) =>
      on
        .onRef('invitation.org_id', '=', 'link.org_id')
        .onRef('invitation.id', '=', 'link.invitation'),
    )
    .innerJoin('organizations as org', (on) =>
      on.onRef('org.org_id', '=', 'link.org_id').onRef('org.id', '=', 'link.org_id'),
    )
    .innerJoin('roles as role', (on) =>
      on.onRef('role.org_id', '=', 'link.org_id').onRef('role.id', '=', 'invitation.role'),
    )
    .leftJoin('org_users as inviter', (on) =>
      on
        .onRef('inviter.org_id', '=', 'link.org_id')
        .onRef('inviter.id', '=', 'invitation.invited_by'),
    )
    .select([
      'link.org_id as orgId',
      'invitation.id as invitation',
      'invitation.email as email',
      'org.name as organization',
      'role.name as role',
      'inviter.display_name as inviter',
    ])
    .where('link.digest', '=', digestOfSecret(token))
    .where('link.expires_at', '>', now)
    .where('invitation.state', '=', 'pending')
    .executeTakeFirst();
}

function invalidInvitation(): CairnError {
  return new CairnError({
    code: 'not_found',
    message:
      /*i18n*/ 'This link does not work any more. Ask the person who invited you for a new one.',
  });
}
