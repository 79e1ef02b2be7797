import * as v from 'valibot';
import { parseAt } from '../shared/parse.ts';
import { holdingsSchema } from './device-holdings.ts';
import { REMOVALS } from './session-end.ts';

/** A session of the person. Instants are milliseconds by the server's clock. */
const sessionSchema = v.looseObject({
  id: v.string(),
  browser: v.nullable(v.string()),
  created_at: v.number(),
  used_at: v.number(),
  /** End however often it is used; missing from older servers. */
  ends_at: v.optional(v.number()),
  /** Network address of its last use. */
  address: v.optional(v.nullable(v.string()), null),
  shared: v.boolean(),
  /** What its device holds; null: it has reported nothing; missing from older servers. */
  holds: v.optional(v.nullable(holdingsSchema), null),
  /** This browser. */
  current: v.boolean(),
});
export type OwnSession = v.InferOutput<typeof sessionSchema>;

/**
 * A device whose data is to be removed at the person's request, with its progress. Instants as
 * above.
 */
const removalSchema = v.looseObject({
  id: v.string(),
  browser: v.nullable(v.string()),
  remove: v.picklist(REMOVALS),
  ended_at: v.number(),
  told_at: v.nullable(v.number()),
  removed_at: v.nullable(v.number()),
});
export type RequestedRemoval = v.InferOutput<typeof removalSchema>;

const sessionListSchema = v.looseObject({
  data: v.array(sessionSchema),
  removals: v.optional(v.array(removalSchema), []),
});

const resetSchema = v.looseObject({ display_name: v.string(), email: v.string() });
const addressSchema = v.looseObject({ email: v.string(), confirmed: v.boolean() });
const joinedSchema = v.looseObject({ organization_id: v.number() });
const ticketSchema = v.looseObject({ ticket: v.string() });
const pushSchema = v.looseObject({ message_token: v.string() });
const pushKeySchema = v.looseObject({ public_key: v.string() });

/** One row changed by one write, in the activity log (WRITE-5). */
const activityEntrySchema = v.looseObject({
  version: v.number(),
  /** Instants, ISO, by the server's clock and by the device's. */
  at: v.string(),
  claimed_at: v.nullable(v.string()),
  by: v.looseObject({ id: v.union([v.string(), v.number()]), display_name: v.string() }),
  table: v.string(),
  row: v.string(),
  name: v.string(),
  action: v.picklist(['created', 'changed', 'removed']),
  changes: v.array(v.looseObject({ field: v.string(), before: v.unknown(), after: v.unknown() })),
});
export type ActivityEntry = v.InferOutput<typeof activityEntrySchema>;

/** Undefined for an entry in another build's format. */
export function activityEntryOf(stored: unknown): ActivityEntry | undefined {
  const parsed = v.safeParse(activityEntrySchema, stored);
  return parsed.success ? parsed.output : undefined;
}

/**
 * An entry of the activity log that a device keeps with its own mutation until the server has
 * written it.
 */
const ownLineSchema = v.looseObject({ id: v.string(), entry: activityEntrySchema });
export type OwnLine = v.InferOutput<typeof ownLineSchema>;

/** Undefined for an entry that another build has stored in another format. */
export function ownLineOf(stored: unknown): OwnLine | undefined {
  const parsed = v.safeParse(ownLineSchema, stored);
  return parsed.success ? parsed.output : undefined;
}

/** Ids (`organization_user`) of the people who have Cairn open. */
const onlineSchema = v.array(v.string());

const activityPageSchema = v.looseObject({
  data: v.array(activityEntrySchema),
  next: v.nullable(v.number()),
});

/** Parsers of `data` in responses about one's own account; each throws CairnError `invalid`. */
export const parseResetLink = (data: unknown) => parseAt(resetSchema, data);
export const parseAddress = (data: unknown) => parseAt(addressSchema, data);
export const parseJoined = (data: unknown) => parseAt(joinedSchema, data);
export const parseOnline = (data: unknown) => parseAt(onlineSchema, data);
export const parseTicket = (data: unknown) => parseAt(ticketSchema, data);
export const parsePush = (data: unknown) => parseAt(pushSchema, data);
export const parsePushKey = (data: unknown) => parseAt(pushKeySchema, data);
/** The whole response: `removals` is next to its `data`. */
export const parseSessionList = (answer: unknown) => parseAt(sessionListSchema, answer);
/** The whole response, not its `data` alone: the cursor is next to it. */
export const parseActivityPage = (answer: unknown) => parseAt(activityPageSchema, answer);
