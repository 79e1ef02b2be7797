import * as v from 'valibot';
import { parseAt } from '../shared/parse.ts';
import { wireId } from './wire-id.ts';

/** Settings of single sign-on, as the server gives them to Level 1. Instants are milliseconds by the server's clock. */
const settingsSchema = v.looseObject({
  /** Null: there is none. */
  provider: v.nullable(
    v.looseObject({
      issuer: v.string(),
      client_id: v.string(),
      active: v.boolean(),
      required: v.boolean(),
      /** Role of people who join by their first sign-in; null: nobody does. */
      join_role: v.nullable(wireId),
    }),
  ),
  domains: v.array(
    v.looseObject({
      domain: v.string(),
      /** The TXT record that verifies it. */
      record: v.looseObject({ name: v.string(), value: v.string() }),
      verified_at: v.nullable(v.number()),
    }),
  ),
  /** Address to be entered at the provider. */
  redirect_uri: v.string(),
  /** Address for logout tokens (back-channel); missing from older servers. */
  logout_uri: v.optional(v.string()),
});
export type SingleSignOn = v.InferOutput<typeof settingsSchema>;

const settingsAnswer = v.looseObject({ data: settingsSchema });
const startAnswer = v.looseObject({ data: v.looseObject({ url: v.pipe(v.string(), v.url()) }) });

/** Parsers of whole responses; each throws CairnError `invalid`. */
export const parseSingleSignOn = (response: unknown): SingleSignOn =>
  parseAt(settingsAnswer, response).data;
/** Address of the provider. */
export const parseSignOnStart = (response: unknown): string =>
  parseAt(startAnswer, response).data.url;
