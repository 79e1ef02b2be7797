import * as v from 'valibot';
import type { Consequence, ConsequenceContext } from '../apply/consequence.ts';
import { type FileRow, files } from '../../model/entities/file.ts';
import { organizations } from '../../model/entities/organization.ts';
import { projects } from '../../model/entities/project.ts';
import { projectOfScope } from '../../model/entities/scopes.ts';
import { taskFiles } from '../../model/entities/task-file.ts';
import { textOf } from '../store/sql.ts';
import { dropContents, dropParts } from './file-sql.ts';
import { gatherFileScope } from '../../model/mutations/context/file-context.ts';
import type { Reader } from '../../model/mutations/define-mutation.ts';
import { fileAdd } from '../../model/mutations/file/file-add.ts';
import { mayAddFile } from '../../model/permissions/file.ts';
import { isPicture } from '../../model/shared/file-kind.ts';
import { requireFewPictures } from './picture-limit.ts';

const addArgs = v.looseObject({
  id: v.string(),
  scope: v.string(),
  drawn_on: v.optional(v.string()),
  place: v.optional(v.string()),
});
const editArgs = v.object({ shot_places: v.optional(v.boolean()) });
const deleteArgs = v.object({ id: v.string() });

/**
 * Limits one person's pictures of themselves: each of them reaches everybody in the organisation. Writes the row
 * without an original that is no image with the same readers, and without a place that the organisation does not allow.
 * Neither is a refusal: the photo is complete without them, and the person may have been offline when they changed.
 * A drawing on an image that has moved to another project since is written there (FILE-1.7).
 */
const fileAddConsequence: Consequence = {
  mutation: 'file-add',
  replacesEffects: false,
  replacesTable: files.table,
  apply: async ({ args, actor, tx }) => {
    const { drawn_on, place, ...rest } = v.parse(addArgs, args);
    const { id } = rest;
    const { orgId, orgUserId: uploadedBy } = actor;
    const key = { orgId };
    const original = drawn_on === undefined ? undefined : await tx.get(files, key, drawn_on);
    const scope = await scopeWith({ tx, actor }, rest.scope, original);
    await requireFewPictures(tx.sql, { orgId, uploadedBy, id, scope });
    const isSame = original !== undefined && original.scope === scope && isPicture(original);
    const isAllowed =
      place !== undefined && (await tx.get(organizations, key, orgId))?.shot_places === true;
    const kept = { ...rest, scope, ...(isSame && { drawn_on }), ...(isAllowed && { place }) };
    for (const effect of fileAdd.prepare(kept).effects({ actor, at: tx.at })) {
      const row = effect.apply(await tx.get(files, key, effect.id));
      if (row !== undefined) await tx.put(files, key, row);
    }
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
 * The scope of a drawing: that of its original when it is in another project that the person may add files to, which
 * the task of both may have moved to meanwhile. The row that will refer to the drawing brings it to its own project
 * otherwise (FILE-1.10).
 */
async function scopeWith(
  { tx, actor }: Pick<ConsequenceContext, 'tx' | 'actor'>,
  scope: string,
  original: FileRow | undefined,
): Promise<string> {
  if (original === undefined || projectOfScope(scope) === undefined) return scope;
  const project = projectOfScope(original.scope);
  if (project === undefined) return scope;
  const place = { orgId: actor.orgId };
  if ((await tx.get(projects, place, project)) === undefined) return scope;
  const read: Reader = { get: async (entity, id) => await tx.get(entity, place, id) };
  const context = await gatherFileScope(read, actor, original.scope);
  return mayAddFile(actor, context, original) === undefined ? original.scope : scope;
}

/** Switching the places of shots off removes those that are stored, in the same write and from every device. */
const placesOff: Consequence = {
  mutation: 'organization-edit',
  replacesEffects: false,
  apply: async ({ args, actor, tx }) => {
    if (v.parse(editArgs, args).shot_places !== false) return undefined;
    const place = { orgId: actor.orgId };
    const sql = await tx.sql();
    const found = await sql.all('select id from files where org_id = ? and place is not null', [
      actor.orgId,
    ]);
    for (const { id } of found.map((row) => ({ id: textOf(row, 'id') }))) {
      const row = await tx.get(files, place, id);
      if (row !== undefined) await tx.put(files, place, { ...row, place: null });
    }
    return undefined;
  },
};

export const FILE_CONSEQUENCES: readonly Consequence[] = [
  fileAddConsequence,
  fileDelete,
  placesOff,
];
