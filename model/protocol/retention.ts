import * as v from 'valibot';
import { parseAt } from '../shared/parse.ts';

/** Numbers of rows that rules of retention would erase today; a rule that was not asked about has 0. */
export interface RetentionPreview {
  readonly tasks: number;
  readonly messages: number;
  readonly activity: number;
}

const previewSchema = v.object({
  data: v.object({ tasks: v.number(), messages: v.number(), activity: v.number() }),
});

/** Parser of the response of `GET organization/retention/preview/`. Throws CairnError `invalid`. */
export function parseRetentionPreview(answer: unknown): RetentionPreview {
  return parseAt(previewSchema, answer).data;
}
