import * as v from 'valibot';
import { defineEntity } from './define-entity.ts';
import { field, instant, integer, text } from './fields.ts';

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
    name: text(),
    /** What the device guessed; once stored, what the server found in the bytes. */
    media_type: text(),
    /** Bytes. */
    size: integer(),
    /** SHA-256 of the bytes that were picked, in hex. */
    digest: text(),
    kind: field(fileKindSchema, 'text'),
    /** Pixels, as it is shown; null when it is no image or not known yet. */
    width: field(v.nullable(v.number()), 'integer'),
    height: field(v.nullable(v.number()), 'integer'),
    state: field(v.picklist(['uploading', 'stored']), 'text'),
    /** Organisation user who added it. */
    uploaded_by: text(),
    created_at: instant(),
  },
  erase: { fields: ['name'], when: 'at-once' },
});
export type FileRow = ReturnType<typeof files.parse>;
export type FileKind = v.InferOutput<typeof fileKindSchema>;
