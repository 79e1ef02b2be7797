import type { Entity, RawRow } from '../../model/entities/define-entity.ts';
import type { Sql } from '../store/sql.ts';
import { numberOf, textOf } from '../store/sql.ts';
import { claimSerials } from '../writer/batch-sql.ts';
import type { SerialCounter } from '../writer/writer-types.ts';
import type { AccountLine } from './format.ts';
import type { ArchivedPerson, ArchiveSummary } from './read-archive.ts';

/** Counter of the numbers of channels. */
const CHANNELS = 'chat_groups' satisfies SerialCounter;

/** Numbers of this server for the rows of an archive, each list ascending. */
export interface Serials {
  readonly organization: string;
  /** Organisation users. */
  readonly people: readonly string[];
  /** Accounts, for those that have to be created: one for each person. */
  readonly accounts: readonly string[];
  readonly channels: readonly string[];
}

/**
 * Claims the numbers for an archive. Outside of its transaction: it would hold the counters, and every sign-up and every
 * new person or channel of the server would wait for its end. Numbers of an import that fails stay unused.
 */
export async function claimNumbers(
  sql: Sql,
  { people, channels }: ArchiveSummary,
): Promise<Serials> {
  const [organization = ''] = await claimSerials(sql, 'organizations', 1);
  return {
    organization,
    people: await claimSerials(sql, 'org_users', people.length),
    accounts: await claimSerials(sql, 'users', people.length),
    channels: await claimSerials(sql, CHANNELS, channels.length),
  };
}

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
  serials,
}: {
  readonly sql: Sql;
  readonly summary: ArchiveSummary;
  readonly serials: Serials;
}): Promise<People> {
  const ordered = people.toSorted((left, right) => Number(left.id) - Number(right.id));
  const placed = new Map<string, Placed>();
  for (const [at, person] of ordered.entries()) {
    const user = serials.accounts[at] ?? '';
    placed.set(person.id, await place(sql, { user, person, accounts }));
  }
  const joined = [...placed.values()].filter((one) => one.joined).map(({ user }) => user);
  return {
    numbers: new Map(ordered.map(({ id }, at) => [id, serials.people[at] ?? ''])),
    accounts: new Map(ordered.map(({ id, user }) => [user, placed.get(id)?.user ?? ''])),
    joined: new Set(joined),
    complete: (entity, row, id) =>
      entity.table === 'org_users' ? { ...row, ...placed.get(id) } : row,
  };
}

interface Placing {
  /** Number of the account if it has to be created. */
  readonly user: string;
  readonly person: ArchivedPerson;
  readonly accounts: ReadonlyMap<string, AccountLine>;
}

async function place(sql: Sql, { user, person, accounts }: Placing): Promise<Placed> {
  const account = accounts.get(person.user);
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
