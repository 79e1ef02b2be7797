import * as v from 'valibot';
import { idSchema } from '../shared/ids.ts';
import { isCleanText } from '../shared/text.ts';

/** Number of tasks whose details one request compares (PULL-8.4). */
export const MOST_CHECKED_TASKS = 200;

const name = v.pipe(v.string(), v.check(isCleanText, 'cannot be stored'), v.maxLength(200));

/** PULL-8.4: body of `POST sync/check`, which counts details of one scope from their rows. */
export const detailCheckSchema = v.strictObject({
  stream: name,
  scope: name,
  /** Counts those that a fill with this version as `hot` contains (OUT-7.5). */
  unchanged_since: v.optional(v.pipe(v.number(), v.safeInteger(), v.minValue(0))),
  /** Counts all details of each of these tasks. */
  tasks: v.pipe(v.array(idSchema), v.maxLength(MOST_CHECKED_TASKS)),
});
