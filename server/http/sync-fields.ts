import * as v from 'valibot';

/** Fields of the queries of `sync/`. */

export const count = v.pipe(
  v.string(),
  v.regex(/^[0-9]{1,15}$/, 'is not a whole number'),
  v.transform(Number),
);
export const streamName = v.pipe(v.string(), v.minLength(1), v.maxLength(80));
