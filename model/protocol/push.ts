import * as v from 'valibot';

/** What a push says, before it is encrypted for the browser. Unknown fields are kept (VER-2). */
const pushTextSchema = v.looseObject({
  title: v.string(),
  body: v.string(),
  /** Path of the page that a click opens, never an address elsewhere. */
  url: v.pipe(v.string(), v.regex(/^\/(?!\/)/)),
  /** Pushes with the same tag take each other's place. */
  tag: v.string(),
});
export type PushText = v.InferOutput<typeof pushTextSchema>;

/** A push as it arrives, or what a notification carries; undefined for what is none. */
export function readPush(given: unknown): PushText | undefined {
  const parsed = v.safeParse(
    typeof given === 'string' ? v.pipe(v.string(), v.parseJson(), pushTextSchema) : pushTextSchema,
    given,
  );
  return parsed.success ? parsed.output : undefined;
}
