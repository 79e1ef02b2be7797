import * as v from 'valibot';
import { ENTITIES } from '../../model/entities/registry.ts';

/**
 * Archive of an organisation: a gzipped tar file (docs/ARCHIVE.md). Its entries, in this order: `archive.json`, parts of
 * tables (`rows/<table>/<number>.ndjson`), the bytes of files (`files/<number>`), `manifest.json`.
 */
export const HEADER = 'archive.json';
export const MANIFEST = 'manifest.json';

/** Raised when an older build could misread a newer archive. */
export const ARCHIVE_VERSION = 1;

/** A part of a table ends after the row with which it reaches this many bytes. */
export const PART_BYTES = 1_048_576;
/** Longest part of a table that an import accepts, in bytes. */
export const LONGEST_PART = 67_108_864;

export const headerSchema = v.looseObject({
  format: v.literal('cairn-organisation'),
  version: v.number(),
  /** `SCHEMA_VERSION` of the rows. */
  schema: v.number(),
  /** ISO instant of the snapshot. */
  exported_at: v.string(),
  organization: v.looseObject({ name: v.string(), created_at: v.string() }),
});
export type ArchiveHeader = v.InferOutput<typeof headerSchema>;

const partSchema = v.looseObject({
  name: v.string(),
  bytes: v.number(),
  /** SHA-256 in hex. */
  sha256: v.string(),
  rows: v.number(),
});
export type ArchivePart = v.InferOutput<typeof partSchema>;

export const manifestSchema = v.looseObject({
  parts: v.array(partSchema),
  /** Number and total size of the entries below `files/`. */
  files: v.looseObject({ count: v.number(), bytes: v.number() }),
  /** Entries that rows of `file_contents` name and that are not there: the server had lost or damaged them. */
  missing: v.array(v.string()),
});
export type ArchiveManifest = v.InferOutput<typeof manifestSchema>;

/** Tables besides those of the entities, in the order of the archive. */
export const FURTHER_TABLES = [
  'accounts',
  'streams',
  'erased_rows',
  'activity',
  'task_seen',
  'mail_digests',
  'person_erasures',
  'erasures',
  'security_log',
  'file_contents',
] as const;
export type FurtherTable = (typeof FURTHER_TABLES)[number];

export function isArchiveTable(table: string): boolean {
  return (
    ENTITIES.some((entity) => entity.table === table) ||
    FURTHER_TABLES.some((known) => known === table)
  );
}

export function partName(table: string, n: number): string {
  return `rows/${table}/${String(n).padStart(5, '0')}.ndjson`;
}

/** Table of a part; undefined for any other entry. */
export function tableOfPart(name: string): string | undefined {
  return /^rows\/([a-z_]+)\/\d{5,9}\.ndjson$/.exec(name)?.[1];
}

export function fileName(n: number): string {
  return `files/${String(n).padStart(7, '0')}`;
}

export function isFileName(name: string): boolean {
  return /^files\/\d{7,12}$/.test(name);
}

/** A synced row: its fields, the versions at which its long texts last changed, and the owner of a personal row. */
export const rowLine = v.looseObject({
  row: v.looseObject({ id: v.string(), scope: v.string(), v: v.number() }),
  texts: v.optional(v.record(v.string(), v.number()), {}),
  owner: v.optional(v.string()),
});

export const accountLine = v.looseObject({
  id: v.string(),
  email: v.string(),
  display_name: v.string(),
  phone_number: v.string(),
  language: v.nullable(v.string()),
  created_at: v.number(),
});
export type AccountLine = v.InferOutput<typeof accountLine>;

/** `person`: null for the stream of the organisation. */
export const streamLine = v.looseObject({ person: v.nullable(v.string()), head: v.number() });

/** Rows that were erased or removed: their number is never used again, and a report that names one is recognised. */
export const erasedLine = v.looseObject({
  person: v.nullable(v.string()),
  table: v.string(),
  id: v.string(),
  scope: v.string(),
  v: v.number(),
});

export const activityLine = v.looseObject({
  person: v.nullable(v.string()),
  v: v.number(),
  table: v.string(),
  row: v.string(),
  field: v.string(),
  by: v.string(),
  at: v.number(),
  claimed_at: v.nullable(v.number()),
  /** JSON texts. */
  old: v.nullable(v.string()),
  new: v.nullable(v.string()),
});

export const seenLine = v.looseObject({ task: v.string(), person: v.string(), v: v.number() });

export const digestLine = v.looseObject({
  account: v.string(),
  digest: v.picklist(['off', 'daily', 'weekly']),
  reminders: v.number(),
  time_zone: v.string(),
  next_at: v.number(),
});

export const erasureLine = v.looseObject({
  person: v.string(),
  asked_at: v.nullable(v.number()),
  planned_by: v.nullable(v.string()),
  erase_at: v.nullable(v.number()),
});

/** An erasure of a project that has begun (decision 0091). */
export const begunErasureLine = v.looseObject({
  kind: v.picklist(['project', 'workspace']),
  id: v.string(),
});

export const securityLine = v.looseObject({
  id: v.string(),
  at: v.number(),
  kind: v.string(),
  account: v.nullable(v.string()),
  person: v.nullable(v.string()),
  email: v.nullable(v.string()),
  subject: v.nullable(v.string()),
  address: v.nullable(v.string()),
  network: v.nullable(v.string()),
  browser: v.nullable(v.string()),
  /** JSON text. */
  details: v.string(),
});

export const contentLine = v.looseObject({
  /** Name of the entry with the bytes. */
  entry: v.string(),
  file: v.string(),
  variant: v.picklist(['full', 'small']),
  media_type: v.string(),
  size: v.number(),
  /** SHA-256 of exactly these bytes, in hex. */
  digest: v.string(),
  created_at: v.number(),
});
export type ContentLine = v.InferOutput<typeof contentLine>;
