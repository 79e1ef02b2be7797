import * as v from 'valibot';
import { defineEntity } from './define-entity.ts';
import {
  added,
  field,
  file,
  instant,
  integer,
  nullableInstant,
  nullableText,
  text,
} from './fields.ts';

/**
 * Display kind of a file: the specification's eight extensions are images, pdf is its own kind, all
 * else is other (board spec, 5).
 */
export const fileKindSchema = v.picklist(['image', 'pdf', 'other']);

/**
 * A file that a row refers to: an attachment, a document, an image. The row exists before its bytes
 * are uploaded: until then it names the device that has them (FILE-2). `scope` is that of the row
 * that refers to it.
 */
export const files = defineEntity({
  table: 'files',
  stream: 'org',
  fields: {
    name: text(),
    /** The device's guess; after the upload, the type that the server detected in the bytes. */
    media_type: text(),
    /** Bytes. */
    size: integer(),
    /** SHA-256 of the picked bytes, in hex. */
    digest: text(),
    kind: field(fileKindSchema, 'text'),
    /** Pixels of the displayed image; null if it is no image or not known yet. */
    width: field(v.nullable(v.number()), 'integer'),
    height: field(v.nullable(v.number()), 'integer'),
    state: field(v.picklist(['uploading', 'stored']), 'text'),
    /** Organisation user who added it. */
    uploaded_by: text(),
    created_at: instant(),
    /** Time of the shot by the clock of the device that took the photo; null for any other file. */
    taken_at: added(nullableInstant(), null),
    /**
     * The image that this one shows with a drawing, in the same scope. It stays as long as this file
     * (server/files/sweep.ts); null for any other file.
     */
    drawn_on: added(file(), null),
    /**
     * Place of the shot, as `geo:latitude,longitude;u=metres`, where the organisation allows it and
     * the person added it; null for any other file.
     */
    place: added(nullableText({ isUnlogged: true }), null),
    /** Length of a voice note in milliseconds, and its waveform: a hex digit a bar; null for any other file. */
    duration_ms: added(field(v.nullable(v.number()), 'integer'), null),
    peaks: added(nullableText(), null),
  },
  erase: { fields: ['name', 'place'], when: 'at-once' },
});
export type FileRow = ReturnType<typeof files.parse>;
export type FileKind = v.InferOutput<typeof fileKindSchema>;
