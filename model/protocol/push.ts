import * as v from 'valibot';

/**
 * Content of a push message, before it is encrypted for the browser. Unknown fields are kept
 * (VER-2).
 */
const pushTextSchema = v.looseObject({
  title: v.string(),
  body: v.string(),
  /** Path of the page that a click opens, never an address elsewhere. */
  url: v.pipe(v.string(), v.regex(/^\/(?!\/)/)),
  /** A push replaces an earlier one with the same tag. */
  tag: v.string(),
});
export type PushText = v.InferOutput<typeof pushTextSchema>;

/** Parses a received push, or the data of a notification; undefined for anything else. */
export function readPush(given: unknown): PushText | undefined {
  const parsed = v.safeParse(
    typeof given === 'string' ? v.pipe(v.string(), v.parseJson(), pushTextSchema) : pushTextSchema,
    given,
  );
  return parsed.success ? parsed.output : undefined;
}
