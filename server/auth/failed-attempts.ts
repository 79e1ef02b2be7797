import { CairnError } from '../../model/shared/errors.ts';
import type { SecurityKind } from '../../model/shared/security-kinds.ts';
import type { Auth } from './auth.ts';
import { claimAttempt } from './buckets.ts';
import { alertOfGuesses } from './guess-alert.ts';
import { type Origin, originOf } from './throttle.ts';

/** An attempt that is refused by a limit is logged once an hour for each pair of account and network. */
const LIMITED = { burst: 1, refillMs: 60 * 60_000 };

interface FailedAttempt {
  readonly kind: Extract<SecurityKind, 'sign_in_failed' | 'password_wrong' | 'factor_wrong'>;
  readonly email: string;
  readonly caller: Origin;
}

/** Logs a wrong password, and notifies administrators when there are many. Does the same for an unknown address. */
export async function noteFailedAttempt(
  auth: Auth,
  { kind, email, caller }: FailedAttempt,
): Promise<void> {
  const from = originOf(caller);
  await auth.writer.separate(async (tx) => {
    const db = await tx.db();
    const orgIds = await auth.security.addForAccount(db, { kind, email, from });
    await alertOfGuesses(auth, db, { orgIds, email, from });
  });
}

/** Runs an attempt; one that is refused by a limit is logged. */
export async function withLimitLogged<T>(
  auth: Auth,
  { email, caller }: Pick<FailedAttempt, 'email' | 'caller'>,
  attempt: () => Promise<T>,
): Promise<T> {
  try {
    return await attempt();
  } catch (error) {
    if (error instanceof CairnError && error.code === 'rate_limited') {
      const from = originOf(caller);
      await auth.writer.separate(async (tx) => {
        const db = await tx.db();
        const key = `limited ${from.network} ${email}`;
        if ((await claimAttempt(db, { key, rule: LIMITED }, auth.machine.now())) > 0) return;
        await auth.security.addForAccount(db, { kind: 'sign_in_limited', email, from });
      });
    }
    throw error;
  }
}
