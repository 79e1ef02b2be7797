import type { DBCoreCursor, DBCoreMutateRequest, DBCoreQuery, DBCoreTable } from 'dexie';
import { cipherOf } from './device-key.ts';
import type { RowCipher } from './row-cipher.ts';

/**
 * Stores of a shared computer: rows on the disk are encrypted under a key that only memory holds. The fields of indexes
 * and primary keys stay unencrypted: ids, ranks, states and times; indexed texts of people are replaced by tokens,
 * which can be compared and not read.
 */

/** Field of a stored row with all other fields, encrypted. */
const SEALED = '$sealed';

/** Indexed fields with texts of people. A lookup by the whole value works; an order by them does not. */
const TEXTS: Readonly<Record<string, readonly string[]>> = {
  workspaces: ['name'],
  projects: ['slug'],
  note_tags: ['name'],
};

/** Rows of the tables of one database, in stored and in decrypted form. */
export interface SealedRows {
  /** The same table with decrypted rows for its callers. */
  readonly table: (table: DBCoreTable) => DBCoreTable;
  /** Stored form of a row, for writes that bypass Dexie. */
  readonly stored: (table: DBCoreTable, row: object) => object;
}

/** Row form under a key. Rejects with CairnError `forbidden` when no page holds it. */
export async function sealedRows(keyId: string): Promise<SealedRows> {
  const cipher = await cipherOf(keyId);
  return {
    table: (table) => sealedTable(table, formOf(table), cipher),
    stored: (table, row) => sealed(row, formOf(table), cipher),
  };
}

interface TableForm {
  readonly name: string;
  readonly primary: readonly string[];
  /** Fields that an index or the primary key needs. */
  readonly plain: readonly string[];
  readonly words: readonly string[];
}

function formOf({ name, schema }: DBCoreTable): TableForm {
  const primary = pathsOf(schema.primaryKey.keyPath);
  const plain = schema.indexes.flatMap(({ keyPath }) => pathsOf(keyPath));
  return { name, primary, plain: [...new Set([...primary, ...plain])], words: TEXTS[name] ?? [] };
}

function pathsOf(keyPath: string | readonly string[] | null | undefined): readonly string[] {
  if (keyPath === null || keyPath === undefined) return [];
  return typeof keyPath === 'string' ? [keyPath] : keyPath;
}

function sealed(row: object, form: TableForm, cipher: RowCipher): object {
  const stored: Record<string, unknown> = {};
  for (const field of form.plain) {
    const value: unknown = Reflect.get(row, field);
    if (value === undefined) continue;
    const isText = form.words.includes(field) && typeof value === 'string';
    stored[field] = isText ? cipher.token(value) : value;
  }
  return { ...stored, [SEALED]: cipher.seal(row, contextOf(row, form)) };
}

function opened(stored: unknown, form: TableForm, cipher: RowCipher): unknown {
  if (typeof stored !== 'object' || stored === null) return stored;
  const content: unknown = Reflect.get(stored, SEALED);
  if (!(content instanceof Uint8Array)) throw new Error(`A row of ${form.name} is not encrypted`);
  return cipher.open(content, contextOf(stored, form));
}

/** Table and primary key: a row that was copied to another key does not decrypt there. */
function contextOf(row: object, { name, primary }: TableForm): string {
  return JSON.stringify([name, ...primary.map((field): unknown => Reflect.get(row, field))]);
}

function sealedTable(table: DBCoreTable, form: TableForm, cipher: RowCipher): DBCoreTable {
  const open = (stored: unknown) => opened(stored, form, cipher);
  const encryptedQuery = <Request extends { readonly query: DBCoreQuery }>(
    request: Request,
  ): Request => ({
    ...request,
    query: tokenQuery(request.query, form, cipher),
  });
  return {
    ...table,
    // No `await` here: it would leave Dexie's zone, and with it the transaction.
    get: (request) => table.get(request).then(open),
    getMany: (request) => table.getMany(request).then((found) => found.map(open)),
    query: (request) =>
      table
        .query(encryptedQuery(request))
        .then((answer) =>
          request.values === true ? { ...answer, result: answer.result.map(open) } : answer,
        ),
    count: (request) => table.count(encryptedQuery(request)),
    openCursor: (request) =>
      table
        .openCursor(encryptedQuery(request))
        .then((cursor) =>
          cursor !== null && request.values === true ? openedCursor(cursor, open) : cursor,
        ),
    mutate: (request) => table.mutate(sealedRequest(request, form, cipher)),
  };
}

function sealedRequest(
  request: DBCoreMutateRequest,
  form: TableForm,
  cipher: RowCipher,
): DBCoreMutateRequest {
  if (request.type !== 'add' && request.type !== 'put') return request;
  return { ...request, values: request.values.map((row: object) => sealed(row, form, cipher)) };
}

/** Texts are looked up by their token. */
function tokenQuery(query: DBCoreQuery, form: TableForm, cipher: RowCipher): DBCoreQuery {
  const { index, range } = query;
  const [field = ''] = pathsOf(index.keyPath);
  if (!form.words.includes(field) || index.isPrimaryKey === true) return query;
  if (range.lower === undefined && range.upper === undefined) return query;
  if (range.lower !== range.upper || typeof range.lower !== 'string') {
    throw new Error(`${form.name}.${field} is encrypted and cannot be looked up by a range`);
  }
  const token = cipher.token(range.lower);
  return { index, range: { ...range, lower: token, upper: token } };
}

/** An IndexedDB cursor accepts calls only on itself: every property is read from the wrapped one. */
function openedCursor(cursor: DBCoreCursor, open: (stored: unknown) => unknown): DBCoreCursor {
  const wrapped: DBCoreCursor = {
    trans: cursor.trans,
    get key() {
      const key: unknown = cursor.key;
      return key;
    },
    get primaryKey() {
      const key: unknown = cursor.primaryKey;
      return key;
    },
    get value(): unknown {
      return open(cursor.value);
    },
    get done() {
      return cursor.done === true;
    },
    continue: (key?: unknown) => cursor.continue(key),
    continuePrimaryKey: (key: unknown, primary: unknown) => cursor.continuePrimaryKey(key, primary),
    advance: (count) => cursor.advance(count),
    start: (onNext) => cursor.start(onNext),
    stop: (value: unknown) => cursor.stop(value),
    next: () => cursor.next().then(() => wrapped),
    fail: (error) => cursor.fail(error),
  };
  return wrapped;
}
