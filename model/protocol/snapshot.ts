import * as v from 'valibot';

/** What a snapshot says about one organisation of its person. */
const organizationSchema = v.looseObject({
  orgId: v.string(),
  orgUserId: v.string(),
  orgName: v.string(),
  level: v.string(),
  specialRole: v.boolean(),
  access: v.object({
    get_access: v.boolean(),
    post_access: v.boolean(),
    patch_access: v.boolean(),
    delete_access: v.boolean(),
  }),
  /** Number of changes that were not sent, those that the server refused, and files that were not sent. */
  unsent: v.number(),
  /** Epoch of each stream, which identifies the server. */
  epochs: v.record(v.string(), v.string()),
  /** Number of rows and of files in this snapshot, for the person. */
  rows: v.number(),
});

/** First record of a snapshot (decision 0080). */
const manifestSchema = v.looseObject({
  kind: v.literal('cairn-snapshot'),
  /** `SCHEMA_VERSION` and `STORE_WRITER` of the build that saved it. */
  schema: v.number(),
  writer: v.number(),
  /** ISO instant by the device's clock. */
  savedAt: v.string(),
  userId: v.string(),
  displayName: v.string(),
  email: v.string(),
  /** Public key of the person at their server, when the device knew it. */
  sealingKey: v.optional(v.string()),
  organizations: v.array(organizationSchema),
});

export type SnapshotManifest = v.InferOutput<typeof manifestSchema>;
export type SnapshotOrganization = v.InferOutput<typeof organizationSchema>;

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

const entrySchema = v.variant('kind', [rowsSchema, partSchema, endSchema]);

export type SnapshotEntryHead = v.InferOutput<typeof entrySchema>;

/** Undefined for anything else. */
export function parseSnapshotManifest(head: unknown): SnapshotManifest | undefined {
  const read = v.safeParse(manifestSchema, head);
  return read.success ? read.output : undefined;
}

/** Undefined for anything else. */
export function parseSnapshotEntry(head: unknown): SnapshotEntryHead | undefined {
  const read = v.safeParse(entrySchema, head);
  return read.success ? read.output : undefined;
}

/** Rows of unsent work, as far as putting it back reads them. */
const strings = v.array(v.string());
const itemShape = v.looseObject({
  seq: v.number(),
  stream: v.string(),
  client: v.string(),
  keySeq: v.number(),
  name: v.string(),
  actor: v.looseObject({ orgUserId: v.string() }),
  at: v.number(),
  keys: strings,
  parents: strings,
  creates: strings,
  state: v.picklist(['queued', 'sending', 'acked', 'quarantined']),
  tries: v.number(),
});
const rejectedShape = v.looseObject({
  seq: v.number(),
  group: v.number(),
  keys: strings,
  item: itemShape,
  reason: v.looseObject({ code: v.string(), message: v.string() }),
});
const fileShape = v.looseObject({
  id: v.string(),
  name: v.string(),
  size: v.number(),
  parts: v.number(),
  state: v.picklist(['waiting', 'refused']),
});

/** True for a mutation of the outbox with its idempotency key. */
export function isSnapshotItem(value: unknown): boolean {
  return v.is(itemShape, value);
}

export function isSnapshotRejection(value: unknown): boolean {
  return v.is(rejectedShape, value);
}

export function isSnapshotFile(value: unknown): boolean {
  return v.is(fileShape, value);
}

const draftShape = v.looseObject({ id: v.string(), text: v.string() });

export function isSnapshotDraft(
  value: unknown,
): value is { readonly id: string; readonly text: string } {
  return v.is(draftShape, value);
}
