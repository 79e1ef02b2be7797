import * as v from 'valibot';
import { parseAt } from '../shared/parse.ts';

/** A token for a program. Instants are milliseconds by the server's clock. */
const tokenSchema = v.looseObject({
  id: v.string(),
  name: v.string(),
  access: v.picklist(['read', 'write']),
  created_at: v.number(),
  expires_at: v.number(),
  /** Null: never. */
  used_at: v.nullable(v.number()),
  /** End of the former secret; null: there is none. A server before decision 0105 leaves it out. */
  former_until: v.optional(v.nullable(v.number()), null),
});
export type OwnToken = v.InferOutput<typeof tokenSchema>;

/** A token of the organisation: a program with its own name acts with it. Instants as above. */
const organizationTokenSchema = v.looseObject({
  ...tokenSchema.entries,
  organization_user: v.number(),
  /** Ids of projects; null: every project. */
  projects: v.nullable(v.array(v.string())),
  created_by: v.number(),
});
export type OrganizationToken = v.InferOutput<typeof organizationTokenSchema>;

/** A calendar of the person; `project` is null for their own due dates. Instants as above. */
const feedSchema = v.looseObject({
  project: v.nullable(v.string()),
  created_at: v.number(),
  used_at: v.nullable(v.number()),
});
export type OwnFeed = v.InferOutput<typeof feedSchema>;

const answer = <Data extends v.GenericSchema>(data: Data) => v.looseObject({ data });
const tokenListSchema = answer(v.array(tokenSchema));
const organizationTokenListSchema = answer(v.array(organizationTokenSchema));
const newTokenSchema = answer(v.looseObject({ token: v.string() }));
const feedListSchema = answer(v.array(feedSchema));
const newFeedSchema = answer(v.looseObject({ address: v.string() }));

/** Parsers of whole responses; each throws CairnError `invalid`. */
export const parseTokens = (response: unknown): readonly OwnToken[] =>
  parseAt(tokenListSchema, response).data;
export const parseOrganizationTokens = (response: unknown): readonly OrganizationToken[] =>
  parseAt(organizationTokenListSchema, response).data;
/** The secret, which this response alone contains. */
export const parseNewToken = (response: unknown): string =>
  parseAt(newTokenSchema, response).data.token;
export const parseFeeds = (response: unknown): readonly OwnFeed[] =>
  parseAt(feedListSchema, response).data;
/** The secret address, which this response alone contains. */
export const parseNewFeed = (response: unknown): string =>
  parseAt(newFeedSchema, response).data.address;
