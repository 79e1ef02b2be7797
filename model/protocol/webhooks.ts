import * as v from 'valibot';
import { parseAt } from '../shared/parse.ts';

const stateSchema = v.picklist(['waiting', 'delivered', 'failed']);

/** A webhook of the organisation. Instants are milliseconds by the server's clock. */
const webhookSchema = v.looseObject({
  id: v.string(),
  url: v.string(),
  /** Names of mutations; empty: all. */
  kinds: v.array(v.string()),
  active: v.boolean(),
  /** End of the pause after a failed attempt; null: it does not pause. */
  paused_until: v.nullable(v.number()),
  /** Until then deliveries are signed with the former secret too; null: there is none. */
  former_until: v.nullable(v.number()),
  /** Number of deliveries that wait. */
  waiting: v.number(),
  /** The newest delivery that was tried. */
  last: v.nullable(
    v.looseObject({
      state: stateSchema,
      tried_at: v.nullable(v.number()),
      outcome: v.nullable(v.string()),
    }),
  ),
});
export type Webhook = v.InferOutput<typeof webhookSchema>;

/** A delivery of a webhook. Instants as above. */
const deliverySchema = v.looseObject({
  id: v.string(),
  /** Name of the mutation. */
  kind: v.string(),
  state: stateSchema,
  attempts: v.number(),
  created_at: v.number(),
  tried_at: v.nullable(v.number()),
  /** Status of the response, or the code of the error. */
  outcome: v.nullable(v.string()),
  /** Time of the next attempt; null: there is none. */
  next_at: v.nullable(v.number()),
  /** JSON as it is sent. */
  body: v.string(),
});
export type Delivery = v.InferOutput<typeof deliverySchema>;

const answer = <Data extends v.GenericSchema>(data: Data) => v.looseObject({ data });
const listSchema = answer(v.array(webhookSchema));
const secretSchema = answer(v.looseObject({ secret: v.string() }));
const deliveriesSchema = answer(v.array(deliverySchema));

/** Parsers of whole responses; each throws CairnError `invalid`. */
export const parseWebhooks = (response: unknown): readonly Webhook[] =>
  parseAt(listSchema, response).data;
/** The secret, which this response alone contains. */
export const parseWebhookSecret = (response: unknown): string =>
  parseAt(secretSchema, response).data.secret;
export const parseDeliveries = (response: unknown): readonly Delivery[] =>
  parseAt(deliveriesSchema, response).data;
