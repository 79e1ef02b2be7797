import type { Writable } from 'node:stream';
import { CairnError } from '../../model/shared/errors.ts';
import type { FileStorage } from '../files/storage.ts';
import { type Sql, textOf } from '../store/sql.ts';
import type { ArchiveManifest } from './format.ts';
import { accountLines, organizationsOf } from './own-account.ts';
import { ownRows } from './own-rows.ts';
import { spoolLines, type TableLine } from './spool.ts';
import type { ReadOnce } from './write-archive.ts';
import { writeTar } from './write-tar.ts';

export interface OwnDataTask {
  /** Account. */
  readonly userId: string;
  readonly snapshot: ReadOnce;
  /** Undefined: the server stores no files. */
  readonly storage: FileStorage | undefined;
  /** Folder for the rows while the file is written. */
  readonly folder: string;
  /** Milliseconds. */
  readonly now: number;
}

/**
 * Everything about a person as one gzipped tar file: their account and sign-ins, and of each of their organisations the
 * rows that name them and that they may read, with the bytes of the files that they added. One JSON object a line.
 * Throws `not_found` for an unknown account.
 */
export async function writeOwnData(task: OwnDataTask, output: Writable): Promise<ArchiveManifest> {
  const { userId, snapshot, storage, folder, now } = task;
  const { email, spool } = await snapshot(async (sql) => {
    const [account] = await sql.all('select email from users where id = ?', [userId]);
    if (account === undefined) {
      throw new CairnError({ code: 'not_found', message: `There is no account ${userId}` });
    }
    const person = { userId, email: textOf(account, 'email') };
    const lines = linesOf(sql, person, now);
    return { ...person, spool: await spoolLines({ lines, partName, folder }) };
  });
  const first = { name: 'README.txt', text: readme(email, now) };
  return writeTar({ first, spool, storage, at: now }, output);
}

function partName(table: string, n: number): string {
  return n === 1 ? `${table}.ndjson` : `${table}-${String(n)}.ndjson`;
}

async function* linesOf(
  sql: Sql,
  person: { readonly userId: string; readonly email: string },
  now: number,
): AsyncGenerator<TableLine> {
  yield* accountLines(sql, person);
  for (const organization of await organizationsOf(sql, person, now)) {
    yield* ownRows(sql, organization);
  }
}

function readme(email: string, now: number): string {
  return `Data about ${email} in Cairn, ${new Date(now).toISOString()}

Each .ndjson file has one JSON object a line.

account                    name, address, phone number, language
sessions, ended-sessions   browsers in which you are or were signed in
second-factors, passkeys   authenticator app and passkeys, without their secrets
tokens, calendars          access of programs, without its secrets
push, digests, mails       browsers with notifications; mails that you switched on, and that wait
security-log               sign-ins and changes of rights that are about you
organization-<number>/     an organisation: rows that name you and that you may read
  person                   you in this organisation
  activity                 what you changed
  not-included             number of rows that name you and that you may not read any more:
                           ask the organisation for them
files/                     files that you added; the rows of "files" say where
manifest.json              SHA-256 of each file; "missing": files that the server has lost

Numbers of people are those of the organisation. Passwords are stored as a hash and not included.
`;
}
