import { CairnError } from '../../model/shared/errors.ts';
import { requireNoNames } from './passwords.ts';
import { passwordChangedMail } from '../mail/account-mail.ts';
import { enqueueMail } from '../mail/queue.ts';
import { accountOf } from './accounts.ts';
import { endTokensOf } from './api-token-rows.ts';
import type { Auth } from './auth.ts';
import { noteFailedAttempt, withLimitLogged } from './failed-attempts.ts';
import { endFeedsOf } from './calendar-feed-rows.ts';
import { endLinksOf } from './links.ts';
import { passwordContext, profileOf } from './memberships.ts';
import { knownDevice } from './known-browsers.ts';
import { hasRecentProof } from './recent-proof.ts';
import { endOtherSessions } from './sessions.ts';
import type { Caller } from './caller.ts';
import { originOf } from './throttle.ts';

/** The person and the session of a call. */
export interface Self {
  readonly userId: string;
  readonly sessionId: string;
}

/**
 * Changes one's own password: the old one is required, wrong ones are counted like failed sign-ins, and every other
 * session, every token and every calendar ends. Returns the ids of these. Throws `bad_credentials` or `rate_limited`. A call that arrives twice,
 * because the first response was lost, finds the new password stored; that password is accepted as proof, and the
 * response is the same.
 */
export async function changePassword(
  auth: Auth,
  self: Self,
  input: { readonly current: string; readonly password: string; readonly caller: Caller },
): Promise<readonly string[]> {
  const { current, password, caller } = input;
  const proved = await proveSelf(auth, self, { password: current, others: [password], caller });
  if (proved.password !== current) return [];
  requireNoNames(password, await passwordContext(auth, self.userId));
  const hash = await auth.passwords.hash(password);
  const { machine } = auth;
  return auth.writer.write([], async (tx) => {
    const db = await tx.db();
    const { numUpdatedRows } = await db
      .updateTable('users')
      .set({ password_hash: hash })
      .where('id', '=', self.userId)
      // A password that was changed after the check proves nothing.
      .where('password_hash', '=', proved.hash)
      .executeTakeFirst();
    if (numUpdatedRows !== 1n) throw wrongPassword();
    await endLinksOf(db, self.userId);
    const from = originOf(caller);
    await auth.security.addForAccount(db, { kind: 'password_changed', userId: self.userId, from });
    const ended = await endOtherSessions(db, self, {
      reason: 'password_changed',
      now: machine.now(),
    });
    await endTokensOf(db, { userId: self.userId });
    await endFeedsOf(db, { userId: self.userId });
    const mail = passwordChangedMail({ to: proved.email, name: proved.displayName });
    await enqueueMail(db, mail, { id: machine.newId(), at: machine.now() });
    return ended;
  });
}

export interface Proved {
  readonly email: string;
  readonly displayName: string;
  /** Null for a person without a password. */
  readonly hash: string | null;
  /** The password that matched. */
  readonly password: string;
}

/**
 * Requires the account's password: a signed-in computer alone is not enough. A person without one proves themselves by a
 * passkey or at their identity provider a short time before (`own-proof.ts`).
 */
export async function proveSelf(
  auth: Auth,
  { userId }: Pick<Self, 'userId'>,
  {
    password,
    others = [],
    caller,
  }: {
    readonly password: string;
    /** Further passwords that are accepted. */
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
  const displayName = profile.display_name;
  if (account !== undefined && hash === null && others.length === 0) {
    const given = { userId, cookie: caller.session ?? '', now: auth.machine.now() };
    if (!(await hasRecentProof(db, given))) throw proofMissing();
    return { email, displayName, hash, password: '' };
  }
  const tries: (() => Promise<void>)[] = [];
  for (const one of [password, ...others]) {
    // Each of them is an attempt of its own; otherwise the second could be guessed without a limit.
    tries.push(
      await withLimitLogged(auth, { email, caller }, () =>
        auth.throttle.attempt({ address: caller.address, email, device }),
      ),
    );
    const right = await auth.passwords.matches(one, account?.password_hash);
    if (!right || hash === null) continue;
    for (const harmless of tries) await harmless();
    return { email, displayName, hash, password: one };
  }
  await noteFailedAttempt(auth, { kind: 'password_wrong', email, caller });
  throw wrongPassword();
}

function proofMissing(): CairnError {
  return new CairnError({
    code: 'bad_credentials',
    message: /*i18n*/ 'Confirm first that it is you: with a passkey or at your organisation.',
  });
}

export function wrongPassword(): CairnError {
  return new CairnError({ code: 'bad_credentials', message: /*i18n*/ 'The password is not right' });
}
