import type { Entity, RawRow } from '../../model/entities/define-entity.ts';
import type { Sql } from '../store/sql.ts';
import { numberOf, textOf } from '../store/sql.ts';
import { claimSerial } from '../writer/batch-sql.ts';
import type { SerialCounter } from '../writer/writer-types.ts';
import type { AccountLine } from './format.ts';
import type { ArchivedPerson, ArchiveSummary } from './read-archive.ts';

/** Counter of the numbers of channels. */
export const CHANNELS = 'chat_groups' satisfies SerialCounter;

/** People of an archive on this server. */
export interface People {
  /** Organisation users by their number in the archive. */
  readonly numbers: ReadonlyMap<string, string>;
  /** Accounts by their number in the archive. */
  readonly accounts: ReadonlyMap<string, string>;
  /** Accounts of this server whose people have joined. */
  readonly joined: ReadonlySet<string>;
  /** The row of a person (`id` in the archive) as this server stores it; any other row unchanged. */
  readonly complete: (entity: Entity, row: RawRow, id: string) => RawRow;
}

/** Account of one person. */
interface Placed {
  readonly user: string;
  readonly email: string;
  readonly joined: boolean;
}

/**
 * Finds or creates the accounts of the people. An archive proves no address: a new account has no password until its
 * owner has chosen one through a link in a mail, and an account of this server whose address is not proved is given
 * nothing (decision 0010): its person belongs to the account that proves the address.
 */
export async function placePeople({
  sql,
  summary: { people, accounts },
}: {
  readonly sql: Sql;
  readonly summary: ArchiveSummary;
}): Promise<People> {
  const ordered = people.toSorted((left, right) => Number(left.id) - Number(right.id));
  const serials = await claimNumbers(sql, 'org_users', ordered.length);
  const placed = new Map<string, Placed>();
  for (const person of ordered) placed.set(person.id, await place(sql, person, accounts));
  const joined = [...placed.values()].filter((one) => one.joined).map(({ user }) => user);
  return {
    numbers: new Map(ordered.map(({ id }, at) => [id, serials[at] ?? ''])),
    accounts: new Map(ordered.map(({ id, user }) => [user, placed.get(id)?.user ?? ''])),
    joined: new Set(joined),
    complete: (entity, row, id) =>
      entity.table === 'org_users' ? { ...row, ...placed.get(id) } : row,
  };
}

async function place(
  sql: Sql,
  person: ArchivedPerson,
  accounts: ReadonlyMap<string, AccountLine>,
): Promise<Placed> {
  const account = accounts.get(person.user);
  const user = await claimSerial(sql, 'users');
  if (!person.joined || account === undefined) {
    return { user, email: person.email, joined: false };
  }
  const { email } = account;
  const added = await sql.run(
    `insert into users (id, email, display_name, phone_number, profile_image, password_hash, mailbox_proved, language, created_at)
     values (?, ?, ?, ?, null, null, 0, ?, ?) on conflict (email) do nothing`,
    [user, email, account.display_name, account.phone_number, account.language, account.created_at],
  );
  if (added > 0) return { user, email, joined: true };
  const [known] = await sql.all('select id, mailbox_proved from users where email = ?', [email]);
  if (known === undefined) throw new Error('The account could not be created');
  return numberOf(known, 'mailbox_proved') === 1
    ? { user: textOf(known, 'id'), email, joined: true }
    : { user, email, joined: false };
}

/** The next numbers of a counter, ascending. */
export async function claimNumbers(
  sql: Sql,
  counter: SerialCounter,
  count: number,
): Promise<readonly string[]> {
  const numbers: string[] = [];
  while (numbers.length < count) numbers.push(await claimSerial(sql, counter));
  return numbers;
}
