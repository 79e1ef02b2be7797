import Dexie, { type DBCore, type DexieOptions, type Table } from 'dexie';
import type { Entity, RawRow } from '../../model/entities/define-entity.ts';
import { ENTITIES } from '../../model/entities/registry.ts';
import type {
  ClientRecord,
  JournalDays,
  JournalItem,
  OutboxItem,
  RejectedItem,
} from '../core/ports/outbox.ts';
import type { BaseRow } from '../core/ports/rows.ts';
import type { NetState, Notice, StreamState } from '../core/ports/streams.ts';
import type { LocalFile } from '../core/ports/files.ts';
import { encryptRows, type StoredForm } from './lazy-rows.ts';
import { type OwnCommits, ownCommits } from './reactive/own-commits.ts';
import { RELEASED_SCHEMAS, STORE_VERSION } from './released-schemas.ts';
import { keyIdOf } from './sealed-name.ts';

/** What this build writes. A store whose `minWriter` is higher is left alone: reload to continue (CLIENT-7). */
export const STORE_WRITER = 1;

/** Single facts of an account's store, one row each, so that a live query wakes only for the one it reads. */
export type MetaRow =
  | { readonly key: 'writer'; readonly minWriter: number }
  /** Rows of builds before ID-2's comparison have the first two fields alone. */
  | ({ readonly key: 'client'; readonly nextSeq: number } & Pick<ClientRecord, 'clientId'> &
      Partial<ClientRecord>)
  | ({ readonly key: 'net' } & NetState)
  | ({ readonly key: 'journal-days' } & JournalDays)
  /** Tables this store has been filled with; a build that knows more has to download again. */
  | { readonly key: 'tables'; readonly names: readonly string[] }
  /** The newest page of the history that was read, for the time without a network. */
  | { readonly key: 'activity'; readonly at: number; readonly entries: readonly unknown[] }
  /** Unsent work that is encrypted until its person is back; missing where nothing is. */
  | { readonly key: 'sealed'; readonly batches: readonly SealedBatch[] };

/** What was encrypted at once for somebody who is not signed in (decision 0043). */
export interface SealedBatch {
  /** Public key of the person, base64url. */
  readonly to: string;
  /** Names the batch's rows and, with the person's private key, opens them. */
  readonly lock: string;
  /** How many changes are in it. */
  readonly unsent: number;
  /** It could not be opened: the server does not have the private key any more, or it is damaged. */
  readonly lost?: boolean;
}

/** A row of another table, encrypted; nothing in the clear says of which one. */
export interface SealedRow {
  readonly id: string;
  readonly lock: string;
  /** `part`: of a file's bytes. */
  readonly kind: 'row' | 'part';
  readonly bytes: Uint8Array;
}

/** The database of one account: one person in one organisation (CLIENT-1). */
export interface AccountDb {
  readonly dexie: Dexie;
  readonly meta: Table<MetaRow, string>;
  readonly streams: Table<StreamState, string>;
  readonly base: Table<BaseRow, string>;
  readonly outbox: Table<OutboxItem, number>;
  readonly rejected: Table<RejectedItem, number>;
  readonly journal: Table<JournalItem, number>;
  readonly notices: Table<Notice, string>;
  readonly blobs: Table<LocalFile, string>;
  readonly blobParts: Table<LocalFilePart, [string, number]>;
  readonly sealed: Table<SealedRow, string>;
  /** What this page has written to the tables of the entities. */
  readonly commits: OwnCommits;
  /** A row as it lies in IndexedDB, for writes that go past Dexie: encrypted on a shared computer. */
  readonly stored: StoredForm;
}

/** One part of a file's bytes (FILE-1). */
export interface LocalFilePart {
  readonly file: string;
  /** From 0. */
  readonly n: number;
  readonly bytes: ArrayBuffer;
}

/** The engine's own tables; entity tables come beside them. */
const ENGINE_STORES = {
  meta: 'key',
  streams: 'stream',
  base: 'key',
  outbox: 'seq, *keys, state',
  rejected: 'seq, *keys, group',
  journal: 'seq, stream, retiredAt',
  notices: 'id',
} as const;

/** Bytes have tables of their own that no transaction of the engine takes: text never waits for a file (MUT-6). */
const FILE_STORES = {
  blobs: 'id, state',
  blobParts: '[file+n]',
  sealed: 'id, [lock+kind]',
} as const;

export const ENGINE_TABLES: readonly string[] = Object.keys(ENGINE_STORES);

/**
 * Opens (or makes) the database. `options` name another IndexedDB than the browser's own, e.g. one in memory. The name says
 * whether its rows are encrypted (`sealedName`).
 */
export function accountDb(name: string, options: DexieOptions = {}): AccountDb {
  const dexie = new Dexie(name, options);
  dexie.use({ stack: 'dbcore', name: 'durability', create: onDisk });
  const keyId = keyIdOf(name);
  for (const [version, stores] of Object.entries(RELEASED_SCHEMAS)) {
    dexie.version(Number(version)).stores(stores);
  }
  dexie.version(STORE_VERSION).stores({ ...ENGINE_STORES, ...FILE_STORES, ...entityStores() });
  return {
    dexie,
    meta: dexie.table('meta'),
    streams: dexie.table('streams'),
    base: dexie.table('base'),
    outbox: dexie.table('outbox'),
    rejected: dexie.table('rejected'),
    journal: dexie.table('journal'),
    notices: dexie.table('notices'),
    blobs: dexie.table('blobs'),
    blobParts: dexie.table('blobParts'),
    sealed: dexie.table('sealed'),
    commits: ownCommits(),
    stored:
      keyId === undefined
        ? asItIs
        : encryptRows(dexie, async () => (await import('./sealed-rows.ts')).sealedRows(keyId)),
  };
}

/** The local rows of an entity: the views the UI reads. */
export function rows<Row extends RawRow>(db: AccountDb, entity: Entity<Row>): Table<Row, string> {
  return db.dexie.table(entity.table);
}

/** A row as it is stored on the device: with the computed keys its indexes need. */
export function withLocalKeys(entity: Entity | undefined, row: RawRow): RawRow {
  if (entity === undefined) return row;
  try {
    return { ...row, ...entity.localKeys(row) };
  } catch {
    // A row of a shape this build cannot read is kept as it is (VER-2); it is only not found by its lane.
    return row;
  }
}

/**
 * CLIENT-8: what is committed is on the disk, not only with the operating system, as browsers would have it. Only rows
 * that are landing are not waited for: with their cursor or download they can be had again.
 */
function onDisk(core: DBCore): DBCore {
  return {
    ...core,
    transaction: (stores, mode) =>
      core.transaction(stores, mode, { durability: isServerWrite(stores) ? 'relaxed' : 'strict' }),
  };
}

/** The engine lands rows in transactions over its own tables and some of the entities'; a person's write holds all. */
function isServerWrite(stores: readonly string[]): boolean {
  const held = ENTITIES.filter(({ table }) => stores.includes(table)).length;
  return stores.includes('streams') && held > 0 && held < ENTITIES.length;
}

const asItIs: StoredForm = (_table, row) => row;

function entityStores(): Record<string, string> {
  return Object.fromEntries(
    ENTITIES.map((entity) => [entity.table, ['id', 'scope', ...entity.indexes].join(', ')]),
  );
}
