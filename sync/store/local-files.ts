import Dexie from 'dexie';
import { type FileRow, files } from '../../model/entities/file.ts';
import { orgUsers } from '../../model/entities/org-user.ts';
import { partsOf } from '../../model/shared/file-limits.ts';
import type { LocalFile } from '../core/ports/files.ts';
import { rowKey } from '../core/row-key.ts';
import { type AccountDb, rows } from './database.ts';
import { outboxOf } from './outbox-rows.ts';
import { rejectedIds } from './referred-files.ts';

/** Files on this device (FILE-1): `blobs` lists them, `blobParts` contains the bytes. */

/** File as a screen shows it: its row, and its local state. */
export interface FileContext {
  readonly row: FileRow;
  /** Undefined: the bytes are not on this device. */
  readonly local: LocalFile | undefined;
  /** Name of the person whose device has it. */
  readonly from: string;
}

/** Null when this device has no row of the file. */
export async function findFile(db: AccountDb, id: string): Promise<FileContext | null> {
  const row = await rows(db, files).get(id);
  if (row === undefined) return null;
  const local = await db.blobs.get(id);
  const person = await rows(db, orgUsers).get(row.uploaded_by);
  const here = local?.state === 'copying' ? undefined : local;
  return { row, local: here, from: person?.display_name ?? '' };
}

/** Bytes of a file; undefined unless all of them are on this device. */
export async function localBytes(db: AccountDb, id: string): Promise<Blob | undefined> {
  const file = await db.blobs.get(id);
  if (file === undefined) return undefined;
  const parts = await db.blobParts.where('[file+n]').between([id, 0], [id, Infinity]).toArray();
  if (parts.length !== file.parts) return undefined;
  const row = await rows(db, files).get(id);
  const type = row?.media_type ?? 'application/octet-stream';
  return new Blob(
    parts.map(({ bytes }) => bytes),
    { type },
  );
}

/**
 * Files that the server does not have yet and those it refused, in the order in which they were picked. A file whose
 * row is pending in the outbox, or was rejected, is counted and listed there; so is one without a row that a rejected
 * mutation refers to.
 */
export async function unsentFiles(db: AccountDb): Promise<readonly LocalFile[]> {
  const found = await db.blobs.where('state').anyOf('waiting', 'refused').sortBy('at');
  const rejected = found.some(isOrphaned) ? await rejectedIds(db) : undefined;
  const unsent: LocalFile[] = [];
  for (const file of found) {
    const isListed = isOrphaned(file)
      ? rejected?.has(file.id) === true
      : file.state === 'waiting' &&
        ((await hasPendingRow(db, file.id)) || (await hasRejectedRow(db, file.id)));
    if (!isListed) unsent.push(file);
  }
  return unsent;
}

/** True for a file that was refused because it has no row any more: only its row's return can send it. */
export function isOrphaned({ state, reason }: Pick<LocalFile, 'state' | 'reason'>): boolean {
  return state === 'refused' && reason?.code === 'parent_gone';
}

/** Puts a refused file into the upload queue again. */
export async function retryFile(db: AccountDb, id: string): Promise<void> {
  if ((await db.blobs.get(id))?.state === 'refused') await uploadAgain(db, id);
}

/** Deletes the bytes of a file and its local state. */
export async function dropFile(db: AccountDb, id: string): Promise<void> {
  await db.dexie.transaction('rw', db.blobs, db.blobParts, async () => {
    await dropParts(db, id);
    await db.blobs.delete(id);
  });
}

export async function dropParts(db: AccountDb, id: string): Promise<void> {
  await db.blobParts.where('[file+n]').between([id, Dexie.minKey], [id, Dexie.maxKey]).delete();
}

/** Local state of a file whose bytes are being copied. */
export function newLocalFile(input: Pick<LocalFile, 'id' | 'name' | 'size' | 'at'>): LocalFile {
  return { ...input, digest: '', parts: partsOf(input.size), state: 'copying', sent: 0 };
}

/** True while the file's own row has a pending mutation: the server may not have the row yet. */
export async function hasPendingRow(db: AccountDb, id: string): Promise<boolean> {
  const pending = await outboxOf(db, [rowKey('files', id)]);
  return pending.some(({ state }) => state !== 'acked');
}

/** True when the server has rejected the row: its bytes wait for the person's decision about it. */
export async function hasRejectedRow(db: AccountDb, id: string): Promise<boolean> {
  return (await db.rejected.where('keys').equals(rowKey('files', id)).count()) > 0;
}

/**
 * True when the person's own mutation, pending or rejected, creates the row of the file: the server does not have it, or
 * has lost it (EPOCH-1).
 */
export async function isCreatedHere(db: AccountDb, id: string): Promise<boolean> {
  const key = rowKey('files', id);
  const [pending, rejected] = await Promise.all([
    outboxOf(db, [key]),
    db.rejected.where('keys').equals(key).toArray(),
  ]);
  return [
    ...pending.filter(({ state }) => state !== 'acked'),
    ...rejected.map(({ item }) => item),
  ].some(({ creates }) => creates.includes(key));
}

/** The bytes of a file that the server refused, has, or had before it lost them, are to be uploaded again. */
export async function uploadAgain(db: AccountDb, id: string): Promise<void> {
  await db.dexie.transaction('rw', db.blobs, async () => {
    const file = await db.blobs.get(id);
    if (file === undefined) return;
    const { reason: _reason, ...rest } = file;
    await db.blobs.put({ ...rest, state: 'waiting', sent: 0 });
  });
}
