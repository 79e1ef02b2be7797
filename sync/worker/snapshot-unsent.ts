import { DRAFTS, readSnapshot, type SnapshotEntry } from './snapshot-records.ts';
import type { SnapshotUnsent } from './snapshot-types.ts';

/** Reads the unsent work of one organisation, and the file to its end: a damaged file yields nothing. */
export async function readUnsent(
  file: Blob,
  { passphrase, orgId }: { readonly passphrase: string; readonly orgId: string },
): Promise<SnapshotUnsent> {
  const { manifest, entries } = await readSnapshot(file, passphrase);
  const of = manifest.organizations.findIndex((one) => one.orgId === orgId);
  const tables = new Map<string, object[]>([
    ['outbox', []],
    ['rejected', []],
    ['blobs', []],
    [DRAFTS, []],
  ]);
  const parts = new Map<string, Blob[]>();
  for await (const entry of entries) {
    if (entry.kind !== 'end' && entry.of === of) gather(entry, tables, parts);
  }
  const stored = (table: string) => tables.get(table) ?? [];
  const outbox = stored('outbox').filter((row) => Reflect.get(row, 'state') !== 'acked');
  const rejected = stored('rejected');
  const changes = JSON.stringify([outbox, rejected]);
  return {
    manifest,
    isContained: of >= 0,
    outbox,
    rejected,
    drafts: stored(DRAFTS),
    files: stored('blobs').flatMap((row) => {
      const { id, state } = { id: undefined, state: undefined, ...row };
      const bytes = () => new Blob(parts.get(String(id)) ?? []);
      if (state === 'waiting' || state === 'refused') return [{ file: row, bytes: bytes() }];
      // Files of changes that are put back: the server may have swept them since (FILE-3.1).
      const isReferred = state === 'kept' && changes.includes(String(id));
      return isReferred ? [{ file: { ...row, state: 'waiting' }, bytes: bytes() }] : [];
    }),
  };
}

function gather(
  entry: SnapshotEntry,
  tables: ReadonlyMap<string, object[]>,
  parts: Map<string, Blob[]>,
): void {
  if (entry.kind === 'rows') tables.get(entry.table)?.push(...entry.rows);
  if (entry.kind !== 'part' || entry.bytes === undefined) return;
  const known = parts.get(entry.file) ?? [];
  // A Blob, which a browser keeps on its disk.
  known.push(new Blob([entry.bytes]));
  parts.set(entry.file, known);
}
