import type { Entity, RawRow } from '../../model/entities/define-entity.ts';
import { files } from '../../model/entities/file.ts';
import { isBroughtAlong } from '../../model/mutations/context/file-context.ts';
import type { Actor } from '../../model/permissions/actor.ts';
import { CairnError, refuse } from '../../model/shared/errors.ts';
import type { RowPlace, WriteTx } from '../writer/writer-types.ts';
import { isUnattached, moveFile } from './file-references.ts';

/**
 * FILE-1.10: the transaction of a mutation, in which a file follows into the project of the row that begins to refer to
 * it. The mutation's rule has allowed the row and the reference (`rejectForeignFile`); whether another row refers to
 * the file is known here only. All effects and consequences put their rows through this transaction, so that no
 * mutation has to know of it.
 */
export function bringingFiles(tx: WriteTx, actor: Actor): WriteTx {
  return {
    ...tx,
    put: async (entity, place, row) => {
      for (const id of await newFiles(tx, entity, { place, row })) {
        await bringFile(tx, actor, { id, scope: row.scope });
      }
      await tx.put(entity, place, row);
    },
  };
}

/** Files that the row names and did not name before. A row that moves takes its files along by itself (task-move.ts). */
async function newFiles(
  tx: WriteTx,
  entity: Entity,
  { place, row }: { readonly place: RowPlace; readonly row: RawRow },
): Promise<readonly string[]> {
  const after = namedBy(entity, row);
  if (after.length === 0) return [];
  const before = namedBy(entity, await tx.get(entity, place, row.id));
  return after.filter((id) => !before.includes(id));
}

function namedBy(entity: Entity, row: RawRow | undefined): readonly string[] {
  const named = [
    ...entity.files.map((field) => row?.[field]),
    ...entity.fileLists.flatMap((field) => row?.[field]),
  ];
  return named.filter((id) => typeof id === 'string');
}

async function bringFile(
  tx: WriteTx,
  actor: Actor,
  { id, scope }: { readonly id: string; readonly scope: string },
): Promise<void> {
  const { orgId } = actor;
  const file = await tx.get(files, { orgId }, id);
  if (file === undefined || !isBroughtAlong(file, { actor, scope })) return;
  if (!(await isUnattached(tx, { orgId, id }))) {
    throw new CairnError(
      refuse('conflict', /*i18n*/ 'This file is already attached in another project'),
    );
  }
  const isOwn = (original: typeof file) => original.uploaded_by === actor.orgUserId;
  await moveFile({ tx, orgId, scope }, id, isOwn);
}
