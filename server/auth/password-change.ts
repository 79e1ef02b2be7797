import { CairnError } from '../../model/shared/errors.ts';
import { passwordChangedMail } from '../mail/account-mail.ts';
import { enqueueMail } from '../mail/queue.ts';
import { accountOf } from './accounts.ts';
import type { Auth } from './auth.ts';
import { endLinksOf } from './links.ts';
import { profileOf } from './memberships.ts';
import { endOtherSessions, knownDevice } from './sessions.ts';
import type { Caller } from './sign-in.ts';

/** The person behind a call and the session it came by. */
export interface Self {
  readonly userId: string;
  readonly sessionId: string;
}

/**
 * Changes the own password: the one of before is asked, wrong answers are counted like wrong sign-ins, and every other
 * session ends. Gives the ids of these. Throws `bad_credentials` or `rate_limited`. A call that arrives twice, because
 * the answer to the first was lost, finds the new password in place: whoever knows it has proved as much, and is answered
 * as the first was.
 */
export async function changePassword(
  auth: Auth,
  self: Self,
  input: { readonly current: string; readonly password: string; readonly caller: Caller },
): Promise<readonly string[]> {
  const { current, password, caller } = input;
  const proved = await proveSelf(auth, self, { password: current, others: [password], caller });
  if (proved.password !== current) return [];
  const hash = await auth.passwords.hash(password);
  const { machine } = auth;
  return auth.writer.write([], async (tx) => {
    const db = await tx.db();
    const { numUpdatedRows } = await db
      .updateTable('users')
      .set({ password_hash: hash })
      .where('id', '=', self.userId)
      // A password that was changed since it was checked proves nothing.
      .where('password_hash', '=', proved.hash)
      .executeTakeFirst();
    if (numUpdatedRows !== 1n) throw wrongPassword();
    await endLinksOf(db, self.userId);
    const ended = await endOtherSessions(db, self, {
      reason: 'password_changed',
      now: machine.now(),
    });
    const mail = passwordChangedMail({ to: proved.email, name: proved.displayName });
    await enqueueMail(db, mail, { id: machine.newId(), at: machine.now() });
    return ended;
  });
}

export interface Proved {
  readonly email: string;
  readonly displayName: string;
  readonly hash: string;
  /** Which of the passwords it was. */
  readonly password: string;
}

/** Lets only somebody go on who knows the account's password: a computer left open is not enough. */
export async function proveSelf(
  auth: Auth,
  { userId }: Pick<Self, 'userId'>,
  {
    password,
    others = [],
    caller,
  }: {
    readonly password: string;
    /** Passwords that would do as well. */
    readonly others?: readonly string[];
    readonly caller: Caller;
  },
): Promise<Proved> {
  const { db } = auth.database;
  const profile = await profileOf(db, userId);
  if (profile === undefined) throw wrongPassword();
  const { email } = profile;
  const device = await knownDevice(db, { email, secret: caller.device, now: auth.machine.now() });
  const account = await accountOf(db, email);
  const hash = account?.password_hash ?? null;
  const tries: (() => Promise<void>)[] = [];
  for (const one of [password, ...others]) {
    // Each of them is a try of its own, or a second one would be guessed for nothing.
    tries.push(await auth.throttle.attempt({ address: caller.address, email, device }));
    const right = await auth.passwords.matches(one, account?.password_hash);
    if (!right || hash === null) continue;
    for (const harmless of tries) await harmless();
    return { email, displayName: profile.display_name, hash, password: one };
  }
  throw wrongPassword();
}

function wrongPassword(): CairnError {
  return new CairnError({ code: 'bad_credentials', message: 'The password is not right' });
}
