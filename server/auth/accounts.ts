import type { Kysely } from 'kysely';
import type { Language } from '../../model/shared/language.ts';
import type { WriteTx } from '../writer/writer-types.ts';
import type { Schema } from '../store/schema.ts';

/** An account: it signs in to any number of organisations. */
export interface Account {
  readonly id: string;
  readonly display_name: string;
  readonly phone_number: string;
  /** Null until they have chosen a password through the link in their mail. */
  readonly password_hash: string | null;
  /**
   * 1 once a link from a mail to the address has been used: the account belongs to the owner of the address from then
   * on.
   */
  readonly mailbox_proved: number;
}

/** The account of an address (lower case), if it has one. */
export async function accountOf(db: Kysely<Schema>, email: string): Promise<Account | undefined> {
  return db
    .selectFrom('users')
    .select(['id', 'display_name', 'phone_number', 'password_hash', 'mailbox_proved'])
    .where('email', '=', email)
    .executeTakeFirst();
}

interface NewAccount {
  /** A number claimed before from the counter of accounts; without it, the next one. */
  readonly id?: string | undefined;
  readonly email: string;
  readonly displayName: string;
  readonly phoneNumber: string;
  readonly passwordHash: string | null;
  /** Language in which the person signs up; undefined when somebody else adds them. */
  readonly language?: Language | undefined;
}

/**
 * The account of an address, created when there is none. When another process creates it at the same moment, that
 * account is returned.
 */
export async function ensureAccount(
  tx: WriteTx,
  fresh: NewAccount,
): Promise<{ readonly account: Account; readonly created: boolean }> {
  const known = await accountOf(await tx.db(), fresh.email);
  if (known !== undefined) return { account: known, created: false };
  const account: Account = {
    id: fresh.id ?? (await tx.nextSerial('users')),
    display_name: fresh.displayName,
    phone_number: fresh.phoneNumber,
    password_hash: fresh.passwordHash,
    mailbox_proved: 0,
  };
  const db = await tx.db();
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('users')
    .values({
      ...account,
      email: fresh.email,
      language: fresh.language ?? null,
      profile_image: null,
      created_at: tx.at,
    })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .executeTakeFirst();
  if (numInsertedOrUpdatedRows === 1n) return { account, created: true };
  const other = await accountOf(db, fresh.email);
  if (other === undefined) throw new Error('The account could not be created');
  return { account: other, created: false };
}

/**
 * Locks the account until the end of the transaction: a sign-in and a change of the account's factors run one after the
 * other, in all processes.
 */
export async function lockAccount(db: Kysely<Schema>, userId: string): Promise<void> {
  await db
    .updateTable('users')
    .set((row) => ({ language: row.ref('language') }))
    .where('id', '=', userId)
    .execute();
}

/** Stores the language in which the person uses the app. */
export async function noteLanguage(
  db: Kysely<Schema>,
  userId: string,
  language: Language,
): Promise<void> {
  await db
    .updateTable('users')
    .set({ language })
    .where('id', '=', userId)
    .where((where) => where.or([where('language', 'is', null), where('language', '!=', language)]))
    .execute();
}
