import * as v from 'valibot';
import { SCHEMA_VERSION } from '../../model/protocol/version.ts';
import { STORE_WRITER } from '../store/database.ts';
import {
  damaged,
  newerSnapshot,
  openRecords,
  type SnapshotRecord,
} from '../store/snapshot-format.ts';
import { manifestSchema, type SnapshotManifest } from './snapshot-types.ts';

/** Rows of one table of one organisation, by its place in the manifest. */
const rowsSchema = v.object({
  kind: v.literal('rows'),
  of: v.number(),
  table: v.string(),
  rows: v.array(v.looseObject({})),
});

/** One part of a file's bytes, which follow. */
const partSchema = v.object({
  kind: v.literal('part'),
  of: v.number(),
  file: v.string(),
  n: v.number(),
});

const endSchema = v.object({ kind: v.literal('end') });

const recordSchema = v.variant('kind', [rowsSchema, partSchema, endSchema]);

export type SnapshotEntry = v.InferOutput<typeof recordSchema> & {
  readonly bytes?: Uint8Array<ArrayBuffer> | undefined;
};

/** Tables beside those of the entities that a snapshot contains. */
export const ENGINE_PARTS = ['streams', 'base', 'outbox', 'rejected', 'blobs'] as const;

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
  const manifest = v.safeParse(manifestSchema, first.value.head);
  if (!manifest.success) throw damaged();
  const { schema, writer } = manifest.output;
  if (schema > SCHEMA_VERSION || writer > STORE_WRITER) throw newerSnapshot();
  return { manifest: manifest.output, entries: entriesOf(records) };
}

async function* entriesOf(records: AsyncGenerator<SnapshotRecord>): AsyncGenerator<SnapshotEntry> {
  for await (const { head, bytes } of records) {
    const read = v.safeParse(recordSchema, head);
    if (!read.success) throw damaged();
    if (read.output.kind !== 'end') yield { ...read.output, bytes };
  }
}
