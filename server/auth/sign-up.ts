import type { Kysely } from 'kysely';
import { requireNoNames } from './passwords.ts';
import type { SignUpMode } from '../../model/protocol/session.ts';
import { CairnError } from '../../model/shared/errors.ts';
import { LIMITS, type WriteTx } from '../writer/writer-types.ts';
import { knownAddressMail, pendingAddressMail } from '../mail/account-mail.ts';
import { enqueueMail } from '../mail/queue.ts';
import type { Schema } from '../store/schema.ts';
import { type Account, accountOf, ensureAccount } from './accounts.ts';
import type { Auth } from './auth.ts';
import { writeVerification } from './email-address.ts';
import { issueInvite } from './links.ts';
import { foundOrganization, skipFoundingNumbers } from './organization.ts';
import { retryDigest, claimKey } from './retry-keys.ts';
import { knownDevice } from './known-browsers.ts';
import type { Caller } from './caller.ts';

/** The sign-up form (board spec, 3 "Sign-up payload"); the address in lower case. */
export interface SignUp {
  readonly display_name: string;
  readonly email: string;
  readonly phone_number: string;
  readonly organization: { readonly name: string };
  readonly password: string;
  /** The caller's key, the same when it repeats the call: the organisation is founded once. */
  readonly retry_key?: string | undefined;
}

/** The present right to found an organisation: on an empty server the first person may, whatever the setting. */
export async function currentSignUpMode({
  database,
  signUpMode,
}: Pick<Auth, 'database' | 'signUpMode'>): Promise<SignUpMode> {
  if (signUpMode === 'open') return signUpMode;
  return (await hasPeople(database.db)) ? signUpMode : 'open';
}

/**
 * Founds an organisation. The response never shows whether the address had an account before:
 *
 *   address unknown                    account, organisation and founder are created; a mail asks to confirm it
 *   known, and the password is right   the organisation is created for that account
 *   known, another password            nothing is created; the owner of the address gets a mail
 *   added, no password yet             nothing is created; the owner gets a new link to choose one
 *
 * With SIGN_UP=invited only the second row applies, and every other sign-up gets the same error; with `closed` every
 * sign-up is rejected. On an empty server the first sign-up is always accepted.
 *
 * Each sign-up costs one Argon2id computation and one write, and is counted against the limits like a sign-in.
 */
export async function signUp(auth: Auth, form: SignUp, caller: Caller): Promise<void> {
  const { database, passwords, throttle } = auth;
  const { email } = form;
  const mode = await currentSignUpMode(auth);
  if (mode === 'closed') throw notOpen();
  const device = await knownDevice(database.db, {
    email,
    secret: caller.device,
    now: auth.machine.now(),
  });
  await throttle.attempt({ address: caller.address, email, device });
  if (mode === 'open') {
    // By what was sent alone: the answer is the same for a known address.
    requireNoNames(form.password, { names: [form.display_name, form.organization.name], email });
  }
  const account = await accountOf(database.db, email);
  if (mode === 'invited') {
    if (!(await passwords.matches(form.password, account?.password_hash))) throw notOpen();
    if (account === undefined || account.mailbox_proved === 0) throw notOpen();
    await auth.writer.write([], (tx) => foundFor(auth, tx, { form, account }));
    return;
  }
  if (account === undefined) {
    const passwordHash = await passwords.hash(form.password);
    await auth.writer.write([LIMITS], (tx) =>
      found(auth, tx, { form, passwordHash, language: caller.language }),
    );
    return;
  }
  const right = await passwords.matches(form.password, account.password_hash);
  await auth.writer.write([LIMITS], (tx) =>
    right ? foundFor(auth, tx, { form, account }) : notifyOwner(auth, tx, { form, account }),
  );
}

async function found(
  auth: Auth,
  tx: WriteTx,
  {
    form,
    passwordHash,
    language,
  }: { readonly form: SignUp; readonly passwordHash: string } & Pick<Caller, 'language'>,
): Promise<void> {
  // Of two people who sign up first on an empty server that is not open, one succeeds.
  if (auth.signUpMode !== 'open' && (await hasPeople(await tx.db()))) throw notOpen();
  const { account, created } = await ensureAccount(tx, {
    email: form.email,
    displayName: form.display_name,
    phoneNumber: form.phone_number,
    passwordHash,
    language,
  });
  // Another call has signed up with this address while the password was being hashed.
  if (created) {
    await foundFor(auth, tx, { form, account });
    if (await auth.throttle.mail(await tx.db(), form.email)) {
      await writeVerification(auth, tx, { userId: account.id, profile: form });
    }
  } else await notifyOwner(auth, tx, { form, account });
}

async function foundFor(
  auth: Auth,
  tx: WriteTx,
  { form, account }: { readonly form: SignUp; readonly account: Account },
): Promise<void> {
  const digest = retryDigest(form.retry_key, 'sign-up', form.email, form.organization.name);
  if (digest !== undefined) {
    const now = auth.machine.now();
    const isFirst = await claimKey(await tx.db(), now, { digest, userId: account.id });
    if (!isFirst) return;
  }
  await foundOrganization(tx, form.organization.name, {
    userId: account.id,
    displayName: account.display_name,
    email: form.email,
    phoneNumber: account.phone_number,
  });
}

/** Informs the owner of the address, at most a few times an hour. Nothing else shows that the address was known. */
async function notifyOwner(
  auth: Auth,
  tx: WriteTx,
  { form, account }: { readonly form: SignUp; readonly account: Account },
): Promise<void> {
  await skipFoundingNumbers(tx);
  const db = await tx.db();
  if (!(await auth.throttle.mail(db, form.email))) return;
  const context = { to: form.email, name: account.display_name };
  const mail =
    account.password_hash === null
      ? pendingAddressMail({
          ...context,
          link: await pendingLink(auth, tx, { userId: account.id, email: form.email }),
        })
      : knownAddressMail({
          ...context,
          link: `${auth.publicUrl}/signup`,
        });
  await enqueueMail(db, mail, { id: auth.machine.newId(), at: auth.machine.now() });
}

/** A new link for an added person, about the organisation that added them last. */
async function pendingLink(
  auth: Auth,
  tx: WriteTx,
  { userId, email }: { readonly userId: string; readonly email: string },
): Promise<string> {
  const db = await tx.db();
  const row = await db
    .selectFrom('org_users')
    .select('org_id')
    .where('email', '=', email)
    .where('joined', '=', 0)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row === undefined
    ? `${auth.publicUrl}/`
    : issueInvite(db, auth, { userId, orgId: row.org_id });
}

async function hasPeople(db: Kysely<Schema>): Promise<boolean> {
  return (await db.selectFrom('users').select('id').limit(1).execute()).length > 0;
}

function notOpen(): CairnError {
  return new CairnError({
    code: 'forbidden',
    message: /*i18n*/ 'New organisations cannot be created here. Ask a member to invite you.',
  });
}
