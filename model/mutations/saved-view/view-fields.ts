import * as v from 'valibot';
import { VIEW_NAME_LIMIT } from '../../entities/saved-view.ts';
import { nameSchema } from '../../shared/text.ts';

/** Fields of a saved view that a person sets. */
export const VIEW_FIELDS = {
  name: v.pipe(nameSchema, v.maxLength(VIEW_NAME_LIMIT)),
  search: v.pipe(v.string(), v.maxLength(10_000)),
  hidden: v.pipe(v.array(v.pipe(v.string(), v.maxLength(60))), v.maxLength(60)),
} as const;
