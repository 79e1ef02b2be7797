import * as v from 'valibot';
import { parseAt } from '../shared/parse.ts';

const digestSchema = v.looseObject({
  digest: v.picklist(['off', 'daily', 'weekly']),
  /** A mail also on other days, when something is due. */
  reminders: v.boolean(),
  /** Name of the IANA database. */
  time_zone: v.string(),
});
/** Mails about their work that a person has switched on in an organisation. */
export type MailDigest = v.InferOutput<typeof digestSchema>;

const answerSchema = v.looseObject({ data: digestSchema });

/** Parser of a whole response; throws CairnError `invalid`. */
export const parseMailDigest = (response: unknown): MailDigest =>
  parseAt(answerSchema, response).data;
