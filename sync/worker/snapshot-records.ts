import {
  parseSnapshotEntry,
  parseSnapshotManifest,
  type SnapshotEntryHead,
  type SnapshotManifest,
} from '../../model/protocol/snapshot.ts';
import { SCHEMA_VERSION } from '../../model/protocol/version.ts';
import { STORE_WRITER } from '../store/database.ts';
import {
  damaged,
  newerSnapshot,
  openRecords,
  type SnapshotRecord,
} from '../store/snapshot-format.ts';

export type SnapshotEntry = SnapshotEntryHead & {
  readonly bytes?: Uint8Array<ArrayBuffer> | undefined;
};

/** Tables beside those of the entities that a snapshot contains. */
export const ENGINE_PARTS = ['streams', 'base', 'outbox', 'rejected', 'blobs'] as const;

/** Name under which the drafts of an organisation are listed; they are not stored where a snapshot is opened. */
export const DRAFTS = 'drafts';

/** First the manifest, then every entry in order. Throws CairnError like `openRecords`. */
export async function readSnapshot(
  file: Blob,
  passphrase: string,
): Promise<{
  readonly manifest: SnapshotManifest;
  readonly entries: AsyncGenerator<SnapshotEntry>;
}> {
  const records = openRecords(file, passphrase);
  const first = await records.next();
  if (first.done === true) throw damaged();
  const manifest = parseSnapshotManifest(first.value.head);
  if (manifest === undefined) throw damaged();
  const { schema, writer } = manifest;
  if (schema > SCHEMA_VERSION || writer > STORE_WRITER) throw newerSnapshot();
  return { manifest, entries: entriesOf(records) };
}

async function* entriesOf(records: AsyncGenerator<SnapshotRecord>): AsyncGenerator<SnapshotEntry> {
  for await (const { head, bytes } of records) {
    const read = parseSnapshotEntry(head);
    if (read === undefined) throw damaged();
    if (read.kind !== 'end') yield { ...read, bytes };
  }
}
