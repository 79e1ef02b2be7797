import type * as v from 'valibot';
import { files, type FileRow } from '../../model/entities/file.ts';
import { ENTITIES } from '../../model/entities/registry.ts';
import { ORGANIZATION_SCOPE, orgStream } from '../../model/entities/scopes.ts';
import type { Reader } from '../../model/mutations/define-mutation.ts';
import { gatherFileScope } from '../../model/mutations/context/file-context.ts';
import type { Actor } from '../../model/permissions/actor.ts';
import { mayAddFile } from '../../model/permissions/file.ts';
import type { uploadStateSchema } from '../../model/protocol/upload.ts';
import { CairnError } from '../../model/shared/errors.ts';
import { isImageFile } from '../../model/shared/file-kind.ts';
import { PART_BYTES, partsOf } from '../../model/shared/file-limits.ts';
import { loadActor } from '../writer/actor.ts';
import type { Writer, WriteTx } from '../writer/writer-types.ts';
import type { Database } from '../store/database.ts';
import { decodeRow } from '../store/rows.ts';
import { quoted, type Sql } from '../store/sql.ts';
import {
  addContents,
  addPart,
  dropParts,
  type FileKey,
  readParts,
  requireRoom,
} from './file-sql.ts';
import {
  discard,
  type IntakeDeps,
  isSurelyUndone,
  once,
  receive,
  type ReceivedFile,
  tooLarge,
} from './intake.ts';
import type { FileLimits } from '../shared/storage-limits.ts';
import { newObjectName } from './storage.ts';
import { maySeeScope } from '../sync/readable-scopes.ts';

export interface UploadDeps extends IntakeDeps {
  readonly database: Database;
  readonly writer: Writer;
  readonly clock: { readonly now: () => number };
  readonly limits: FileLimits;
}

/** Progress of an upload (FILE-2). */
export type UploadState = v.InferOutput<typeof uploadStateSchema>;

/** The received parts. Rejects with `not_found` for everybody but the person who adds the file. */
export async function uploadState(
  deps: UploadDeps,
  actor: Actor,
  id: string,
): Promise<UploadState> {
  return deps.database.snapshot(async (sql) => {
    const [found] = await sql.all('select * from files where org_id = ? and id = ?', [
      actor.orgId,
      id,
    ]);
    const row = found && files.parse(decodeRow(files, found));
    const own = row !== undefined && row.uploaded_by === actor.orgUserId;
    const place = { stream: orgStream(actor.orgId), scope: row?.scope ?? '' };
    if (!own || !(await maySeeScope(sql, actor, place))) throw missing();
    const parts = await readParts(sql, { orgId: actor.orgId, id });
    return {
      state: row.state,
      part_size: PART_BYTES,
      count: partsOf(row.size),
      parts: row.state === 'stored' ? [] : parts.map(({ n }) => n),
    };
  });
}

interface PutPart {
  readonly actor: Actor;
  readonly id: string;
  readonly n: number;
  readonly bytes: Uint8Array;
}

/** Stores one part. Repeating a part succeeds; the first bytes stay (the digest decides in the end). */
export async function putPart(deps: UploadDeps, input: PutPart): Promise<UploadState> {
  const { actor, id, n, bytes } = input;
  const { storage, writer, clock, limits } = deps;
  const before = await uploadState(deps, actor, id);
  if (before.state === 'stored' || before.parts.includes(n)) return before;
  const row = await rowOf(deps, actor, id);
  requireFitting(row, n, bytes);
  if (row.size > limits.fileBytes) throw tooLarge(limits.fileBytes);
  const name = newObjectName(deps.random);
  await storage.write(name, once(bytes));
  const key = { orgId: actor.orgId, id };
  try {
    const isNew = await writer.write([orgStream(actor.orgId)], async (tx) => {
      const { state } = await requireUpload(tx, actor, { id, now: clock.now() });
      if (state === 'stored') return false;
      const sql = await tx.sql();
      await requireRoom(sql, {
        orgId: actor.orgId,
        bytes: bytes.length,
        limit: limits.organizationBytes,
      });
      return addPart(sql, key, { part: { n, name, size: bytes.length }, at: clock.now() });
    });
    if (!isNew) {
      await discard(storage, [name]);
      return await uploadState(deps, actor, id);
    }
  } catch (error) {
    if (isSurelyUndone(error)) await discard(storage, [name]);
    throw error;
  }
  return { ...before, parts: [...before.parts, n].toSorted((left, right) => left - right) };
}

/**
 * Joins the parts, compares the digest and sets the row to stored, which its readers receive as a change. Bytes are
 * read and images decoded before the writer's transaction, never inside. A damaged upload loses its parts, so that the
 * device sends them again.
 */
export async function completeUpload(deps: UploadDeps, actor: Actor, id: string): Promise<FileRow> {
  const { state, parts, count } = await uploadState(deps, actor, id);
  const row = await rowOf(deps, actor, id);
  if (state === 'stored') return row;
  if (parts.length < count) {
    const missingParts = Array.from({ length: count }, (_, n) => n).filter(
      (n) => !parts.includes(n),
    );
    throw new CairnError({
      code: 'conflict',
      message: /*i18n*/ 'Parts of the file are missing',
      details: { missing: missingParts.slice(0, 100) },
    });
  }
  const received = await assemble(deps, row, actor.orgId);
  const names = received.contents.map(({ name }) => name);
  try {
    const { stored, isUsed } = await deps.writer.write([orgStream(actor.orgId)], (tx) =>
      turnStored(deps, tx, { actor, id, received }),
    );
    if (!isUsed) await discard(deps.storage, names);
    return stored;
  } catch (error) {
    if (isSurelyUndone(error)) await discard(deps.storage, names);
    if (error instanceof NotAnImage) await dropReceivedParts(deps, { orgId: actor.orgId, id });
    throw error;
  }
}

async function assemble(deps: UploadDeps, row: FileRow, orgId: string): Promise<ReceivedFile> {
  const { storage, database, limits } = deps;
  const key = { orgId, id: row.id };
  const parts = await database.snapshot((sql) => readParts(sql, key));
  async function* bytes(): AsyncGenerator<Uint8Array> {
    for (const { name } of parts) yield* await storage.read(name);
  }
  try {
    return await receive(deps, {
      bytes: bytes(),
      name: row.name,
      orgId,
      limit: limits.fileBytes,
      digest: row.digest,
    });
  } catch (error) {
    // A full disk and a scanner that gives no verdict say nothing about the bytes.
    if (error instanceof CairnError && error.retry === 'never') await dropReceivedParts(deps, key);
    throw error;
  }
}

/** Deletes the parts of rejected bytes: the device sends them again, or removes the file. */
function dropReceivedParts({ writer, clock }: UploadDeps, key: FileKey): Promise<void> {
  return writer.session([], ({ sql }) => dropParts(sql, key, clock.now()));
}

class NotAnImage extends CairnError {
  constructor() {
    super({ code: 'invalid', message: /*i18n*/ 'This file is not an image' });
  }
}

/**
 * Requires an image where the file is somebody's or something's picture, by its bytes and not by the device's claim.
 */
async function requireImageWhereShown(
  sql: Sql,
  { id, scope }: FileRow,
  found: Pick<FileRow, 'kind' | 'media_type'> & { readonly orgId: string },
): Promise<void> {
  if (isImageFile(found)) return;
  if (scope === ORGANIZATION_SCOPE) throw new NotAnImage();
  for (const { table, images } of ENTITIES) {
    for (const field of images) {
      const [shown] = await sql.all(
        `select id from ${quoted(table)} where org_id = ? and ${quoted(field)} = ? limit 1`,
        [found.orgId, id],
      );
      if (shown !== undefined) throw new NotAnImage();
    }
  }
}

interface Turn {
  readonly actor: Actor;
  readonly id: string;
  readonly received: ReceivedFile;
}

async function turnStored(
  { clock }: UploadDeps,
  tx: WriteTx,
  { actor, id, received }: Turn,
): Promise<{ readonly stored: FileRow; readonly isUsed: boolean }> {
  const place = { orgId: actor.orgId };
  const key = { orgId: actor.orgId, id };
  tx.setAuthor({ orgUserId: actor.orgUserId });
  const row = await requireUpload(tx, actor, { id, now: clock.now() });
  const sql = await tx.sql();
  // Another call has stored the same bytes first; its contents stay.
  if (row.state === 'stored') return { stored: row, isUsed: false };
  const { mediaType, kind, width, height, size, contents } = received;
  await requireImageWhereShown(sql, row, { orgId: actor.orgId, media_type: mediaType, kind });
  await dropParts(sql, key, clock.now());
  await addContents(sql, key, { contents, at: clock.now() });
  const stored = {
    ...row,
    media_type: mediaType,
    kind,
    width,
    height,
    size,
    state: 'stored' as const,
  };
  await tx.put(files, place, stored);
  return { stored, isUsed: true };
}

/**
 * The row of an upload for the person who adds the file, by their rights behind the lock of the stream: they may have
 * lost them since the first bytes arrived.
 */
async function requireUpload(
  tx: WriteTx,
  caller: Actor,
  { id, now }: { readonly id: string; readonly now: number },
): Promise<FileRow> {
  const place = { orgId: caller.orgId };
  const sql = await tx.sql();
  const actor = await loadActor(sql, caller, now);
  const row = await tx.get(files, place, id);
  if (actor === undefined || row?.uploaded_by !== actor.orgUserId) throw missing();
  const seen = { stream: orgStream(actor.orgId), scope: row.scope };
  if (!(await maySeeScope(sql, actor, seen))) throw missing();
  const reader: Reader = { get: (entity, of) => tx.get(entity, place, of) };
  const refusal = mayAddFile(actor, await gatherFileScope(reader, actor, row.scope), row);
  if (refusal !== undefined) throw new CairnError(refusal);
  return row;
}

async function rowOf({ database }: UploadDeps, actor: Actor, id: string): Promise<FileRow> {
  const [row] = await database.snapshot((sql) =>
    sql.all('select * from files where org_id = ? and id = ?', [actor.orgId, id]),
  );
  if (row === undefined) throw missing();
  return files.parse(decodeRow(files, row));
}

function requireFitting({ size }: FileRow, n: number, bytes: Uint8Array): void {
  const count = partsOf(size);
  const wanted = n === count - 1 ? size - n * PART_BYTES : PART_BYTES;
  if (n < count && bytes.length === wanted) return;
  throw new CairnError({ code: 'invalid', message: 'This is no part of the file' });
}

export function missing(): CairnError {
  return new CairnError({
    code: 'not_found',
    message: /*i18n*/ 'This file does not exist, or you have no access to it',
  });
}
