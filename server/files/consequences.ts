import * as v from 'valibot';
import type { Consequence } from '../apply/consequence.ts';
import { taskFiles } from '../../model/entities/task-file.ts';
import { textOf } from '../store/sql.ts';
import { dropContents, dropParts } from './file-sql.ts';
import { requireFewPictures } from './picture-limit.ts';

const addArgs = v.object({ id: v.string(), scope: v.string() });
const deleteArgs = v.object({ id: v.string() });

/** Limits one person's pictures of themselves: each of them reaches everybody in the organisation. */
const fileAdd: Consequence = {
  mutation: 'file-add',
  replacesEffects: false,
  apply: async ({ args, actor, tx }) => {
    const { id, scope } = v.parse(addArgs, args);
    const { orgId, orgUserId: uploadedBy } = actor;
    await requireFewPictures(tx.sql, { orgId, uploadedBy, id, scope });
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

export const FILE_CONSEQUENCES: readonly Consequence[] = [fileAdd, fileDelete];
