import * as v from 'valibot';

/** What the calls of an upload answer in `data` (FILE-2). Unknown fields are kept (VER-2). */
export const uploadStateSchema = v.looseObject({
  state: v.picklist(['uploading', 'stored']),
  /** Bytes of a part but the last. */
  part_size: v.number(),
  /** How many parts there are in the end. */
  count: v.number(),
  /** Numbers of those that are at the server, from 0. */
  parts: v.array(v.number()),
});

export const uploadAnswerSchema = v.looseObject({ data: uploadStateSchema });
