import type { Kysely } from 'kysely';
import { orgUsers } from '../../model/entities/org-user.ts';
import { orgStream } from '../../model/entities/scopes.ts';
import type { Actor } from '../../model/permissions/actor.ts';
import { mayCreatePerson } from '../../model/permissions/person.ts';
import { notFound } from '../../model/permissions/project.ts';
import { CairnError } from '../../model/shared/errors.ts';
import { writeAs } from '../writer/write-as.ts';
import { LIMITS } from '../writer/writer-types.ts';
import type { Schema } from '../store/schema.ts';
import { accountOfAdded, addedUnder, joinAllAdded } from '../auth/account-people.ts';
import type { Auth } from '../auth/auth.ts';
import {
  type Acceptance,
  acceptInvitation,
  type InvitationContext,
  joinInvitation,
  checkInvitation,
  notForThisAccount,
} from './accept-invitation.ts';
import { requireMayInvite } from './limits.ts';
import { writeInvite } from './add-person.ts';
import { endLinksOf } from '../auth/links.ts';
import { passwordContext } from '../auth/memberships.ts';
import { requireNoNames, requireUncommon } from '../auth/passwords.ts';
import { openedBefore, retryDigest } from '../auth/retry-keys.ts';
import { digestOfSecret } from '../shared/secrets.ts';
import { endSessionsOf } from '../auth/sessions.ts';
import type { Caller } from '../auth/caller.ts';
import { enter, retryOf, type SignedIn, signedIn } from '../auth/sign-in.ts';

/** Content of the page behind an added person's link. */
export interface InviteContext {
  readonly display_name: string;
  readonly email: string;
  readonly organization_name: string;
}

/** Throws `not_found` for a link that is unknown, used or too old. */
export async function checkInvite(
  auth: Auth,
  token: string,
  caller: Caller,
): Promise<InviteContext | InvitationContext> {
  await auth.throttle.address(caller.address);
  const invite = await inviteOf(auth.database.db, token, auth.machine.now());
  if (invite === undefined) {
    const invitation = await checkInvitation(auth, token);
    if (invitation === undefined) throw invalidLink();
    return invitation;
  }
  return {
    display_name: invite.name,
    email: invite.email,
    organization_name: invite.organization,
  };
}

export interface Accepted extends SignedIn {
  /** The organisation of the link. */
  readonly orgId: string;
}

/**
 * Sets the password of an added person and signs them in. All their other links are deleted: the mailbox is proved
 * from now on, and no invitation overwrites its password again. Sessions of an account that had signed up with the
 * address without proving it end.
 */
export async function acceptInvite(
  auth: Auth,
  acceptance: Acceptance,
  caller: Caller,
): Promise<Accepted> {
  await auth.throttle.address(caller.address);
  try {
    return await acceptOnce(auth, acceptance, caller);
  } catch (error) {
    // The link is used up, possibly by this same call, whose response was lost.
    if (!(error instanceof CairnError) || error.code !== 'not_found') throw error;
    const before = await acceptedBefore(auth, acceptance, caller);
    if (before === undefined) throw error;
    return before;
  }
}

async function acceptOnce(auth: Auth, acceptance: Acceptance, caller: Caller): Promise<Accepted> {
  const { token, password } = acceptance;
  const invite = await inviteOf(auth.database.db, token, auth.machine.now());
  if (invite === undefined) {
    const accepted = await acceptInvitation(auth, acceptance, caller);
    if (accepted === undefined) throw invalidLink();
    return accepted;
  }
  requireUncommon(password);
  requireNoNames(password, await passwordContext(auth, invite.userId, invite.orgId));
  const hash = await auth.passwords.hash(password);
  const { userId } = invite;
  const opened = await enter(auth, {
    userId,
    deviceToken: null,
    caller,
    shared: false,
    retry: retryOf(retryDigest(acceptance.retryKey, 'accept', token), invite.orgId),
    admit: async (tx) => {
      const db = await tx.db();
      if ((await inviteOf(db, token, auth.machine.now())) === undefined) return undefined;
      await db.deleteFrom('one_time_tokens').where('user_id', '=', userId).execute();
      const { numUpdatedRows } = await db
        .updateTable('users')
        .set({ password_hash: hash, mailbox_proved: 1 })
        .where('id', '=', userId)
        .where('mailbox_proved', '=', 0)
        .executeTakeFirst();
      if (numUpdatedRows !== 1n) return undefined;
      const now = auth.machine.now();
      await endSessionsOf(db, userId, { reason: 'password_changed', now });
      return userId;
    },
  });
  if (opened === undefined) throw invalidLink();
  return { ...(await signedIn(auth, opened)), orgId: invite.orgId };
}

/**
 * Accepts an invitation with the account that is signed in, whose address must be the invited one: the link proves its
 * mailbox, and the password is unchanged. Returns the organisation's id. Throws `forbidden` or `not_found`.
 */
export async function joinInvite(auth: Auth, userId: string, token: string): Promise<string> {
  const { db } = auth.database;
  const invite = await inviteOf(db, token, auth.machine.now());
  if (invite === undefined) return joinInvitation(auth, userId, token);
  if (invite.userId !== userId) throw notForThisAccount(invite.email);
  const waiting = await addedUnder(db, invite.email);
  const streams = new Set(waiting.map((row) => orgStream(row.org_id)));
  await auth.writer.write([...streams], async (tx) => {
    const current = await inviteOf(await tx.db(), token, auth.machine.now());
    if (current?.email !== invite.email) throw invalidLink();
    await endLinksOf(await tx.db(), userId);
    const users = (await tx.db()).updateTable('users').set({ mailbox_proved: 1 });
    await users.where('id', '=', userId).execute();
    await joinAllAdded(auth, tx, { waiting, account: { id: userId, email: invite.email } });
  });
  return invite.orgId;
}

/**
 * The session that the same call has opened before; undefined when there is none. The password is required again: the
 * key alone opens nothing.
 */
async function acceptedBefore(
  auth: Auth,
  { token, password, retryKey }: Acceptance,
  caller: Caller,
): Promise<Accepted | undefined> {
  const digest = retryDigest(retryKey, 'accept', token);
  if (digest === undefined) return undefined;
  const { database, machine, passwords, throttle } = auth;
  const check = (db: Kysely<Schema>) => openedBefore(db, digest, machine.now());
  const before = await check(database.db);
  if (before === undefined || before.orgId === null) return undefined;
  const { userId, email, orgId, passwordHash } = before;
  const harmless = await throttle.attempt({ address: caller.address, email, device: undefined });
  if (!(await passwords.matches(password, passwordHash))) {
    throw new CairnError({
      code: 'bad_credentials',
      message: /*i18n*/ 'You have joined already, with another password. Sign in with that one.',
    });
  }
  await harmless();
  const opened = await enter(auth, {
    userId,
    deviceToken: null,
    caller,
    shared: false,
    retry: { digest, orgId },
    // An ended session stays ended, and a password that was changed since opens nothing.
    admit: async (tx) =>
      (await check(await tx.db()))?.passwordHash === passwordHash ? userId : undefined,
  });
  return opened && { ...(await signedIn(auth, opened)), orgId };
}

/**
 * Sends the mail of an added person who has not joined once more, with a new link; the old ones stay valid for their
 * seven days. Requires the right to add people. Throws `forbidden`, `not_found`, `conflict`, `rate_limited`.
 */
export async function resendInvite(auth: Auth, actor: Actor, orgUserId: string): Promise<void> {
  await writeAs(auth.writer, actor, {
    streams: [LIMITS],
    may: mayCreatePerson,
    work: async (tx, { orgId, userId, orgUserId: inviter }) => {
      const person = await tx.get(orgUsers, { orgId }, orgUserId);
      if (person === undefined) throw new CairnError(notFound());
      if (person.joined || !person.active) {
        throw new CairnError({
          code: 'conflict',
          message: /*i18n*/ 'This person has joined already or is deactivated',
        });
      }
      await requireMayInvite(auth, tx, { orgId, userId, email: person.email });
      await writeInvite(tx, auth, {
        account: await accountOfAdded(tx, person),
        orgId,
        inviter,
        email: person.email,
        displayName: person.display_name,
        role: person.user_role,
        orgUserId: person.id,
      });
    },
  });
}

async function inviteOf(db: Kysely<Schema>, token: string, now: number) {
  return db
    .selectFrom('one_time_tokens as token')
    .innerJoin('users', 'users.id', 'token.user_id')
    .innerJoin('organizations as org', (join) =>
      join.onRef('org.org_id', '=', 'token.org_id').onRef('org.id', '=', 'token.org_id'),
    )
    .select([
      'users.id as userId',
      'token.org_id as orgId',
      'users.display_name as name',
      'users.email as email',
      'org.name as organization',
    ])
    .where('token.digest', '=', digestOfSecret(token))
    .where('token.purpose', '=', 'invite')
    .where('token.expires_at', '>', now)
    .where('users.mailbox_proved', '=', 0)
    .executeTakeFirst();
}

function invalidLink(): CairnError {
  return new CairnError({
    code: 'not_found',
    message:
      /*i18n*/ 'This link does not work any more. Ask the person who invited you for a new one.',
  });
}
