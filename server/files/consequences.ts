import * as v from 'valibot';
import type { Consequence } from '../apply/consequence.ts';
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

/** Deletes the received bytes with the file, so that they no longer count against the organisation's limit. */
const fileDelete: Consequence = {
  mutation: 'file-delete',
  replacesEffects: false,
  apply: async ({ args, actor, tx }) => {
    const { id } = v.parse(deleteArgs, args);
    const key = { orgId: actor.orgId, id };
    const sql = await tx.sql();
    await dropParts(sql, key, tx.at);
    await dropContents(sql, key, tx.at);
    return undefined;
  },
};

export const FILE_CONSEQUENCES: readonly Consequence[] = [fileAdd, fileDelete];
