import { CairnError } from '../../model/shared/errors.ts';
import { requireNoNames } from './passwords.ts';
import { LIMITS } from '../writer/writer-types.ts';
import { passwordChangedMail, resetMail } from '../mail/account-mail.ts';
import { enqueueMail } from '../mail/queue.ts';
import { accountOf } from './accounts.ts';
import type { Auth } from './auth.ts';
import { endLinksOf, findLink, issueSecret } from './links.ts';
import { passwordContext, profileOf } from './memberships.ts';
import { endSessionsOf, sessionIdsOf } from './sessions.ts';
import type { Caller } from './caller.ts';
import { originOf } from './throttle.ts';

/** The account of a link for a new password. */
export interface ResetContext {
  readonly display_name: string;
  readonly email: string;
}

interface ResetLink {
  /** The account's number, as in the link's address. */
  readonly id: string;
  readonly token: string;
}

/**
 * Asks for a mail with a link to choose a new password. The response does not show whether the address has an account:
 * it is always the same, both cases write a row and commit, and both are counted against the limits.
 */
export async function requestReset(auth: Auth, email: string, caller: Caller): Promise<void> {
  await auth.throttle.address(caller.address);
  const account = await accountOf(auth.database.db, email);
  const { machine } = auth;
  await auth.writer.write([LIMITS], async (tx) => {
    const db = await tx.db();
    const mayWrite = await auth.throttle.mail(db, email);
    const userId = account === undefined || !mayWrite ? '' : account.id;
    if (mayWrite) {
      const from = originOf(caller);
      await auth.security.addForAccount(db, { kind: 'password_reset_requested', email, from });
    }
    const secret = await issueSecret(db, machine, { purpose: 'reset', userId, email: null });
    if (account === undefined || userId === '') {
      await endLinksOf(db, '');
      return;
    }
    const mail = resetMail({
      to: email,
      name: account.display_name,
      link: `${auth.publicUrl}/forgotpassword/${account.id}/${secret}`,
    });
    await enqueueMail(db, mail, { id: machine.newId(), at: machine.now() });
  });
}

/** Throws `not_found` for a link that is unknown, used or too old. */
export async function checkReset(
  auth: Auth,
  link: ResetLink,
  caller: Caller,
): Promise<ResetContext> {
  await auth.throttle.address(caller.address);
  if (!(await isGood(auth, link))) throw invalidLink();
  const profile = await profileOf(auth.database.db, link.id);
  if (profile === undefined) throw invalidLink();
  return { display_name: profile.display_name, email: profile.email };
}

/**
 * Sets the password of a link, deletes all links of the person and ends all their sessions. The link proves the
 * mailbox. Returns the ids of the ended sessions.
 */
export async function confirmReset(
  auth: Auth,
  { password, ...link }: ResetLink & { readonly password: string },
  caller: Caller,
): Promise<readonly string[]> {
  await auth.throttle.address(caller.address);
  if (!(await isGood(auth, link))) throw invalidLink();
  requireNoNames(password, await passwordContext(auth, link.id));
  const hash = await auth.passwords.hash(password);
  const { machine } = auth;
  return auth.writer.write([], async (tx) => {
    const db = await tx.db();
    const found = await findLink(db, link.token, machine.now());
    const profile = found && (await profileOf(db, link.id));
    if (found?.purpose !== 'reset' || found.userId !== link.id || profile === undefined) {
      throw invalidLink();
    }
    const from = originOf(caller);
    await auth.security.addForAccount(db, { kind: 'password_reset', userId: link.id, from });
    const ended = await sessionIdsOf(db, link.id);
    await endLinksOf(db, link.id);
    const now = machine.now();
    await endSessionsOf(db, link.id, { reason: 'password_changed', now });
    await db
      .updateTable('users')
      .set({ password_hash: hash, mailbox_proved: 1 })
      .where('id', '=', link.id)
      .execute();
    const mail = passwordChangedMail({ to: profile.email, name: profile.display_name });
    await enqueueMail(db, mail, { id: machine.newId(), at: machine.now() });
    return ended;
  });
}

async function isGood(auth: Auth, { id, token }: ResetLink): Promise<boolean> {
  const found = await findLink(auth.database.db, token, auth.machine.now());
  return found?.purpose === 'reset' && found.userId === id;
}

function invalidLink(): CairnError {
  return new CairnError({
    code: 'not_found',
    message: /*i18n*/ 'This link does not work any more. Ask for a new one.',
  });
}
