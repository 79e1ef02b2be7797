import * as v from 'valibot';
import { type Comment, comments } from '../../../model/entities/comment.ts';
import { orgStream } from '../../../model/entities/scopes.ts';
import { textOf } from '../../store/sql.ts';
import type { Consequence, ConsequenceContext } from '../consequence.ts';

const argsSchema = v.object({ id: v.string(), undo: v.optional(v.boolean()) });
const lostSchema = v.partial(v.object({ comment: v.string(), attachment: v.nullable(v.string()) }));

/**
 * An undo restores the text of the last deletion. The deleting device may not have received an edit of another one,
 * and its undo contains the text that it knew, which would overwrite the edit. The activity log has the newer text for
 * `UNDO_MS`; a later undo restores the device's text (decision 0039).
 */
export const commentRestoreConsequence: Consequence = {
  mutation: 'comment-restore',
  replacesEffects: false,
  before: async (context) => {
    const { id, undo } = v.parse(argsSchema, context.args);
    const row = await context.tx.get(comments, { orgId: context.actor.orgId }, id);
    return undo === true && row?.deleted === true ? lastLost(context, id) : undefined;
  },
  apply: async ({ args, actor, tx }, lost) => {
    if (lost === undefined) return undefined;
    const place = { orgId: actor.orgId };
    const row = await tx.get(comments, place, v.parse(argsSchema, args).id);
    if (row !== undefined) await tx.put(comments, place, { ...row, ...v.parse(lostSchema, lost) });
    return undefined;
  },
};

/** Fields that the newest deletion of the comment has overwritten, with their values before it. */
async function lastLost(
  { actor, tx }: ConsequenceContext,
  id: string,
): Promise<Partial<Pick<Comment, 'comment' | 'attachment'>>> {
  const sql = await tx.sql();
  const ofRow = "org_id = ? and stream = ? and tbl = 'comments' and row_id = ?";
  const key = [actor.orgId, orgStream(actor.orgId), id];
  const rows = await sql.all(
    `select field, old from activity where ${ofRow} and field in ('comment', 'attachment') and old is not null and v = (
       select max(v) from activity where ${ofRow} and field = 'deleted' and new = 'true')`,
    [...key, ...key],
  );
  return Object.fromEntries(
    rows.map((row) => [textOf(row, 'field'), JSON.parse(textOf(row, 'old'))]),
  );
}
