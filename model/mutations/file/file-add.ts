import * as v from 'valibot';
import { files } from '../../entities/file.ts';
import { mayAddFile } from '../../permissions/file.ts';
import { instantSchema } from '../../shared/dates.ts';
import { uuidSchema } from '../../shared/ids.ts';
import { refuse } from '../../shared/errors.ts';
import { isSound, kindOfType } from '../../shared/file-kind.ts';
import { LARGEST_FILE_BYTES } from '../../shared/file-limits.ts';
import { message } from '../../shared/message.ts';
import { placeSchema } from '../../shared/place.ts';
import { nameSchema } from '../../shared/text.ts';
import { defineMutation, effect, type Prepared } from '../define-mutation.ts';
import { gatherFileScope } from '../context/file-context.ts';

const DAY_MS = 24 * 60 * 60_000;

const fileAddSchema = v.strictObject({
  id: uuidSchema,
  /**
   * Scope of the row that will refer to it: `project:<id>`, `workspace:<id>`, `directory`,
   * `group:<id>`, `direct:<a>:<b>`.
   */
  scope: v.pipe(v.string(), v.minLength(1), v.maxLength(120)),
  name: nameSchema,
  media_type: v.pipe(v.string(), v.regex(/^[\w.+-]{1,60}\/[\w.+-]{1,80}$/, 'is not a media type')),
  size: v.pipe(
    v.number(),
    v.safeInteger(),
    v.minValue(1, 'is empty'),
    v.maxValue(LARGEST_FILE_BYTES, 'is larger than any file may be'),
  ),
  digest: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/, 'is not a SHA-256 digest in hex')),
  /** Time of the shot of a photo by the device's clock. */
  taken_at: v.optional(instantSchema),
  /** The image that was drawn on. The server forgets one that is no image of the same scope. */
  drawn_on: v.optional(uuidSchema),
  /** Place of the shot of a photo; the server removes it where the organisation does not allow it. */
  place: v.optional(placeSchema),
  /** Length of a voice note in milliseconds, by the device that recorded it. */
  duration_ms: v.optional(v.pipe(v.number(), v.safeInteger(), v.minValue(0), v.maxValue(DAY_MS))),
  /** Waveform of a voice note, a hex digit a bar. */
  peaks: v.optional(v.pipe(v.string(), v.regex(/^[0-9a-f]{1,200}$/, 'is not a waveform'))),
});
export type FileAddArgs = v.InferOutput<typeof fileAddSchema>;

/**
 * A file on a device that will be uploaded (FILE-1, FILE-2). It is written in the same action as
 * the mutation that refers to it, and before it. Free space on the server is not checked here: the
 * upload refuses the bytes, and no text waits for that.
 */
export const fileAdd = defineMutation({
  name: 'file-add',
  schema: fileAddSchema,
  refs: ({ id }) => [{ table: 'files', id }],
  parents: () => [],
  gather: ({ scope }, read, actor) => gatherFileScope(read, actor, scope),
  authorise: ({ media_type, duration_ms, peaks }, context, actor) =>
    mayAddFile(actor, context, { media_type, kind: kindOfType(media_type) }) ??
    (isSound({ media_type }) || (duration_ms ?? peaks) === undefined
      ? undefined
      : refuse('invalid', /*i18n*/ 'Only a sound has a length and a waveform')),
  effects: (
    { id, scope, name, media_type, size, digest, taken_at = null, drawn_on = null, ...more },
    { actor, at },
  ) => [
    effect(files, id, (row) => ({
      ...row,
      id,
      scope,
      v: row?.v ?? 0,
      name,
      media_type,
      size,
      digest,
      kind: kindOfType(media_type),
      width: null,
      height: null,
      state: 'uploading' as const,
      uploaded_by: actor.orgUserId,
      created_at: new Date(at).toISOString(),
      taken_at,
      drawn_on,
      place: more.place ?? null,
      duration_ms: more.duration_ms ?? null,
      peaks: more.peaks ?? null,
    })),
  ],
  rest: {
    method: 'POST',
    path: 'files/create/',
    bodyFields: [
      'id',
      'scope',
      'name',
      'media_type',
      'size',
      'digest',
      'taken_at',
      'drawn_on',
      'place',
      'duration_ms',
      'peaks',
    ],
    toBody: (args) => args,
    fromRest: async ({ body }, { newId }) => ({ ...body, id: body['id'] ?? newId() }),
  },
  describe: ({ name }) => message('Add file "{name}"', { name }),
});

/** The arguments of a `file-add`; undefined for any other mutation. */
export function fileAddArgs({
  name,
  args,
}: Pick<Prepared, 'name' | 'args'>): FileAddArgs | undefined {
  return name === fileAdd.name ? v.parse(fileAddSchema, args) : undefined;
}
