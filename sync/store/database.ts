import Dexie, { type DexieOptions, type Table } from 'dexie';
import type { Entity, RawRow } from '../../model/entities/define-entity.ts';
import { ENTITIES } from '../../model/entities/registry.ts';
import type {
  ClientRecord,
  JournalDays,
  JournalItem,
  OutboxItem,
  OutboxMark,
  RejectedItem,
} from '../core/ports/outbox.ts';
import type { Comparison } from '../core/ports/comparison.ts';
import type { RecentTasks } from '../core/ports/recent-tasks.ts';
import type { BaseRow } from '../core/ports/rows.ts';
import type { NetState, Notice, StreamState } from '../core/ports/streams.ts';
import type { LocalFile } from '../core/ports/files.ts';
import { allowRelaxed, ON_DISK } from './durability.ts';
import { encryptRows, type StoredForm } from './lazy-rows.ts';
import { type OwnCommits, ownCommits } from './reactive/own-commits.ts';
import { keyIdOf } from './sealed-name.ts';
import { currentStream } from './stored-stream.ts';

/**
 * Writer version of this build. A store with a higher `minWriter` is not written: the page must be reloaded (CLIENT-7).
 */
export const STORE_WRITER = 3;

/**
 * Dexie version of this build. Earlier ones are not declared: Dexie compares the tables of an older database with these,
 * and parsing others would delay every start.
 */
const STORE_VERSION = 2;

/** A smaller batch costs less in its own rows: the marks of all mutations are written together. */
const MARKS_FROM = 50;

/** Single values of an account's store, one row each, so that a live query wakes only for the row it reads. */
export type MetaRow =
  | { readonly key: 'writer'; readonly minWriter: number }
  /** Rows of builds before ID-2's comparison have only the first two fields. */
  | ({ readonly key: 'client'; readonly nextSeq: number } & Pick<ClientRecord, 'clientId'> &
      Partial<ClientRecord> & {
        /** States of mutations in place of those in their rows; see `outbox-rows.ts`. */
        readonly marks?: readonly OutboxMark[];
      })
  | ({ readonly key: 'net' } & NetState)
  | ({ readonly key: 'journal-days' } & JournalDays)
  | ({ readonly key: 'comparison' } & Comparison)
  | { readonly key: 'recent-tasks'; readonly tasks: RecentTasks }
  /** Tables that this store has been filled with; a build with more tables downloads again. */
  | { readonly key: 'tables'; readonly names: readonly string[] }
  /** Newest page of the activity log that was read, for offline use. */
  | { readonly key: 'activity'; readonly at: number; readonly entries: readonly unknown[] }
  /** The person's choices about files on this device (FILE-4); bytes, `kept` as `<kind>:<id>`, times by this device. */
  | {
      readonly key: 'packing';
      readonly budget?: number;
      readonly anyNetwork?: boolean;
      readonly kept?: readonly string[];
      /** Time of the last opening by project, in milliseconds. */
      readonly opened?: Readonly<Record<string, number>>;
    }
  /** Files on this device when their download last reported (FILE-4). */
  | {
      readonly key: 'packed';
      /** Milliseconds by this device's clock; `completeAt` is the last time at which nothing was missing. */
      readonly at: number;
      readonly completeAt?: number;
      readonly paused?: 'network' | 'metered' | 'busy' | 'disk';
      /** Numbers of files still to come, without room, and refused by the server. */
      readonly left: number;
      readonly full: number;
      readonly refused: number;
      /** Ids of files that were removed to make room and are not on the device since. */
      readonly removed?: readonly string[];
    }
  /** Receipts of the tasks that were opened last, as the server answered them; `at` by the device's clock. */
  | {
      readonly key: 'receipts';
      readonly tasks: readonly {
        readonly task: string;
        readonly at: number;
        readonly receipts: readonly unknown[];
      }[];
    }
  /** Receipts of the person's own recent work, as the server answered them; `at` by the device's clock. */
  | { readonly key: 'work-receipts'; readonly at: number; readonly answer: object }
  /** Versions up to which the person has seen tasks (RECEIPT-4): by task, those that the server has and those it lacks. */
  | {
      readonly key: 'seen';
      readonly epoch: string;
      /** Versions of the rows with the settings under which `reported` was reported (RECEIPT-5). */
      readonly settings: string;
      readonly reported: Readonly<Record<string, number>>;
      readonly due: Readonly<Record<string, number>>;
    }
  /** Unsent work that is encrypted until its person signs in; missing where there is none. */
  | { readonly key: 'sealed'; readonly batches: readonly SealedBatch[] };

/** Work that was encrypted in one run for a person who is not signed in (decision 0043). */
export interface SealedBatch {
  /** Public key of the person, base64url. */
  readonly to: string;
  /** Identifies the rows of the batch and, with the person's private key, decrypts them. */
  readonly lock: string;
  /** Number of changes in the batch. */
  readonly unsent: number;
  /** The batch could not be decrypted: the server has no private key for it any more, or it is damaged. */
  readonly lost?: boolean;
}

/** Encrypted row of another table, whose name is encrypted too. */
export interface SealedRow {
  readonly id: string;
  readonly lock: string;
  /** `part`: of a file's bytes. */
  readonly kind: 'row' | 'part';
  readonly bytes: Uint8Array;
}

/** Database of one account: one person in one organisation (CLIENT-1). */
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
  /** Writer version of the build that has opened it (CLIENT-7). */
  readonly writer: number;
  /** Number of mutations from which on their new states are stored as marks (`outbox-rows.ts`). */
  readonly marksFrom: number;
  /** Rows that this page has written to the tables of the entities. */
  readonly commits: OwnCommits;
  /** Form of a row in IndexedDB, for writes that bypass Dexie: encrypted on a shared computer. */
  readonly stored: StoredForm;
}

/** One part of a file's bytes (FILE-1). */
export interface LocalFilePart {
  readonly file: string;
  /** From 0. */
  readonly n: number;
  readonly bytes: ArrayBuffer;
}

/** Tables of the engine; the tables of the entities are added to them. */
const ENGINE_STORES = {
  meta: 'key',
  streams: 'stream',
  base: 'key',
  outbox: 'seq, *keys, state',
  rejected: 'seq, *keys, group',
  journal: 'seq, stream, retiredAt',
  notices: 'id',
} as const;

/** Bytes have tables of their own that no transaction of the engine uses: text never waits for a file (MUT-6). */
const FILE_STORES = {
  blobs: 'id, state',
  blobParts: '[file+n]',
  sealed: 'id, [lock+kind]',
} as const;

export const ENGINE_TABLES: readonly string[] = Object.keys(ENGINE_STORES);

/**
 * Opens (or creates) the database. `options` select another IndexedDB than the browser's own, e.g. one in memory. The
 * name determines whether its rows are encrypted (`sealedName`).
 */
export function accountDb(name: string, options: DexieOptions = {}): AccountDb {
  const dexie = new Dexie(name, { ...ON_DISK, ...options });
  allowRelaxed(dexie);
  const keyId = keyIdOf(name);
  dexie.version(STORE_VERSION).stores({ ...ENGINE_STORES, ...FILE_STORES, ...entityStores() });
  const streams: Table<StreamState, string> = dexie.table('streams');
  // Rows are converted when they are read: an upgrade by Dexie would run before the key of encrypted rows is loaded.
  streams.hook('reading', (stored: StreamState | undefined) => stored && currentStream(stored));
  return {
    dexie,
    meta: dexie.table('meta'),
    streams,
    base: dexie.table('base'),
    outbox: dexie.table('outbox'),
    rejected: dexie.table('rejected'),
    journal: dexie.table('journal'),
    notices: dexie.table('notices'),
    blobs: dexie.table('blobs'),
    blobParts: dexie.table('blobParts'),
    sealed: dexie.table('sealed'),
    writer: STORE_WRITER,
    marksFrom: MARKS_FROM,
    commits: ownCommits(),
    stored:
      keyId === undefined
        ? asItIs
        : encryptRows(dexie, async () => (await import('./sealed-rows.ts')).sealedRows(keyId)),
  };
}

/** Local rows of an entity: the views that the UI reads. */
export function rows<Row extends RawRow>(db: AccountDb, entity: Entity<Row>): Table<Row, string> {
  return db.dexie.table(entity.table);
}

/** Row in its stored form: with the computed keys of its indexes. */
export function withLocalKeys(entity: Entity | undefined, row: RawRow): RawRow {
  if (entity === undefined) return row;
  try {
    return { ...row, ...entity.localKeys(row) };
  } catch {
    // A row that this build cannot parse is stored unchanged (VER-2), without its index keys.
    return row;
  }
}

const asItIs: StoredForm = (_table, row) => row;

function entityStores(): Record<string, string> {
  return Object.fromEntries(
    ENTITIES.map((entity) => [entity.table, ['id', 'scope', ...entity.indexes].join(', ')]),
  );
}
