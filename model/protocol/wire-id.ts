import * as v from 'valibot';

/** Ids assigned by the server are numbers on the wire and text in the code. */
export const wireId = v.pipe(
  v.union([v.string(), v.number()]),
  v.transform((id) => String(id)),
);
