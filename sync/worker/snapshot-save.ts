import { ENTITIES } from '../../model/entities/registry.ts';
import { files } from '../../model/entities/file.ts';
import { PART_BYTES, partsOf } from '../../model/shared/file-limits.ts';
import type { SnapshotManifest, SnapshotOrganization } from '../../model/protocol/snapshot.ts';
import { SCHEMA_VERSION } from '../../model/protocol/version.ts';
import type { LocalFile } from '../core/ports/files.ts';
import { type AccountDb, rows, STORE_WRITER } from '../store/database.ts';
import { gatheredBlob } from '../store/gathered-blob.ts';
import { outboxRows } from '../store/outbox-rows.ts';
import { keyedItems } from '../store/put-back.ts';
import { idsIn } from '../store/referred-files.ts';
import { DRAFTS } from './snapshot-records.ts';
import { sealRecords, type SnapshotRecord } from '../store/snapshot-format.ts';
import { cachedFile } from './export-files.ts';
import { rowsOf, withoutLocalKeys } from './export-rows.ts';
import type {
  SavedSnapshot,
  SnapshotAccount,
  SnapshotProgress,
  SnapshotRequest,
} from './snapshot-types.ts';

interface Saving {
  readonly open: (dbName: string) => AccountDb;
  readonly notify: (progress: SnapshotProgress) => void;
  /** Rounds of the key derivation; a test uses few. */
  readonly iterations?: number;
}

/** UTF-16 units of rows per record. */
const ROWS_PER_RECORD = 500_000;

export async function saveSnapshot(
  request: SnapshotRequest,
  { open, notify, iterations }: Saving,
): Promise<SavedSnapshot> {
  const stores = request.accounts.map((account) => ({ account, db: open(account.dbName) }));
  try {
    const parts = [];
    for (const [of, store] of stores.entries()) parts.push(await partOf(store, of));
    const total = parts.reduce((sum, { organization }) => sum + organization.rows, 0);
    const counts: Counts = { rows: 0, files: 0 };
    const saved = (count: number) => {
      counts.rows += count;
      notify({ done: Math.min(counts.rows, total), total });
    };
    const records = recordsOf({ request, parts, saved, counts });
    const { passphrase } = request;
    const options = { passphrase, ...(iterations !== undefined && { iterations }) };
    return {
      file: await blobOf(sealRecords(records, options)),
      unsent: parts.reduce((sum, { organization }) => sum + organization.unsent, 0),
      ...counts,
    };
  } finally {
    for (const { db } of stores) db.dexie.close();
  }
}

interface Counts {
  rows: number;
  files: number;
}

interface Part {
  readonly of: number;
  readonly db: AccountDb;
  readonly account: SnapshotAccount;
  readonly organization: SnapshotOrganization;
  readonly unsent: UnsentRows;
}

type UnsentRows = Awaited<ReturnType<typeof unsentRows>>;

/** Unsent work is read in one transaction, before everything else: what is sent later is contained twice, not never. */
async function partOf(
  { db, account }: { readonly db: AccountDb; readonly account: SnapshotAccount },
  of: number,
): Promise<Part> {
  const unsent = await unsentRows(db);
  const sizes = await Promise.all(ENTITIES.map(({ table }) => db.dexie.table(table).count()));
  const open = unsent.outbox.filter(({ state }) => state !== 'acked').length;
  const unsentFiles = unsent.blobs.filter((file) => isUnsent(file)).length;
  const { dbName: _name, userId: _user, drafts: _drafts, ...names } = account;
  return {
    of,
    db,
    account,
    unsent,
    organization: {
      ...names,
      access: { ...account.access },
      unsent: open + unsent.rejected.length + unsentFiles,
      epochs: Object.fromEntries(
        unsent.streams.flatMap(({ stream, epoch }) => (epoch === null ? [] : [[stream, epoch]])),
      ),
      rows: sizes.reduce((sum, size) => sum + size, 0),
    },
  };
}

async function unsentRows(db: AccountDb) {
  const tables = [db.meta, db.streams, db.base, db.outbox, db.rejected, db.blobs];
  return db.dexie.transaction('r', tables, async () => {
    const [client, streams, base, outbox, rejected, blobs] = await Promise.all([
      db.meta.get('client'),
      db.streams.toArray(),
      db.base.toArray(),
      outboxRows(db),
      db.rejected.toArray(),
      db.blobs.toArray(),
    ]);
    return { ...keyedItems(client, { outbox, rejected }), streams, base, blobs };
  });
}

function isUnsent({ state }: { readonly state: string }): boolean {
  return state === 'waiting' || state === 'refused';
}

async function* recordsOf(input: {
  readonly request: SnapshotRequest;
  readonly parts: readonly Part[];
  readonly saved: (rows: number) => void;
  readonly counts: Counts;
}): AsyncGenerator<SnapshotRecord> {
  const { request, parts, saved, counts } = input;
  yield { head: manifestOf(request, parts) };
  for (const part of parts) {
    const { streams, base, outbox, rejected } = part.unsent;
    yield* inRecords(part.of, {
      streams,
      base,
      outbox,
      rejected,
      [DRAFTS]: part.account.drafts,
    });
    for (const entity of ENTITIES) {
      for await (const some of rowsOf(part.db, entity)) {
        const clean = some.map((row) => withoutLocalKeys(entity, row));
        yield* inRecords(part.of, { [entity.table]: clean });
        saved(some.length);
      }
    }
    yield* filesOf(part, request, counts);
  }
  yield { head: { kind: 'end' } };
}

function manifestOf(request: SnapshotRequest, parts: readonly Part[]): SnapshotManifest {
  const { at, displayName, email, sealingKey, accounts } = request;
  return {
    kind: 'cairn-snapshot',
    schema: SCHEMA_VERSION,
    writer: STORE_WRITER,
    savedAt: at,
    userId: accounts[0]?.userId ?? '',
    displayName,
    email,
    ...(sealingKey !== undefined && { sealingKey }),
    organizations: parts.map(({ organization }) => organization),
  };
}

function* inRecords(
  of: number,
  tables: Readonly<Record<string, readonly object[]>>,
): Generator<SnapshotRecord> {
  for (const [table, all] of Object.entries(tables)) {
    let some: object[] = [];
    let size = 0;
    for (const row of all) {
      some.push(row);
      size += JSON.stringify(row).length;
      if (size < ROWS_PER_RECORD) continue;
      yield { head: { kind: 'rows', of, table, rows: some } };
      some = [];
      size = 0;
    }
    if (some.length > 0) yield { head: { kind: 'rows', of, table, rows: some } };
  }
}

/** The state of a file follows its bytes: a file without its state has not been read completely. */
async function* filesOf(
  { of, db, account, unsent }: Part,
  { withFiles }: SnapshotRequest,
  counts: Counts,
): AsyncGenerator<SnapshotRecord> {
  const local = new Map(unsent.blobs.map((file) => [file.id, file]));
  const changes = [...unsent.outbox, ...unsent.rejected.map(({ item }) => item)];
  const referred = new Set(changes.flatMap(idsIn));
  const own = unsent.blobs.filter(
    (file) => isUnsent(file) || (file.state === 'kept' && (withFiles || referred.has(file.id))),
  );
  for (const file of own) {
    yield* storedParts(of, db, file.id);
    yield* inRecords(of, { blobs: [file] });
    counts.files += 1;
  }
  if (!withFiles) return;
  for await (const some of rowsOf(db, files)) {
    for (const { id } of some) {
      if (local.has(id)) continue;
      const bytes = await cachedFile(account.userId, id);
      if (bytes === undefined || bytes.size === 0) continue;
      yield* partsOfBlob(of, id, bytes);
      yield* inRecords(of, { blobs: [await keptFile(db, id, bytes.size)] });
      counts.files += 1;
    }
  }
}

async function* storedParts(of: number, db: AccountDb, id: string): AsyncGenerator<SnapshotRecord> {
  for (let n = 0; ; n += 1) {
    const part = await db.blobParts.get([id, n]);
    if (part === undefined) return;
    yield { head: { kind: 'part', of, file: id, n }, bytes: new Uint8Array(part.bytes) };
  }
}

async function* partsOfBlob(of: number, id: string, bytes: Blob): AsyncGenerator<SnapshotRecord> {
  for (let n = 0; n < partsOf(bytes.size); n += 1) {
    const part = await bytes.slice(n * PART_BYTES, (n + 1) * PART_BYTES).arrayBuffer();
    yield { head: { kind: 'part', of, file: id, n }, bytes: new Uint8Array(part) };
  }
}

async function keptFile(db: AccountDb, id: string, size: number): Promise<LocalFile> {
  const { name = id } = (await rows(db, files).get(id)) ?? {};
  const parts = partsOf(size);
  return { id, name, size, digest: '', parts, state: 'kept', sent: parts, at: 0 };
}

async function blobOf(chunks: AsyncIterable<Uint8Array<ArrayBuffer>>): Promise<Blob> {
  const file = gatheredBlob('application/octet-stream');
  for await (const chunk of chunks) file.add(chunk);
  return file.content();
}
