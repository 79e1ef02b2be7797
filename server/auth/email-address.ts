import type { Kysely } from 'kysely';
import { orgUsers } from '../../model/entities/org-user.ts';
import { orgStream } from '../../model/entities/scopes.ts';
import { CairnError } from '../../model/shared/errors.ts';
import { LIMITS, type WriteTx } from '../writer/writer-types.ts';
import {
  addressChangedMail,
  addressMail,
  addressTakenMail,
  verifyMail,
} from '../mail/account-mail.ts';
import { enqueueMail } from '../mail/queue.ts';
import type { Schema } from '../store/schema.ts';
import { addedUnder, joinAllAdded, joinedAs, type PersonKey } from './account-people.ts';
import { accountOf } from './accounts.ts';
import type { Auth } from './auth.ts';
import { endLinksOf, findLink, issueSecret } from './links.ts';
import { type Profile, profileOf } from './memberships.ts';
import { proveSelf, type Self } from './password-change.ts';
import { requireOwnAddress } from './required-provider.ts';
import type { Caller } from './caller.ts';

export async function ownAddress(
  { database }: Pick<Auth, 'database'>,
  { userId }: Self,
): Promise<{ readonly email: string; readonly confirmed: boolean }> {
  const row = await database.db
    .selectFrom('users')
    .select(['email', 'mailbox_proved'])
    .where('id', '=', userId)
    .executeTakeFirst();
  return { email: row?.email ?? '', confirmed: row?.mailbox_proved === 1 };
}

/**
 * Asks to change one's own address: it changes when the link in the mail to the new one is confirmed. Only the mailbox
 * of the address learns that another account has it. Throws `bad_credentials`, `conflict` or `rate_limited`.
 */
export async function requestAddress(
  auth: Auth,
  self: Self,
  input: { readonly email: string; readonly password: string; readonly caller: Caller },
): Promise<void> {
  const { email } = input;
  const proved = await proveSelf(auth, self, input);
  if (email === proved.email) {
    throw new CairnError({
      code: 'conflict',
      message: /*i18n*/ 'This is your e-mail address already',
    });
  }
  await auth.writer.write([LIMITS], async (tx) => {
    const db = await tx.db();
    await requireOwnAddress(db, self.userId);
    await requireMail(auth, db, email);
    const other = await accountOf(db, email);
    const link = await linkFor(auth, db, { purpose: 'address', userId: self.userId, email });
    const mail =
      other === undefined
        ? addressMail({ to: email, name: proved.displayName, link })
        : addressTakenMail({ to: email, name: other.display_name });
    await enqueueMail(db, mail, {
      id: auth.machine.newId(),
      at: auth.machine.now(),
      onBehalfOf: self.userId,
    });
  });
}

/** Sends the mail that proves the account's present address. */
export async function requestVerification(auth: Auth, { userId }: Self): Promise<void> {
  const profile = await profileOf(auth.database.db, userId);
  if (profile === undefined) throw invalidLink();
  await auth.writer.write([LIMITS], async (tx) => {
    await requireMail(auth, await tx.db(), profile.email);
    await writeVerification(auth, tx, { userId, profile });
  });
}

/** Writes the mail with the link in the caller's transaction. */
export async function writeVerification(
  auth: Auth,
  tx: WriteTx,
  { userId, profile }: { readonly userId: string; readonly profile: Pick<Profile, 'email'> },
): Promise<void> {
  const db = await tx.db();
  const { email } = profile;
  const link = await linkFor(auth, db, { purpose: 'verify', userId, email });
  const mail = verifyMail({ to: email, link });
  await enqueueMail(db, mail, { id: auth.machine.newId(), at: auth.machine.now() });
}

/**
 * Proves the address of a link and assigns it to the account. Only the person who is signed in with that account may
 * do so: whoever signed up with a foreign address gains nothing when its owner opens the mail. People who were added
 * under the proved address join; people added under an address that the account has left unproved do not. Returns the
 * address.
 */
export async function confirmAddress(auth: Auth, self: Self, token: string): Promise<string> {
  const { db } = auth.database;
  const own = await joinedAs(db, self.userId);
  const profile = await profileOf(db, self.userId);
  const waiting = profile === undefined ? [] : await addedUnder(db, profile.email);
  const streams = new Set([...own, ...waiting].map((row) => orgStream(row.org_id)));
  return auth.writer.write([...streams], async (tx) => {
    const { email, before, provedBefore } = await claimAddress(auth, tx, { self, token });
    const isOwner = provedBefore || email === before.email;
    const account = { id: self.userId, email: before.email };
    const joined = await joinAllAdded(auth, tx, { waiting: isOwner ? waiting : [], account });
    for (const key of [...own, ...joined]) await setAddress(tx, key, email);
    if (email !== before.email) {
      await auth.security.addForAccount(await tx.db(), {
        kind: 'address_changed',
        userId: self.userId,
        email,
        details: { before: before.email },
      });
      const mail = addressChangedMail({ to: before.email, name: before.display_name, email });
      const stamp = {
        id: auth.machine.newId(),
        at: auth.machine.now(),
        onBehalfOf: self.userId,
      };
      await enqueueMail(await tx.db(), mail, stamp);
    }
    return email;
  });
}

async function setAddress(
  tx: WriteTx,
  { org_id: orgId, id }: PersonKey,
  email: string,
): Promise<void> {
  const person = await tx.get(orgUsers, { orgId }, id);
  if (person === undefined) return;
  tx.setAuthor({ orgUserId: id });
  await tx.put(orgUsers, { orgId }, { ...person, email });
}

async function claimAddress(
  auth: Auth,
  tx: WriteTx,
  { self, token }: { readonly self: Self; readonly token: string },
): Promise<{ readonly email: string; readonly before: Profile; readonly provedBefore: boolean }> {
  const db = await tx.db();
  const link = await findLink(db, token, auth.machine.now());
  const before = await profileOf(db, self.userId);
  const { userId } = self;
  if (link === undefined || link.userId !== userId || before === undefined) throw invalidLink();
  const { email, purpose } = link;
  // A mail to an address that the account has left since proves nothing.
  if (email === null || (purpose === 'verify' && email !== before.email)) throw invalidLink();
  if (email !== before.email) await requireOwnAddress(db, userId);
  await lockAddresses(db);
  const provedBefore = (await accountOf(db, before.email))?.mailbox_proved === 1;
  const owner = await accountOf(db, email);
  if (owner !== undefined && owner.id !== userId) {
    throw new CairnError({
      code: 'conflict',
      message: /*i18n*/ 'This e-mail address belongs to another account now',
    });
  }
  await endLinksOf(db, userId);
  await db
    .updateTable('users')
    .set({ email, mailbox_proved: 1 })
    .where('id', '=', userId)
    .execute();
  return { email, before, provedBefore };
}

/**
 * Of two processes that assign one address at the same moment, the second waits here and then finds it assigned.
 * Creating an account locks the same row.
 */
async function lockAddresses(db: Kysely<Schema>): Promise<void> {
  await db
    .updateTable('counters')
    .set((row) => ({ value: row.ref('value') }))
    .where('name', '=', 'users')
    .execute();
}

async function linkFor(
  auth: Auth,
  db: Kysely<Schema>,
  context: Parameters<typeof issueSecret>[2],
): Promise<string> {
  return `${auth.publicUrl}/emailverification?token=${await issueSecret(db, auth.machine, context)}`;
}

async function requireMail(auth: Auth, db: Kysely<Schema>, email: string): Promise<void> {
  if (await auth.throttle.mail(db, email)) return;
  throw new CairnError({
    code: 'rate_limited',
    message: /*i18n*/ 'This address has been sent several mails already. Try again later.',
  });
}

function invalidLink(): CairnError {
  return new CairnError({
    code: 'not_found',
    message:
      /*i18n*/ 'This link does not work any more, or it is for another account. Ask for a new one on your profile page.',
  });
}
