import type { Kysely } from 'kysely';
import { digestOfSecret, newSecret } from '../shared/secrets.ts';
import type { Machine } from '../shared/machine.ts';
import type { Schema } from '../store/schema.ts';
import type { NamedPerson, Pending } from './provider-client.ts';

/** Time for the person to sign in at the provider. */
export const AT_PROVIDER_MS = 15 * 60_000;
/** Time for the page to use its ticket: the person may have to enter a code of a second factor. */
const TICKET_MS = 10 * 60_000;

/** A sign-in for which the browser has gone to the provider. */
export interface Attempt extends Pick<Pending, 'nonce' | 'verifier'> {
  readonly orgId: string;
  readonly shared: boolean;
  /** Account whose person proves themselves; undefined: a sign-in. */
  readonly proves?: string | undefined;
}

/** A sign-in for which the browser has come back: the provider has named the person. */
export interface Returned extends NamedPerson {
  readonly orgId: string;
  /** As in `Attempt`. */
  readonly proves?: string | undefined;
}

/** Stores a sign-in of this browser; returns the values for the provider. Runs in a write transaction. */
export async function beginAttempt(
  db: Kysely<Schema>,
  machine: Machine,
  {
    orgId,
    browser,
    shared,
    proves,
  }: Pick<Attempt, 'orgId' | 'shared' | 'proves'> & {
    readonly browser: string;
  },
): Promise<Pending> {
  const now = machine.now();
  await db.deleteFrom('sso_attempts').where('expires_at', '<=', now).execute();
  const state = newSecret(machine.random);
  const nonce = newSecret(machine.random);
  const verifier = newSecret(machine.random);
  await db
    .insertInto('sso_attempts')
    .values({
      digest: digestOfSecret(state),
      org_id: orgId,
      browser: digestOfSecret(browser),
      shared: shared ? 1 : 0,
      nonce,
      verifier,
      email: null,
      name: null,
      subject: null,
      sid: null,
      proves: proves ?? null,
      expires_at: now + AT_PROVIDER_MS,
    })
    .execute();
  return { state, nonce, verifier };
}

/** Uses up a sign-in of this browser; undefined when it is unknown, too old, used, or another browser's. */
export async function takeAttempt(
  db: Kysely<Schema>,
  {
    state,
    browser,
    now,
  }: { readonly state: string; readonly browser: string; readonly now: number },
): Promise<Attempt | undefined> {
  const row = await db
    .deleteFrom('sso_attempts')
    .where('digest', '=', digestOfSecret(state))
    .where('browser', '=', digestOfSecret(browser))
    .where('email', 'is', null)
    .where('expires_at', '>', now)
    .returning(['org_id', 'nonce', 'verifier', 'shared', 'proves'])
    .executeTakeFirst();
  return (
    row && {
      orgId: row.org_id,
      nonce: row.nonce,
      verifier: row.verifier,
      shared: row.shared === 1,
      proves: row.proves ?? undefined,
    }
  );
}

/** Stores whom the provider has named; returns the ticket with which the page of this browser signs in. */
export async function issueTicket(
  db: Kysely<Schema>,
  machine: Machine,
  { orgId, email, name, subject, sid, proves, browser }: Returned & { readonly browser: string },
): Promise<string> {
  const ticket = newSecret(machine.random);
  await db
    .insertInto('sso_attempts')
    .values({
      digest: digestOfSecret(ticket),
      org_id: orgId,
      browser: digestOfSecret(browser),
      shared: 0,
      nonce: '',
      verifier: '',
      email,
      name,
      subject: subject ?? null,
      sid: sid ?? null,
      proves: proves ?? null,
      expires_at: machine.now() + TICKET_MS,
    })
    .execute();
  return ticket;
}

/**
 * Whom a ticket of this browser is for; undefined when it is unknown, too old, used, or another browser's. A ticket of a
 * proof signs nobody in, and one of a sign-in proves nothing.
 */
export async function readTicket(
  db: Kysely<Schema>,
  {
    ticket,
    browser,
    now,
    proves,
  }: {
    readonly ticket: string;
    readonly browser: string;
    readonly now: number;
    /** As in `Attempt`. */
    readonly proves?: string;
  },
): Promise<Returned | undefined> {
  const row = await db
    .selectFrom('sso_attempts')
    .select(['org_id', 'email', 'name', 'subject', 'sid'])
    .where('digest', '=', digestOfSecret(ticket))
    .where('browser', '=', digestOfSecret(browser))
    .where('proves', proves === undefined ? 'is' : '=', proves ?? null)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return row === undefined || row.email === null
    ? undefined
    : {
        orgId: row.org_id,
        email: row.email,
        name: row.name ?? '',
        subject: row.subject ?? undefined,
        sid: row.sid ?? undefined,
      };
}

/** False when it was used already. Runs in a write transaction. */
export async function spendTicket(db: Kysely<Schema>, ticket: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('sso_attempts')
    .where('digest', '=', digestOfSecret(ticket))
    .where('email', 'is not', null)
    .executeTakeFirst();
  return numDeletedRows === 1n;
}
