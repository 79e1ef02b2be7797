import * as v from 'valibot';
import { ASKS, type Task } from '../../entities/task.ts';
import { type Refusal, refuse } from '../../shared/errors.ts';
import { distinctIdsSchema } from '../../shared/ids.ts';
import { nameSchema, reasonSchema } from '../../shared/text.ts';

/** What a task asks for. */
export const asksSchema = v.pipe(v.array(v.picklist(ASKS)), v.maxLength(ASKS.length));

/**
 * What an assignee adds to "done" (SIGN-3). Every part is optional; `rejectMissing` requires those the task asks for,
 * and the server checks the photos.
 */
export const answerSchema = v.strictObject({
  remark: v.optional(reasonSchema),
  photos: v.optional(distinctIdsSchema(10)),
  /** SVG path data of moves and lines alone, in whole units of a box of 400 by 150; at most 8,000 characters. */
  signature: v.optional(
    v.pipe(v.string(), v.regex(/^(?=.{5,8000}$)(M\d{1,3} \d{1,3}(L\d{1,3} \d{1,3})*)+$/)),
  ),
  signed_as: v.optional(nameSchema),
});
export type Answer = v.InferOutput<typeof answerSchema>;

/** Fields of the step besides its remark. */
export function answerFields({ photos = [], signature, signed_as }: Answer = {}) {
  return { photos, signature: signature ?? null, signed_as: signed_as ?? null };
}

/** Refuses a tick without what the task asks for; undefined: the caller does not know what a task can ask for. */
export function rejectMissing(asks: Task['asks'], answer: Answer | undefined): Refusal | undefined {
  if (answer === undefined) return undefined;
  const { remark, photos, signature, signed_as } = answer;
  const has = { remark, photo: photos?.[0], signature: signature ?? signed_as };
  return asks.every((ask) => has[ask])
    ? undefined
    : refuse('invalid', /*i18n*/ 'This task asks for more before it is done');
}
