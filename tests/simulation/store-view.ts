import type { RawRow } from '../../model/entities/define-entity.ts';
import { ENTITIES } from '../../model/entities/registry.ts';
import type {
  ClientRecord,
  JournalItem,
  OutboxItem,
  RejectedItem,
} from '../../sync/core/ports/outbox.ts';
import type { BaseRow } from '../../sync/core/ports/rows.ts';
import type { StreamState } from '../../sync/core/ports/streams.ts';
import { rowKey } from '../../sync/core/row-key.ts';

/** Content of a device's disk between two transactions. */
export interface StoreView {
  readonly clientId: string | undefined;
  readonly client: ClientRecord | undefined;
  /** Views of all rows, by row key. */
  readonly rows: ReadonlyMap<string, RawRow>;
  readonly base: ReadonlyMap<string, BaseRow>;
  readonly outbox: readonly OutboxItem[];
  readonly rejected: readonly RejectedItem[];
  readonly journal: readonly JournalItem[];
  readonly streams: ReadonlyMap<string, StreamState>;
}

/**
 * Reads the stores of fake-indexeddb from memory, without a transaction, so that invariants can be checked
 * synchronously after each commit. The values are the stored ones and must not be changed.
 */
export function readStore(factory: IDBFactory, name: string): StoreView {
  const stores = storesOf(factory, name);
  const rows = new Map<string, RawRow>();
  for (const { table } of ENTITIES) {
    for (const row of valuesOf(stores, table).filter(isRow)) rows.set(rowKey(table, row.id), row);
  }
  const client = valuesOf(stores, 'meta').find((row) => field(row, 'key') === 'client');
  return {
    clientId: isClient(client) ? client.clientId : undefined,
    client: isClient(client) ? client : undefined,
    rows,
    base: new Map(
      valuesOf(stores, 'base')
        .filter(isBase)
        .map((base) => [base.key, base]),
    ),
    outbox: valuesOf(stores, 'outbox').filter(isOutboxItem),
    rejected: valuesOf(stores, 'rejected').filter(isRejected),
    journal: valuesOf(stores, 'journal').filter(isJournal),
    streams: new Map(
      valuesOf(stores, 'streams')
        .filter(isStream)
        .map((state) => [state.stream, state]),
    ),
  };
}

function field(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null) return undefined;
  const found: unknown = Reflect.get(value, name);
  return found;
}

function storesOf(factory: IDBFactory, name: string): ReadonlyMap<unknown, unknown> {
  const databases = field(factory, '_databases');
  const database: unknown = databases instanceof Map ? databases.get(name) : undefined;
  const stores = field(database, 'rawObjectStores');
  return stores instanceof Map ? stores : new Map();
}

function valuesOf(stores: ReadonlyMap<unknown, unknown>, table: string): readonly unknown[] {
  const records = field(stores.get(table), 'records');
  const list = field(records, 'values');
  if (typeof list !== 'function') return [];
  const found: unknown = Reflect.apply(list, records, []);
  return isIterable(found) ? Array.from(found, (record) => field(record, 'value')) : [];
}

function isIterable(value: unknown): value is Iterable<unknown> {
  return typeof value === 'object' && value !== null && Symbol.iterator in value;
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
