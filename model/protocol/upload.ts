import * as v from 'valibot';

/** Response `data` of the upload calls (FILE-2). Unknown fields are kept (VER-2). */
export const uploadStateSchema = v.looseObject({
  state: v.picklist(['uploading', 'stored']),
  /** Bytes of each part except the last. */
  part_size: v.number(),
  /** Total number of parts. */
  count: v.number(),
  /** Numbers of the uploaded parts, from 0. */
  parts: v.array(v.number()),
});

export const uploadAnswerSchema = v.looseObject({ data: uploadStateSchema });
