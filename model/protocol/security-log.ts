import * as v from 'valibot';
import { parseAt } from '../shared/parse.ts';

const entrySchema = v.object({
  id: v.string(),
  /** Instant, ISO, by the server's clock. */
  at: v.string(),
  /** One of `SECURITY_KINDS`, or one of a newer server. */
  kind: v.string(),
  /** The person who acted; null: nobody who is known. */
  by: v.nullable(
    v.object({
      id: v.nullable(v.union([v.string(), v.number()])),
      display_name: v.string(),
      email: v.nullable(v.string()),
    }),
  ),
  /** Name of the person, role, level or project that the event is about, as it was then. */
  subject: v.nullable(v.string()),
  /** Network address of the request. */
  address: v.nullable(v.string()),
  /** The browser's own name. */
  browser: v.nullable(v.string()),
  details: v.record(v.string(), v.unknown()),
});

const pageSchema = v.looseObject({
  data: v.array(entrySchema),
  /** Cursor of the following page. */
  next: v.nullable(v.string()),
});

const exportSchema = v.looseObject({
  /** Part of the file. */
  data: v.string(),
  next: v.nullable(v.string()),
});

export type SecurityEntry = v.InferOutput<typeof entrySchema>;
export type SecurityPage = v.InferOutput<typeof pageSchema>;

/** Parsers of whole responses: the cursor is next to their `data`. Each throws CairnError `invalid`. */
export const parseSecurityPage = (answer: unknown) => parseAt(pageSchema, answer);
export const parseSecurityExport = (answer: unknown) => parseAt(exportSchema, answer);
