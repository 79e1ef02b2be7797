import type { Kysely } from 'kysely';
import { ADMIN_LEVELS } from '../../model/permissions/actor.ts';
import { guessesMail } from '../mail/account-mail.ts';
import { enqueueMail } from '../mail/queue.ts';
import type { RequestOrigin } from '../security/log.ts';
import type { Schema } from '../store/schema.ts';
import { administratorsOf } from './administrators.ts';
import type { Auth } from './auth.ts';
import { claimAttempt } from './buckets.ts';

const HOUR_MS = 60 * 60_000;
/** Wrong passwords in an hour for one account, and from one network, at which administrators are notified. */
export const GUESSES = { ofAccount: 10, ofNetwork: 20 };
/** An organisation is notified once an hour at most. */
const ALERT = { burst: 1, refillMs: HOUR_MS };
const RECEIVERS = 20;

interface Failed {
  /** Organisations to whose log the attempt was added. */
  readonly orgIds: readonly string[];
  readonly email: string;
  readonly from: RequestOrigin;
}

/**
 * Counts the wrong passwords of the last hour in the log of each organisation, and writes a mail to its administrators
 * when there are many for one account or from one network. Runs in the transaction that has added the attempt; the
 * caller wakes the mailer.
 */
export async function alertOfGuesses(
  auth: Auth,
  db: Kysely<Schema>,
  { orgIds, email, from }: Failed,
): Promise<void> {
  const now = auth.machine.now();
  // In one order: two transactions that notify the same organisations wait for each other.
  for (const orgId of orgIds.toSorted()) {
    const { account, network } = await countFailures(db, { orgId, email, from, now });
    if (account < GUESSES.ofAccount && network < GUESSES.ofNetwork) continue;
    if ((await claimAttempt(db, { key: `guesses ${orgId}`, rule: ALERT }, now)) > 0) continue;
    await auth.security.add(db, {
      kind: 'guesses',
      orgId,
      subject: email,
      from,
      details: { account, network },
    });
    // Guesses at addresses without an organisation concern the operator, who receives the event.
    if (orgId !== '') await writeMails(auth, db, { orgId, count: Math.max(account, network) });
  }
}

async function countFailures(
  db: Kysely<Schema>,
  {
    orgId,
    email,
    from,
    now,
  }: Omit<Failed, 'orgIds'> & { readonly orgId: string; readonly now: number },
): Promise<{ readonly account: number; readonly network: number }> {
  const failures = db
    .selectFrom('security_log')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('org_id', '=', orgId)
    .where('at', '>', now - HOUR_MS)
    .where('kind', 'in', ['sign_in_failed', 'password_wrong', 'factor_wrong']);
  const ofAccount = await failures.where('email', '=', email).executeTakeFirstOrThrow();
  const ofNetwork = await failures.where('network', '=', from.network).executeTakeFirstOrThrow();
  return { account: Number(ofAccount.count), network: Number(ofNetwork.count) };
}

/** To the levels that read the log. */
async function writeMails(
  { machine, publicUrl }: Auth,
  db: Kysely<Schema>,
  { orgId, count }: { readonly orgId: string; readonly count: number },
): Promise<void> {
  const receivers = await administratorsOf(db, { orgId, levels: ADMIN_LEVELS })
    .limit(RECEIVERS)
    .execute();
  const link = `${publicUrl}/organization-info?tab=security`;
  for (const { email, name } of receivers) {
    const mail = guessesMail({ to: email, name, link, count });
    await enqueueMail(db, mail, { id: machine.newId(), at: machine.now() });
  }
}
