import * as v from 'valibot';
import { distinctIdsSchema, idSchema } from '../../../model/shared/ids.ts';

/** Filters of the specification's lists, as query parameters. */
export const idFilter = v.optional(idSchema);
export const neededId = idSchema;
/** `?tags=` without a value means "all". */
export const idOrEmptyFilter = v.optional(v.union([v.literal(''), idSchema]));

/** Ids separated by commas, each once. */
export function idsFilter(most: number) {
  return v.pipe(
    v.string(),
    v.transform((text) => text.split(',')),
    distinctIdsSchema(most, `names more than ${most}`),
  );
}

/** A select of a form with the choice "all" sends an empty value. */
export function emptyOr<Schema extends v.GenericSchema<string | undefined, string | undefined>>(
  schema: Schema,
) {
  return v.optional(v.pipe(v.string(), v.transform(noneOfEmpty), schema));
}

/** `true` or `false`; an empty value does not filter. */
export const flagFilter = v.optional(
  v.pipe(
    v.picklist(['', 'true', 'false', 'True', 'False'], 'is not true or false'),
    v.transform((text) => (text === '' ? undefined : text.toLowerCase() === 'true')),
  ),
);

/** An instant, ISO. The pattern admits zones that no clock reads, as `+05` behind a `T`. */
export const instantFilter = v.pipe(
  v.string(),
  v.isoTimestamp('is not an instant'),
  v.check((text) => !Number.isNaN(Date.parse(text)), 'is not an instant'),
);

/** A page number from 1. */
export const pageFilter = v.optional(
  v.pipe(
    v.string(),
    v.regex(/^[1-9][0-9]{0,6}$/, 'is not a page (from 1 on)'),
    v.transform(Number),
  ),
);

function noneOfEmpty(text: string): string | undefined {
  return text === '' ? undefined : text;
}
