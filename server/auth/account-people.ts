import type { Kysely } from 'kysely';
import { orgUsers } from '../../model/entities/org-user.ts';
import type { WriteTx } from '../writer/writer-types.ts';
import type { Schema } from '../store/schema.ts';
import { type Account, accountOf, ensureAccount } from './accounts.ts';

/**
 * Organisation users of an account. The row of a person who has joined names the account. Before that it names a number
 * without meaning (decision 0010) and belongs to the account that has proved the row's address.
 */

/** Key of a row; `tx.get` reads it. */
export interface PersonKey {
  readonly org_id: string;
  readonly id: string;
}

/** Runs in the transaction in which an added person joins. */
export type OnJoined = (tx: WriteTx, person: PersonKey) => Promise<void>;

/** An account and its address, in lower case. */
interface Addressed {
  readonly id: string;
  readonly email: string;
}

/** Finds the person in this organisation, joined or added under the address; the joined row comes first. */
export async function personOfAccount(
  db: Kysely<Schema>,
  orgId: string,
  { id, email }: Addressed,
): Promise<{ readonly id: string; readonly active: number } | undefined> {
  return db
    .selectFrom('org_users')
    .select(['id', 'active'])
    .where('org_id', '=', orgId)
    .where((where) =>
      where.or([
        where.and([where('user', '=', id), where('joined', '=', 1)]),
        where.and([where('email', '=', email), where('joined', '=', 0)]),
      ]),
    )
    .orderBy('joined', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** Rows that the account has joined. */
export async function joinedAs(db: Kysely<Schema>, userId: string): Promise<readonly PersonKey[]> {
  return db
    .selectFrom('org_users')
    .select(['org_id', 'id'])
    .where('user', '=', userId)
    .where('joined', '=', 1)
    .execute();
}

/** Rows of people who were added under an address and have not joined. */
export async function addedUnder(db: Kysely<Schema>, email: string): Promise<readonly PersonKey[]> {
  return db
    .selectFrom('org_users')
    .select(['org_id', 'id'])
    .where('email', '=', email)
    .where('joined', '=', 0)
    .execute();
}

/**
 * Joins an added person with the account that has proved their address; the row names the account from then on. False
 * when the address has no added person, or the account is in the organisation already.
 */
async function joinAdded(
  tx: WriteTx,
  { org_id: orgId, id }: PersonKey,
  account: Addressed,
): Promise<boolean> {
  const person = await tx.get(orgUsers, { orgId }, id);
  if (person === undefined || person.joined || person.email !== account.email) return false;
  const own = await joinedAs(await tx.db(), account.id);
  if (own.some((row) => row.org_id === orgId)) return false;
  tx.setAuthor({ orgUserId: id });
  await tx.put(orgUsers, { orgId }, { ...person, user: account.id, joined: true });
  return true;
}

/** Joins the rows of `waiting` that belong to the account, ends their invitations, and returns the joined ones. */
export async function joinAllAdded(
  { onJoined }: { readonly onJoined: OnJoined },
  tx: WriteTx,
  { waiting, account }: { readonly waiting: readonly PersonKey[]; readonly account: Addressed },
): Promise<readonly PersonKey[]> {
  const joined: PersonKey[] = [];
  for (const key of waiting) {
    if (!(await joinAdded(tx, key, account))) continue;
    await onJoined(tx, key);
    joined.push(key);
  }
  return joined;
}

/** The account of an added person; created when its owner has changed their address since. */
export async function accountOfAdded(
  tx: WriteTx,
  person: { readonly email: string; readonly display_name: string; readonly phone_number: string },
): Promise<Account> {
  const { account } = await ensureAccount(tx, {
    email: person.email,
    displayName: person.display_name,
    phoneNumber: person.phone_number,
    passwordHash: null,
  });
  return account;
}

/**
 * The account behind an organisation user, whose rights end with it; undefined when no account has proved the address.
 */
export async function accountIdOf(
  db: Kysely<Schema>,
  person: { readonly user: string; readonly email: string; readonly joined: boolean },
): Promise<string | undefined> {
  if (person.joined) return person.user;
  const account = await accountOf(db, person.email);
  return account?.mailbox_proved === 1 ? account.id : undefined;
}
