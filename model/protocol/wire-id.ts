import * as v from 'valibot';

/** Ids the server issues are numbers on the wire and text inside. */
export const wireId = v.pipe(
  v.union([v.string(), v.number()]),
  v.transform((id) => String(id)),
);
