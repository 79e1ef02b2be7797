import * as v from 'valibot';
import { idSchema } from '../../../model/shared/ids.ts';

/** Filters of the specification's lists, as they come in a query. */
export const idFilter = v.optional(idSchema);
export const neededId = idSchema;
/** `?tags=` without a value means "all". */
export const idOrEmptyFilter = v.optional(v.union([v.literal(''), idSchema]));

/** A select of a form that is set to "all" sends nothing behind the name. */
export function emptyOr<Schema extends v.GenericSchema<string | undefined, string | undefined>>(
  schema: Schema,
) {
  return v.optional(v.pipe(v.string(), v.transform(noneOfEmpty), schema));
}

/** `true` or `false`; nothing behind the name does not filter. */
export const flagFilter = v.optional(
  v.pipe(
    v.picklist(['', 'true', 'false', 'True', 'False'], 'is not true or false'),
    v.transform((text) => (text === '' ? undefined : text.toLowerCase() === 'true')),
  ),
);

/** A page from 1 on. */
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
