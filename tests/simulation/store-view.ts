import type { RawRow } from '../../model/entities/define-entity.ts';
import { ENTITIES } from '../../model/entities/registry.ts';
import type {
  ClientRecord,
  JournalItem,
  OutboxItem,
  RejectedItem,
} from '../../sync/core/ports/outbox.ts';
import type { LocalFile } from '../../sync/core/ports/files.ts';
import type { BaseRow } from '../../sync/core/ports/rows.ts';
import type { StreamState } from '../../sync/core/ports/streams.ts';
import { rowKey } from '../../sync/core/row-key.ts';
import type { MetaRow } from '../../sync/store/database.ts';
import type { RowCipher } from '../../sync/store/row-cipher.ts';
import { openStoredRows, type StoredRows } from './encrypted/stored-rows.ts';
import { marksIn, withMarks } from '../../sync/store/outbox-rows.ts';

/** Content of a device's disk between two transactions. */
export interface StoreView {
  /** Its content is encrypted until its person signs in (CLIENT-9.5). */
  readonly isSealed: boolean;
  /** The server has lost the key of all encrypted work: it stays encrypted (CLIENT-9.6). */
  readonly isLost: boolean;
  /** Oldest writer version that may write. */
  readonly minWriter: number;
  readonly clientId: string | undefined;
  readonly client: ClientRecord | undefined;
  /** Views of all rows, by row key. */
  readonly rows: ReadonlyMap<string, RawRow>;
  readonly base: ReadonlyMap<string, BaseRow>;
  readonly outbox: readonly OutboxItem[];
  readonly rejected: readonly RejectedItem[];
  readonly journal: readonly JournalItem[];
  readonly streams: ReadonlyMap<string, StreamState>;
  /** Files whose bytes are on the device (FILE-1). */
  readonly files: readonly LocalFile[];
  /** Number of parts of each file that are on the device. */
  readonly parts: ReadonlyMap<string, number>;
  /** Tables of an encrypted store in which rows were not encrypted (CLIENT-13). */
  readonly plain: readonly string[];
}

/** A store that has never been written. */
export const EMPTY_VIEW: StoreView = {
  isSealed: false,
  isLost: false,
  minWriter: 0,
  clientId: undefined,
  client: undefined,
  rows: new Map(),
  base: new Map(),
  outbox: [],
  rejected: [],
  journal: [],
  streams: new Map(),
  files: [],
  parts: new Map(),
  plain: [],
};

/** Reads one account's store again and again; a table that has not changed since is not read again. */
export interface StoreReader {
  readonly view: () => StoreView;
  /** A transaction that may write these tables begins; the returned function is called when it has ended. */
  readonly writing: (tables: readonly string[]) => () => void;
  /** False while a transaction is open whose writes are not committed yet: a view would contain some of them. */
  readonly isCommitted: () => boolean;
}

/**
 * Reads the stores of fake-indexeddb from memory, without a transaction, so that invariants can be checked
 * synchronously after each commit. The values are the stored ones and must not be changed.
 */
export function createStoreReader(
  factory: IDBFactory,
  name: string,
  cipher?: RowCipher,
): StoreReader {
  const encrypted = cipher && openStoredRows(cipher);
  const known = new Map<string, readonly unknown[]>();
  const writers = new Map<string, number>();
  let stores: unknown;
  const read = (table: string): readonly unknown[] => {
    const now = storesOf(factory, name);
    // The database was deleted, and another one of its name was created.
    if (now !== stores) known.clear();
    stores = now;
    const values = known.get(table) ?? valuesOf(now, table, encrypted);
    if ((writers.get(table) ?? 0) === 0) known.set(table, values);
    return values;
  };
  const rowsOf = remembered(
    ENTITIES.map(({ table }) => table),
    read,
    (lists) => {
      const rows = new Map<string, RawRow>();
      for (const [index, { table }] of ENTITIES.entries()) {
        for (const row of lists[index]?.filter(isRow) ?? []) rows.set(rowKey(table, row.id), row);
      }
      return rows;
    },
  );
  const baseOf = remembered(
    ['base'],
    read,
    ([values]) => new Map(values?.filter(isBase).map((base) => [base.key, base])),
  );
  const outboxOf = remembered(['outbox', 'meta'], read, ([values = [], meta = []]) =>
    withMarks(values.filter(isOutboxItem), marksIn(meta.find(isClientRow))),
  );
  const rejectedOf = remembered(['rejected'], read, ([values = []]) => values.filter(isRejected));
  const journalOf = remembered(['journal'], read, ([values = []]) => values.filter(isJournal));
  const streamsOf = remembered(
    ['streams'],
    read,
    ([values = []]) => new Map(values.filter(isStream).map((state) => [state.stream, state])),
  );
  const filesOf = remembered(['blobs'], read, ([values = []]) => values.filter(isFile));
  const partsOf = remembered(['blobParts'], read, ([values = []]) => {
    const counts = new Map<string, number>();
    for (const part of values) {
      const file = String(field(part, 'file'));
      counts.set(file, (counts.get(file) ?? 0) + 1);
    }
    return counts;
  });
  return {
    writing: (tables) => {
      for (const table of tables) {
        known.delete(table);
        writers.set(table, (writers.get(table) ?? 0) + 1);
      }
      return () => {
        for (const table of tables) writers.set(table, (writers.get(table) ?? 0) - 1);
      };
    },
    isCommitted: () => [...writers.values()].every((count) => count === 0),
    view: () => {
      const client = read('meta').find((row) => field(row, 'key') === 'client');
      const sealed = read('meta').find((row) => field(row, 'key') === 'sealed');
      return {
        minWriter: Number(
          field(
            read('meta').find((row) => field(row, 'key') === 'writer'),
            'minWriter',
          ) ?? 0,
        ),
        isSealed: sealed !== undefined,
        isLost:
          sealed !== undefined && batchesIn(sealed).every((batch) => field(batch, 'lost') === true),
        clientId: isClient(client) ? client.clientId : undefined,
        client: isClient(client) ? client : undefined,
        rows: rowsOf(),
        base: baseOf(),
        outbox: outboxOf(),
        rejected: rejectedOf(),
        journal: journalOf(),
        streams: streamsOf(),
        files: filesOf(),
        parts: partsOf(),
        plain: [...(encrypted?.plain ?? [])],
      };
    },
  };
}

/** The result of the values of these tables, made again when one of the lists is another one. */
function remembered<T>(
  tables: readonly string[],
  read: (table: string) => readonly unknown[],
  make: (lists: readonly (readonly unknown[])[]) => T,
): () => T {
  let last: { readonly lists: readonly (readonly unknown[])[]; readonly result: T } | undefined;
  return () => {
    const lists = tables.map(read);
    if (last === undefined || lists.some((list, index) => list !== last?.lists[index])) {
      last = { lists, result: make(lists) };
    }
    return last.result;
  };
}

/** Rows of a table in any database of a device. */
export function storedRows(
  factory: IDBFactory,
  name: string,
  table: string,
): readonly Readonly<Record<string, unknown>>[] {
  return valuesOf(storesOf(factory, name), table).flatMap((row) =>
    typeof row === 'object' && row !== null ? [Object.fromEntries(Object.entries(row))] : [],
  );
}

const NO_STORES: ReadonlyMap<unknown, unknown> = new Map();

function field(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null) return undefined;
  const found: unknown = Reflect.get(value, name);
  return found;
}

/** Names of the databases of a device. */
export function databasesOf(factory: IDBFactory): readonly string[] {
  return [...rawDatabases(factory).keys()].map(String);
}

function rawDatabases(factory: IDBFactory): ReadonlyMap<unknown, unknown> {
  const databases = field(factory, '_databases');
  return databases instanceof Map ? databases : NO_STORES;
}

function storesOf(factory: IDBFactory, name: string): ReadonlyMap<unknown, unknown> {
  const database = rawDatabases(factory).get(name);
  const stores = field(database, 'rawObjectStores');
  return stores instanceof Map ? stores : NO_STORES;
}

function valuesOf(
  stores: ReadonlyMap<unknown, unknown>,
  table: string,
  encrypted?: StoredRows,
): readonly unknown[] {
  const store = stores.get(table);
  const records = field(store, 'records');
  const list = field(records, 'values');
  if (typeof list !== 'function') return [];
  const found: unknown = Reflect.apply(list, records, []);
  if (!isIterable(found)) return [];
  const values = Array.from(found, (record) => field(record, 'value'));
  if (encrypted === undefined) return values;
  return values.map((value) => encrypted.open(table, field(store, 'keyPath'), value));
}

function isIterable(value: unknown): value is Iterable<unknown> {
  return typeof value === 'object' && value !== null && Symbol.iterator in value;
}

function isClientRow(value: unknown): value is MetaRow {
  return field(value, 'key') === 'client';
}

function batchesIn(sealed: unknown): readonly unknown[] {
  const batches = field(sealed, 'batches');
  return Array.isArray(batches) ? batches : [];
}

function isClient(value: unknown): value is ClientRecord {
  return typeof field(value, 'clientId') === 'string' && Array.isArray(field(value, 'former'));
}

function isRow(value: unknown): value is RawRow {
  return typeof field(value, 'id') === 'string' && typeof field(value, 'scope') === 'string';
}

function isBase(value: unknown): value is BaseRow {
  return typeof field(value, 'key') === 'string' && typeof field(value, 'v') === 'number';
}

function isOutboxItem(value: unknown): value is OutboxItem {
  return typeof field(value, 'seq') === 'number' && Array.isArray(field(value, 'keys'));
}

function isRejected(value: unknown): value is RejectedItem {
  return typeof field(value, 'group') === 'number' && isOutboxItem(field(value, 'item'));
}

function isJournal(value: unknown): value is JournalItem {
  return typeof field(value, 'retiredAt') === 'number' && isOutboxItem(field(value, 'item'));
}

function isStream(value: unknown): value is StreamState {
  return typeof field(value, 'stream') === 'string' && typeof field(value, 'cursor') === 'number';
}

function isFile(value: unknown): value is LocalFile {
  return typeof field(value, 'digest') === 'string' && typeof field(value, 'parts') === 'number';
}
