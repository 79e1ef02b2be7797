import { CairnError } from '../../model/shared/errors.ts';
import { numberOf, type Sql, type SqlRow, textOf } from '../store/sql.ts';

/** The server's own rows of a file: names in the storage, received parts, used space. */

export type Variant = 'full' | 'small';

/** Served bytes of a file. */
export interface Content {
  readonly variant: Variant;
  /** Name in the storage. */
  readonly name: string;
  readonly mediaType: string;
  readonly size: number;
  /** SHA-256 in hex, of exactly these bytes. */
  readonly digest: string;
}

export interface Part {
  /** From 0. */
  readonly n: number;
  readonly name: string;
  readonly size: number;
}

export interface FileKey {
  readonly orgId: string;
  readonly id: string;
}

export async function readContent(
  sql: Sql,
  { orgId, id }: FileKey,
  variant: Variant,
): Promise<Content | undefined> {
  const [row] = await sql.all(
    'select * from file_contents where org_id = ? and file = ? and variant = ?',
    [orgId, id, variant],
  );
  return (
    row && {
      variant,
      name: textOf(row, 'name'),
      mediaType: textOf(row, 'media_type'),
      size: numberOf(row, 'size'),
      digest: textOf(row, 'digest'),
    }
  );
}

export async function readParts(sql: Sql, { orgId, id }: FileKey): Promise<readonly Part[]> {
  const rows = await sql.all(
    'select n, name, size from file_parts where org_id = ? and file = ? order by n',
    [orgId, id],
  );
  return rows.map(partOf);
}

export async function addContents(
  sql: Sql,
  { orgId, id }: FileKey,
  { contents, at }: { readonly contents: readonly Content[]; readonly at: number },
): Promise<void> {
  for (const { variant, name, mediaType, size, digest } of contents) {
    await sql.run(
      `insert into file_contents (org_id, file, variant, name, media_type, size, digest, created_at)
       values (?, ?, ?, ?, ?, ?, ?, ?)`,
      [orgId, id, variant, name, mediaType, size, digest, at],
    );
  }
  await addUsage(sql, orgId, sizeOf(contents));
}

/** Stores a part; false when there is one of this number already, which stays. */
export async function addPart(
  sql: Sql,
  { orgId, id }: FileKey,
  { part, at }: { readonly part: Part; readonly at: number },
): Promise<boolean> {
  const added = await sql.run(
    `insert into file_parts (org_id, file, n, name, size, created_at) values (?, ?, ?, ?, ?, ?)
     on conflict (org_id, file, n) do nothing`,
    [orgId, id, part.n, part.name, part.size, at],
  );
  if (added > 0) await addUsage(sql, orgId, part.size);
  return added > 0;
}

/** Deletes the parts of an upload; their bytes are deleted later. Needs no lock: what another one deletes counts once. */
export async function dropParts(sql: Sql, { orgId, id }: FileKey, at: number): Promise<void> {
  const gone = await sql.all(
    'delete from file_parts where org_id = ? and file = ? returning name, size',
    [orgId, id],
  );
  await noteGone(sql, gone, { orgId, at });
}

/** Deletes the served contents of a file; their bytes are deleted later. */
export async function dropContents(sql: Sql, { orgId, id }: FileKey, at: number): Promise<void> {
  const gone = await sql.all(
    'delete from file_contents where org_id = ? and file = ? returning name, size',
    [orgId, id],
  );
  await noteGone(sql, gone, { orgId, at });
}

/** Frees the space of deleted rows, and leaves their bytes to the sweep. */
async function noteGone(
  sql: Sql,
  rows: readonly SqlRow[],
  { orgId, at }: { readonly orgId: string; readonly at: number },
): Promise<void> {
  if (rows.length === 0) return;
  await throwAway(sql, { names: rows.map((row) => textOf(row, 'name')), at });
  await addUsage(sql, orgId, -rows.reduce((sum, row) => sum + numberOf(row, 'size'), 0));
}

/** Space of an organisation in which nobody has proved an address: enough for a trial. */
export const UNPROVED_BYTES = 50_000_000;

/** Rejects with `too_large` when the organisation has no room for so many more bytes. */
export async function requireRoom(
  sql: Sql,
  {
    orgId,
    bytes,
    limit,
  }: { readonly orgId: string; readonly bytes: number; readonly limit: number },
): Promise<void> {
  const [row] = await sql.all('select bytes from file_usage where org_id = ?', [orgId]);
  const used = row === undefined ? 0 : numberOf(row, 'bytes');
  if (used + bytes > Math.min(limit, UNPROVED_BYTES) && !(await hasProvedMember(sql, orgId))) {
    throw new CairnError({
      code: 'too_large',
      message:
        /*i18n*/ 'An organisation in which nobody has confirmed their e-mail address has little space for files. Confirm yours: the link is in the mail that was sent to you, or ask for a new one on your profile page.',
      details: { used, limit: Math.min(limit, UNPROVED_BYTES) },
    });
  }
  if (used + bytes <= limit) return;
  throw new CairnError({
    code: 'too_large',
    message:
      "Your organisation's space for files is full. Delete files that are not needed any more.",
    details: { used, limit },
  });
}

/** Only members with a proved address invite others, so an organisation without any has an unproved founder. */
async function hasProvedMember(sql: Sql, orgId: string): Promise<boolean> {
  const rows = await sql.all(
    `select 1 as found from org_users person join users account on account.id = person."user"
     where person.org_id = ? and person.active = 1 and person.joined = 1 and account.mailbox_proved = 1 limit 1`,
    [orgId],
  );
  return rows.length > 0;
}

async function addUsage(sql: Sql, orgId: string, bytes: number): Promise<void> {
  await sql.run(
    `insert into file_usage (org_id, bytes) values (?, ?)
     on conflict (org_id) do update set bytes = file_usage.bytes + ?`,
    [orgId, bytes, bytes],
  );
}

/** Notes objects whose bytes are to be deleted. `at`: milliseconds. */
export async function throwAway(
  sql: Sql,
  { names, at }: { readonly names: readonly string[]; readonly at: number },
): Promise<void> {
  for (const name of names) {
    await sql.run(
      'insert into file_trash (name, since) values (?, ?) on conflict (name) do nothing',
      [name, at],
    );
  }
}

function sizeOf(all: readonly { readonly size: number }[]): number {
  return all.reduce((sum, { size }) => sum + size, 0);
}

function partOf(row: SqlRow): Part {
  return { n: numberOf(row, 'n'), name: textOf(row, 'name'), size: numberOf(row, 'size') };
}
