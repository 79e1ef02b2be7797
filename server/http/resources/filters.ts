import * as v from 'valibot';
import { idSchema } from '../../../model/shared/ids.ts';

/** Filters of the specification's lists, as they come in a query. */
export const idFilter = v.optional(idSchema);
export const neededId = idSchema;
/** `?tags=` without a value means "all". */
export const idOrEmptyFilter = v.optional(v.union([v.literal(''), idSchema]));
