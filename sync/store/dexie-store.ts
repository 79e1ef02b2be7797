import type { Transaction } from 'dexie';
import { entityOf, ENTITIES } from '../../model/entities/registry.ts';
import { CairnError } from '../../model/shared/errors.ts';
import { type IdSource, newId } from '../../model/shared/ids.ts';
import type { Durability, Store, StoreTx, TableScope } from '../core/ports/store.ts';
import type { NetState } from '../core/ports/streams.ts';
import { changeClientRow, clientRow, storedClient } from './client-row.ts';
import { type AccountDb, ENGINE_TABLES } from './database.ts';
import { RELAXED } from './durability.ts';
import { doneAccess, markAccess, type Marking, outboxAccess } from './outbox-access.ts';
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
  const access = (own: Puts) => ({ ...common, ...own, ...markAccess(db, ids, own) });
  const tx = {
    'by-row': access(puts['by-row']),
    'by-table': access(puts['by-table']),
    'when-announced': access(puts['when-announced']),
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
function commonAccess(db: AccountDb, ids: IdSource): Omit<StoreTx, keyof Puts | keyof Marking> {
  return {
    ...rowAccess(db),
    ...outboxAccess(db),
    ...doneAccess(db),
    ...streamAccess(db),
    claimSeq: async (count = 1) => {
      const before = await changeClientRow(db, ids, (client) => ({
        ...client,
        nextSeq: client.nextSeq + count,
      }));
      return before.nextSeq;
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
      await changeClientRow(db, ids, (before) => ({ ...before, ...client }));
    },
    newClientId: () => newId(ids),
  };
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
  | 'kept'
  | 'recentTasks'
  | 'putRecentTasks'
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
    kept: async () => {
      const row = await db.meta.get('packing');
      return row?.key === 'packing' ? (row.kept ?? []) : [];
    },
    recentTasks: async () => {
      const row = await db.meta.get('recent-tasks');
      return row?.key === 'recent-tasks' ? row.tasks : {};
    },
    putRecentTasks: async (tasks) => {
      await db.meta.put({ key: 'recent-tasks', tasks });
    },
    putNotice: async (notice) => {
      await db.notices.put(notice);
    },
  };
}
