import type { RawRow } from '../../model/entities/define-entity.ts';
import { entityOf, ENTITIES } from '../../model/entities/registry.ts';
import { type AccountDb, withLocalKeys } from '../store/database.ts';
import { sealedName } from '../store/sealed-name.ts';
import { ENGINE_PARTS, readSnapshot, type SnapshotEntry } from './snapshot-records.ts';
import type { OpenedSnapshot, SnapshotProgress } from './snapshot-types.ts';

interface Opening {
  readonly passphrase: string;
  /** Key of the new stores, which the page holds: what a killed tab leaves behind cannot be read. */
  readonly keyId: string;
  readonly open: (dbName: string) => AccountDb;
  readonly notify: (progress: SnapshotProgress) => void;
}

/** Rows per transaction; nobody reads the stores yet. */
const AT_ONCE = 1_000;

/** Stores a snapshot in databases of its own. */
export async function openSnapshot(
  file: Blob,
  { passphrase, keyId, open, notify }: Opening,
): Promise<OpenedSnapshot> {
  const { manifest, entries } = await readSnapshot(file, passphrase);
  const { userId, organizations } = manifest;
  const dbs = organizations.map(({ orgId }) => open(sealedName(keyId, userId, orgId)));
  const total = organizations.reduce((sum, { rows }) => sum + rows, 0);
  let done = 0;
  try {
    for await (const entry of entries) {
      const db = dbs[entry.kind === 'end' ? -1 : entry.of];
      if (db === undefined) continue;
      done += await put(db, entry);
      notify({ done: Math.min(done, total), total });
    }
    return { manifest };
  } finally {
    for (const db of dbs) db.dexie.close();
  }
}

const TABLES: ReadonlySet<string> = new Set([
  ...ENTITIES.map(({ table }) => table),
  ...ENGINE_PARTS,
]);

/** Resolves to the number of rows of people. A table that this build does not have is left out (VER-2). */
async function put(db: AccountDb, entry: SnapshotEntry): Promise<number> {
  if (entry.kind === 'part') {
    const { file, n, bytes = new Uint8Array() } = entry;
    await db.blobParts.put({ file, n, bytes: bytes.buffer });
    return 0;
  }
  if (entry.kind === 'end' || !TABLES.has(entry.table)) return 0;
  const entity = entityOf(entry.table);
  const stored = entry.rows.map((row) =>
    entity === undefined ? row : withLocalKeys(entity, asRow(row)),
  );
  for (let from = 0; from < stored.length; from += AT_ONCE) {
    await db.dexie.table(entry.table).bulkPut(stored.slice(from, from + AT_ONCE));
  }
  return entity === undefined ? 0 : stored.length;
}

function asRow(row: object): RawRow {
  const { id, scope, v } = { id: '', scope: '', v: 0, ...row };
  return { ...row, id, scope, v };
}
