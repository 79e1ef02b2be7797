import { entityOf } from '../../model/entities/registry.ts';
import { files } from '../../model/entities/file.ts';
import { addContents, requireRoom } from './file-sql.ts';
import type { ReceivedFile } from './intake.ts';
import { requireFewPictures } from './picture-limit.ts';
import type { PreparedWrite } from '../apply/run-call.ts';

/** A file of a form: its bytes are in the storage, its row is created with the row that refers to it. */
export interface FormFile {
  readonly id: string;
  readonly name: string;
  readonly received: ReceivedFile;
  /** Bytes that the organisation may store. */
  readonly limit: number;
}

/**
 * Creates the rows of a form's files in the scope of the row that will refer to them, in the same write as the
 * mutation: a rejected mutation leaves none of them. A file that no row would refer to gets no row, and the mutation's
 * rule then rejects the call.
 */
export async function putFormFiles(
  write: PreparedWrite,
  formFiles: readonly FormFile[],
): Promise<void> {
  const { tx, actor } = write;
  const place = { orgId: actor.orgId };
  for (const { id, name, received, limit } of formFiles) {
    const scope = await scopeOf(write, id);
    if (scope === undefined) continue;
    const { mediaType, kind, width, height, size, digest, contents } = received;
    const { orgId, orgUserId: uploadedBy } = actor;
    await requireFewPictures(tx.sql, { orgId, uploadedBy, id, scope });
    const sql = await tx.sql();
    const bytes = contents.reduce((sum, content) => sum + content.size, 0);
    await requireRoom(sql, { orgId: actor.orgId, bytes, limit });
    await addContents(sql, { orgId: actor.orgId, id }, { contents, at: tx.at });
    await tx.put(files, place, {
      id,
      scope,
      v: 0,
      name,
      media_type: mediaType,
      size,
      digest,
      kind,
      width,
      height,
      state: 'stored',
      uploaded_by: actor.orgUserId,
      created_at: new Date(tx.at).toISOString(),
    });
  }
}

/** The scope of the row that will refer to the file after the mutations. */
async function scopeOf(
  { tx, actor, prepared }: PreparedWrite,
  id: string,
): Promise<string | undefined> {
  for (const effect of prepared.flatMap((one) => one.effects({ actor, at: tx.at }))) {
    const entity = entityOf(effect.table);
    if (entity === undefined || entity.files.length === 0) continue;
    const after = effect.apply(await tx.get(entity, { orgId: actor.orgId }, effect.id));
    if (entity.files.some((field) => after?.[field] === id)) return after?.scope;
  }
  return undefined;
}
