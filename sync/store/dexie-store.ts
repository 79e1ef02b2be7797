import Dexie, { type Transaction } from 'dexie';
import { entityOf, ENTITIES } from '../../model/entities/registry.ts';
import { CairnError } from '../../model/shared/errors.ts';
import { type IdSource, newId } from '../../model/shared/ids.ts';
import type { MutationState, OutboxItem } from '../core/ports/outbox.ts';
import type { Durability, Store, StoreTx, TableScope } from '../core/ports/store.ts';
import type { NetState } from '../core/ports/streams.ts';
import { type AccountDb, ENGINE_TABLES, type MetaRow } from './database.ts';
import { RELAXED } from './durability.ts';
import { inBulks, type Puts, putsOf } from './puts.ts';
import { announceTables } from './reactive/changes.ts';

/** State of the connection before the first sync pass. */
const UNKNOWN_NET: NetState = {
  reachable: null,
  later: null,
  auth: 'ok',
  outdated: false,
  fault: null,
};

/** The engine's store on Dexie. `ids` creates the client id of a new store. */
export function dexieStore(db: AccountDb, ids: IdSource): Store {
  const puts = putsOf(db);
  const common = commonAccess(db, ids);
  const tx = {
    'by-row': { ...common, ...puts['by-row'] },
    'by-table': { ...common, ...puts['by-table'] },
    'when-announced': { ...common, ...puts['when-announced'] },
  };
  // Async functions, because only in these Dexie keeps a transaction open during a native await.
  return {
    read: (tables, work) =>
      db.dexie.transaction('r', storesOf(tables), async () => work(tx['by-row'])),
    write: ({ tables, durability, publish = 'by-row' }, work) =>
      db.dexie.transaction('rw', storesOf(tables, durability), async (open) => {
        requireDurability(open, durability);
        // Checked concurrently, so that the work does not wait; a failed check rolls it back (CLIENT-7). The client is
        // read beside it, because most writes need its next number at their end.
        const [result] = await Promise.all([
          work(tx[publish]),
          requireOwnWriter(db),
          storedClient(db),
        ]);
        return result;
      }),
    announce: (tables) => announceTables(db.dexie, tables),
  };
}

function storesOf(tables: TableScope, durability: Durability = 'on-disk'): readonly string[] {
  const entities = tables === 'all' ? ENTITIES.map(({ table }) => table) : tables.filter(isEntity);
  return [...ENGINE_TABLES, ...entities, ...(durability === 'relaxed' ? [RELAXED] : [])];
}

function isEntity(table: string): boolean {
  return entityOf(table) !== undefined;
}

/** A nested transaction is committed with its parent. */
function requireDurability({ parent }: Transaction, durability: Durability): void {
  if (durability === 'on-disk' && parent?.storeNames.includes(RELAXED) === true) {
    throw new Error('A write that has to be on the disk is inside a relaxed transaction');
  }
}

async function requireOwnWriter(db: AccountDb): Promise<void> {
  const writer = await db.meta.get('writer');
  if (writer?.key !== 'writer' || writer.minWriter <= db.writer) return;
  throw new CairnError({
    code: 'schema_too_old',
    message: /*i18n*/ 'A newer version of Cairn has taken over this data. Reload to continue.',
  });
}

/** Everything but the puts, which depend on the transaction's `publish`. */
function commonAccess(db: AccountDb, ids: IdSource): Omit<StoreTx, keyof Puts> {
  return {
    ...rowAccess(db),
    ...outboxAccess(db),
    ...streamAccess(db),
    claimSeq: async (count = 1) => {
      const client = await clientRow(db, ids);
      await putClientRow(db, { ...client, nextSeq: client.nextSeq + count });
      return client.nextSeq;
    },
    lastSeq: async () => (await clientRow(db, ids)).nextSeq - 1,
    client: async () => {
      const {
        clientId,
        heard = null,
        told = 0,
        sent = [],
        former: replaced = [],
      } = await clientRow(db, ids);
      return { clientId, heard, told, sent, former: replaced };
    },
    putClient: async (client) => {
      await putClientRow(db, { ...(await clientRow(db, ids)), ...client });
    },
    newClientId: () => newId(ids),
  };
}

type ClientRow = Extract<MetaRow, { readonly key: 'client' }>;

/** The client's row as each open transaction has read or written it; a nested one has none. */
const CLIENTS = new WeakMap<Transaction, Promise<ClientRow | undefined>>();

/** Undefined in a new store. Reads the row once in a transaction. */
function storedClient(db: AccountDb): Promise<ClientRow | undefined> {
  const transaction = Dexie.currentTransaction;
  const known = CLIENTS.get(transaction);
  if (known !== undefined) return known;
  const read = db.meta.get('client').then((row) => (row?.key === 'client' ? row : undefined));
  const found = Promise.resolve(read);
  // A nested transaction that waited for a read of its parent would wait for ever: the parent's requests wait for it.
  if (!isNested(transaction)) CLIENTS.set(transaction, found);
  return found;
}

/** Dexie's value for no parent is null, which its types do not say. */
function isNested({ parent }: Transaction): boolean {
  return (parent ?? undefined) !== undefined;
}

/** The transaction itself and those that it is nested in. */
function withParents(transaction: Transaction): readonly Transaction[] {
  const { parent } = transaction;
  return [transaction, ...(parent ? withParents(parent) : [])];
}

async function clientRow(db: AccountDb, ids: IdSource): Promise<ClientRow> {
  const known = await storedClient(db);
  if (known !== undefined) return known;
  const none = { heard: 0, told: 0, sent: [], former: [] };
  const fresh = { key: 'client', clientId: newId(ids), nextSeq: 1, ...none } as const;
  await putClientRow(db, fresh);
  return fresh;
}

async function putClientRow(db: AccountDb, client: ClientRow): Promise<void> {
  const transaction = Dexie.currentTransaction;
  // A parent reads it again.
  for (const one of withParents(transaction)) CLIENTS.delete(one);
  if (!isNested(transaction)) CLIENTS.set(transaction, Promise.resolve(client));
  await db.meta.put(client);
}

type RowAccess = Pick<
  StoreTx,
  | 'rows'
  | 'deleteRows'
  | 'scopesIn'
  | 'idsInScope'
  | 'countInScope'
  | 'ids'
  | 'base'
  | 'allBases'
  | 'putBase'
  | 'deleteBase'
>;

function rowAccess(db: AccountDb): RowAccess {
  const table = (name: string) => db.dexie.table(name);
  return {
    rows: (name, keys) => table(name).bulkGet([...keys]),
    deleteRows: async (name, keys) => {
      for (const id of keys) db.commits.note(name, id, undefined);
      await inBulks(keys, (part) => table(name).bulkDelete([...part]));
    },
    scopesIn: async (name) => {
      const scopes = await table(name).orderBy('scope').uniqueKeys();
      return scopes.map(String);
    },
    idsInScope: async (name, scope) => {
      const keys = await table(name).where('scope').equals(scope).primaryKeys();
      return keys.map(String);
    },
    countInScope: (name, scope) => table(name).where('scope').equals(scope).count(),
    ids: async (name) => (await table(name).toCollection().primaryKeys()).map(String),
    base: async (keys) => {
      const found = await db.base.bulkGet([...keys]);
      return new Map(found.flatMap((row) => (row === undefined ? [] : [[row.key, row] as const])));
    },
    allBases: () => db.base.toArray(),
    // In one bulk put: no live query reads base rows, so publishing each key would be useless.
    putBase: async (rows) => {
      await db.base.bulkPut([...rows]);
    },
    deleteBase: (keys) => inBulks(keys, (part) => db.base.bulkDelete([...part])),
  };
}

type OutboxAccess = Pick<
  StoreTx,
  | 'pendingOf'
  | 'outbox'
  | 'outboxOpen'
  | 'outboxOpenCount'
  | 'outboxAt'
  | 'outboxIn'
  | 'outboxCount'
  | 'deleteOutbox'
  | 'rejected'
  | 'putRejected'
  | 'deleteRejected'
  | 'journal'
  | 'putJournal'
  | 'deleteJournal'
  | 'trimJournal'
>;

/** Up to this number of keys are requested concurrently; a cursor would request one after the other. */
const FEW = 8;

async function eachOf(db: AccountDb, keys: readonly string[]): Promise<readonly OutboxItem[]> {
  const found = await Promise.all(keys.map((key) => db.outbox.where('keys').equals(key).toArray()));
  return [...new Map(found.flat().map((item) => [item.seq, item])).values()];
}

function anyOf(db: AccountDb, keys: readonly string[]): PromiseLike<readonly OutboxItem[]> {
  return db.outbox
    .where('keys')
    .anyOf([...keys])
    .distinct()
    .toArray();
}

/** Every state but `acked`. */
const OPEN: readonly MutationState[] = ['queued', 'sending', 'quarantined'];

function outboxAccess(db: AccountDb): OutboxAccess {
  return {
    pendingOf: async (keys) => {
      const found = keys.length <= FEW ? await eachOf(db, keys) : await anyOf(db, keys);
      return found.toSorted((left, right) => left.seq - right.seq);
    },
    outbox: (most) => {
      const all = db.outbox.orderBy('seq');
      return (most === undefined ? all : all.limit(most)).toArray();
    },
    outboxOpen: async (without, most = Infinity) => {
      const found = await Promise.all(
        OPEN.map(async (state) => {
          const all = db.outbox.where('state').equals(state);
          if (state !== 'sending' || without.size === 0) return await all.limit(most).toArray();
          // Excluded by key, so that their rows are not read.
          const others = (await all.primaryKeys()).filter((seq) => !without.has(seq));
          return (await db.outbox.bulkGet(others)).filter((item) => item !== undefined);
        }),
      );
      return found
        .flat()
        .filter(({ seq }) => !without.has(seq))
        .toSorted((left, right) => left.seq - right.seq)
        .slice(0, most);
    },
    outboxOpenCount: async () => {
      const [all, acked] = await Promise.all([
        db.outbox.count(),
        db.outbox.where('state').equals('acked').count(),
      ]);
      return all - acked;
    },
    outboxAt: async (seqs) => {
      const wanted = seqs.toSorted((left, right) => left - right);
      const [first = 0, last = 0] = [wanted[0], wanted.at(-1)];
      // Seqs of a batch are close together: one read of the range costs less than a read of each.
      if (last - first < 2 * wanted.length) {
        const near = await db.outbox.where('seq').between(first, last, true, true).toArray();
        return near.filter(({ seq }) => wanted.includes(seq));
      }
      return (await db.outbox.bulkGet(wanted)).filter((item) => item !== undefined);
    },
    // An index has the keys of equal values in their order.
    outboxIn: (state, most = Infinity) =>
      db.outbox.where('state').equals(state).limit(most).toArray(),
    outboxCount: () => db.outbox.count(),
    deleteOutbox: (seqs) => inBulks(seqs, (part) => db.outbox.bulkDelete([...part])),
    rejected: () => db.rejected.orderBy('seq').toArray(),
    putRejected: (items) => inBulks(items, (part) => db.rejected.bulkPut([...part])),
    deleteRejected: (seqs) => inBulks(seqs, (part) => db.rejected.bulkDelete([...part])),
    journal: (stream) => db.journal.where('stream').equals(stream).sortBy('seq'),
    putJournal: (items) => inBulks(items, (part) => db.journal.bulkPut([...part])),
    deleteJournal: (seqs) => inBulks(seqs, (part) => db.journal.bulkDelete([...part])),
    trimJournal: async (upTo, keep) => {
      await db.journal.where('seq').belowOrEqual(upTo).delete();
      const beyond = (await db.journal.count()) - keep;
      if (beyond > 0) await db.journal.orderBy('seq').limit(beyond).delete();
    },
  };
}

type StreamAccess = Pick<
  StoreTx,
  | 'stream'
  | 'putStream'
  | 'net'
  | 'putNet'
  | 'putNotice'
  | 'journalDays'
  | 'putJournalDays'
  | 'comparison'
  | 'putComparison'
>;

function streamAccess(db: AccountDb): StreamAccess {
  return {
    stream: (name) => db.streams.get(name),
    putStream: async (state) => {
      await db.streams.put(state);
    },
    net: async () => {
      const row = await db.meta.get('net');
      return row?.key === 'net' ? row : UNKNOWN_NET;
    },
    putNet: async (state) => {
      await db.meta.put({ ...state, key: 'net' });
    },
    journalDays: async () => {
      const row = await db.meta.get('journal-days');
      return row?.key === 'journal-days' ? row : undefined;
    },
    putJournalDays: async (days) => {
      await db.meta.put({ ...days, key: 'journal-days' });
    },
    comparison: async () => {
      const row = await db.meta.get('comparison');
      return row?.key === 'comparison' ? row : undefined;
    },
    putComparison: async (comparison) => {
      await db.meta.put({ ...comparison, key: 'comparison' });
    },
    putNotice: async (notice) => {
      await db.notices.put(notice);
    },
  };
}
