import * as v from 'valibot';
import { defineEntity } from './define-entity.ts';

/** How a file is shown: the specification's eight extensions are images, pdf is itself, all else is other (board spec, 5). */
export const fileKindSchema = v.picklist(['image', 'pdf', 'other']);

/**
 * A file that a row refers to: an attachment, a document, an image. The row is here before its bytes are: it says whose
 * device has them until the server does (FILE-2). `scope` is that of the row it hangs on.
 */
export const files = defineEntity({
  table: 'files',
  stream: 'org',
  fields: {
    name: v.string(),
    /** What the device guessed; once stored, what the server found in the bytes. */
    media_type: v.string(),
    /** Bytes. */
    size: v.number(),
    /** SHA-256 of the bytes that were picked, in hex. */
    digest: v.string(),
    kind: fileKindSchema,
    /** Pixels, as it is shown; null when it is no image or not known yet. */
    width: v.nullable(v.number()),
    height: v.nullable(v.number()),
    state: v.picklist(['uploading', 'stored']),
    /** Organisation user who added it. */
    uploaded_by: v.string(),
    created_at: v.string(),
  },
  columns: {
    name: 'text',
    media_type: 'text',
    size: 'integer',
    digest: 'text',
    kind: 'text',
    width: 'integer',
    height: 'integer',
    state: 'text',
    uploaded_by: 'text',
    created_at: 'text',
  },
  erase: { fields: ['name'], when: 'at-once' },
});
export type FileRow = ReturnType<typeof files.parse>;
export type FileKind = v.InferOutput<typeof fileKindSchema>;
