import { keyIdOf, type SecretBox, type SecretRow } from '../shared/secret-box.ts';
import { ADVISORY_LOCKS } from './advisory-locks.ts';
import type { Database } from './database.ts';
import { SEALED_COLUMNS, type SealedColumn } from './sealed-columns.ts';
import { quoted, type Sql, textOf } from './sql.ts';

/** Encrypted once for each database: shows at the start whether a process has its key. */
const CHECK: SecretRow = ['server_keys', 'secrets'];
const CHECK_TEXT = 'Cairn';

/** Ids of the keys that the stored secrets need. */
export async function neededKeys({ read }: Pick<Database, 'read'>): Promise<ReadonlySet<string>> {
  const ids = new Set<string>();
  for (const column of SEALED_COLUMNS) {
    for (const { value } of await storedIn(read, column)) {
      const id = keyIdOf(value);
      if (id !== undefined) ids.add(id);
    }
  }
  return ids;
}

/**
 * Encrypts what is stored under no key or an older one, in one transaction: a process that is killed has changed
 * nothing. Returns the number of encrypted values. Throws when a secret needs a key that the box does not have, before
 * anything is written.
 */
export async function sealStored(database: Database, box: SecretBox): Promise<number> {
  const { kind, writer } = database;
  await writer.begin();
  try {
    // Two processes that start together wait for each other at this lock.
    if (kind === 'postgres') {
      await writer.run(`select pg_advisory_xact_lock(${ADVISORY_LOCKS.storedSecrets})`);
    }
    let sealed = 0;
    for (const column of SEALED_COLUMNS) sealed += await sealColumn(writer, column, box);
    await checkKey(writer, box);
    await writer.commit();
    return sealed;
  } catch (error) {
    await writer.rollback();
    throw error;
  }
}

/** Deletes the rows whose secrets no key of the box decrypts; returns the number in each table. */
export async function discardUnreadable(
  { writer }: Pick<Database, 'writer'>,
  box: SecretBox,
): Promise<ReadonlyMap<string, number>> {
  const discarded = new Map<string, number>();
  await writer.begin();
  try {
    for (const column of SEALED_COLUMNS) {
      for (const { value, key } of await storedIn(writer, column)) {
        const id = keyIdOf(value);
        if (id === undefined || box.knows(id)) continue;
        const { table } = column;
        const count = await writer.run(
          `delete from ${quoted(table)} where ${conditionOf(column)}`,
          key,
        );
        discarded.set(table, (discarded.get(table) ?? 0) + count);
      }
    }
    await writer.commit();
    return discarded;
  } catch (error) {
    await writer.rollback();
    throw error;
  }
}

interface Stored {
  readonly key: readonly string[];
  readonly value: string;
}

async function storedIn(
  sql: Sql,
  { table, key, column }: SealedColumn,
): Promise<readonly Stored[]> {
  const names = [...key, column].map((name) => quoted(name)).join(', ');
  const rows = await sql.all(
    `select ${names} from ${quoted(table)} where ${quoted(column)} is not null`,
  );
  return rows.map((row) => ({
    key: key.map((name) => textOf(row, name)),
    value: textOf(row, column),
  }));
}

async function sealColumn(sql: Sql, column: SealedColumn, box: SecretBox): Promise<number> {
  const { table } = column;
  let sealed = 0;
  for (const { key, value } of await storedIn(sql, column)) {
    const id = keyIdOf(value);
    if (id === box.keyId) continue;
    if (id !== undefined && !box.knows(id)) throw missingKey(id);
    const row: SecretRow = [table, ...key];
    const plain = id === undefined ? value : box.open(value, row);
    sealed += await sql.run(
      `update ${quoted(table)} set ${quoted(column.column)} = ? where ${conditionOf(column)}`,
      [box.seal(plain, row), ...key],
    );
  }
  return sealed;
}

/** Throws when this database has a key already that the box does not have. */
async function checkKey(sql: Sql, box: SecretBox): Promise<void> {
  const [, name = ''] = CHECK;
  await sql.run(
    'insert into server_keys (name, value) values (?, ?) on conflict (name) do nothing',
    [name, box.seal(CHECK_TEXT, CHECK)],
  );
  const [row] = await sql.all('select value from server_keys where name = ?', [name]);
  const value = row === undefined ? '' : textOf(row, 'value');
  const id = keyIdOf(value) ?? '';
  if (!box.knows(id)) throw missingKey(id);
  box.open(value, CHECK);
}

/** For an operator. */
export function missingKey(id: string): Error {
  return new Error(
    [
      `The database has secrets that were encrypted under the key ${id}, which this server does not have.`,
      'Nothing was changed. Put the file secrets.key of the former DATA_DIR into this one, or set SECRETS_KEY.',
      'If the key is lost: docs/OPERATING.md, "The key for secrets".',
    ].join(' '),
  );
}

function conditionOf({ key }: SealedColumn): string {
  return key.map((name) => `${quoted(name)} = ?`).join(' and ');
}
