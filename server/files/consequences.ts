import * as v from 'valibot';
import type { Consequence, ConsequenceContext } from '../apply/consequence.ts';
import { files } from '../../model/entities/file.ts';
import { taskFiles } from '../../model/entities/task-file.ts';
import { textOf } from '../store/sql.ts';
import { dropContents, dropParts } from './file-sql.ts';
import { isPicture } from '../../model/shared/file-kind.ts';
import { requireFewPictures } from './picture-limit.ts';

const addArgs = v.object({ id: v.string(), scope: v.string() });
const deleteArgs = v.object({ id: v.string() });

/**
 * Limits one person's pictures of themselves: each of them reaches everybody in the organisation. A drawing keeps the
 * name of its original only where both have the same readers.
 */
const fileAdd: Consequence = {
  mutation: 'file-add',
  replacesEffects: false,
  apply: async ({ args, actor, tx }) => {
    const { id, scope } = v.parse(addArgs, args);
    const { orgId, orgUserId: uploadedBy } = actor;
    await requireFewPictures(tx.sql, { orgId, uploadedBy, id, scope });
    await forgetForeignOriginal(tx, orgId, id);
    return undefined;
  },
};

/**
 * Deletes the received bytes with the file, so that they no longer count against the organisation's limit, and the
 * entries of tasks that would show nothing.
 */
const fileDelete: Consequence = {
  mutation: 'file-delete',
  replacesEffects: false,
  apply: async ({ args, actor, tx }) => {
    const { id } = v.parse(deleteArgs, args);
    const key = { orgId: actor.orgId, id };
    const sql = await tx.sql();
    await dropParts(sql, key, tx.at);
    await dropContents(sql, key, tx.at);
    const named = await sql.all('select id from task_files where org_id = ? and file = ?', [
      key.orgId,
      id,
    ]);
    for (const row of named) await tx.remove(taskFiles, key, textOf(row, 'id'));
    return undefined;
  },
};

/**
 * Not a refusal: the original may have been removed while the person drew offline, and the drawing is complete without
 * it.
 */
async function forgetForeignOriginal(
  tx: ConsequenceContext['tx'],
  orgId: string,
  id: string,
): Promise<void> {
  const place = { orgId };
  const row = await tx.get(files, place, id);
  if (row === undefined || row.drawn_on === null) return;
  const original = await tx.get(files, place, row.drawn_on);
  if (original?.scope === row.scope && isPicture(original)) return;
  await tx.put(files, place, { ...row, drawn_on: null });
}

export const FILE_CONSEQUENCES: readonly Consequence[] = [fileAdd, fileDelete];
