import { files } from '../../model/entities/file.ts';
import { refuse } from '../../model/shared/errors.ts';
import type { FileStore, LocalFile } from '../core/ports/files.ts';
import { rowKey } from '../core/row-key.ts';
import { type AccountDb, rows } from './database.ts';
import {
  dropFile,
  hasPendingRow,
  hasRejectedRow,
  isCreatedHere,
  isOrphaned,
  uploadAgain,
} from './local-files.ts';
import { isReferredIn, referredIds } from './referred-files.ts';
import { followQuery } from './reactive/live-query.ts';

const HOUR_MS = 60 * 60_000;
/** Bytes of space for cached files that the server has; the newest stay. */
const BUDGET = 200_000_000;

/** Store of the upload queue on Dexie. `orgUserId` is the owner of this device. */
export function dexieFiles(db: AccountDb, orgUserId: string): FileStore {
  const change = (id: string, next: (file: LocalFile) => LocalFile) =>
    db.dexie.transaction('rw', db.blobs, async () => {
      const file = await db.blobs.get(id);
      if (file !== undefined) await db.blobs.put(next(file));
    });
  return {
    ready: () => readyFiles(db),
    waiting: () => countWaiting(db),
    mayChange: async () =>
      (await db.blobs.where('state').anyOf('kept', 'waiting').count()) > 0 ||
      (await orphanedFiles(db)).length > 0,
    part: async (id, n) => {
      const part = await db.blobParts.get([id, n]);
      return part && new Uint8Array(part.bytes);
    },
    sent: (id, sent) => change(id, (file) => ({ ...file, sent })),
    stored: (id) => change(id, ({ reason: _reason, ...file }) => ({ ...file, state: 'kept' })),
    refused: (id, reason) => change(id, (file) => ({ ...file, state: 'refused', reason })),
    tidy: async (now) => {
      await dropIncompleteCopies(db, now);
      await resumeUploads(db, orgUserId);
      await resumeReturned(db);
      await dropUnseenFiles(db);
      await rejectOrphanedFiles(db);
      await freeRoom(db);
    },
  };
}

/** Without files whose row was rejected: those wait for the person. */
async function countWaiting(db: AccountDb): Promise<number> {
  const waiting = await db.blobs.where('state').equals('waiting').primaryKeys();
  const rejected = await Promise.all(waiting.map((id) => hasRejectedRow(db, id)));
  return rejected.filter((isRejected) => !isRejected).length;
}

async function readyFiles(db: AccountDb): Promise<readonly LocalFile[]> {
  const waiting = await db.blobs.where('state').equals('waiting').sortBy('at');
  const ready: LocalFile[] = [];
  for (const file of waiting) {
    const isKnown = (await rows(db, files).get(file.id)) !== undefined;
    if (isKnown && !(await hasPendingRow(db, file.id))) ready.push(file);
  }
  return ready;
}

/** Deletes unreferenced copies of a tab that was killed while it copied a file. */
async function dropIncompleteCopies(db: AccountDb, now: number): Promise<void> {
  const copies = await db.blobs.where('state').equals('copying').toArray();
  for (const { id, at } of copies) if (at < now - HOUR_MS) await dropFile(db, id);
}

/** A server restored from a backup may have lost rows or bytes that this device still has (EPOCH-1). */
async function resumeUploads(db: AccountDb, orgUserId: string): Promise<void> {
  const kept = await db.blobs.where('state').equals('kept').primaryKeys();
  for (const id of kept) {
    const row = await rows(db, files).get(id);
    const isLost = row?.state === 'uploading' && row.uploaded_by === orgUserId;
    if (isLost || (await isCreatedHere(db, id))) await uploadAgain(db, id);
  }
}

async function orphanedFiles(db: AccountDb): Promise<readonly LocalFile[]> {
  return (await db.blobs.where('state').equals('refused').toArray()).filter(isOrphaned);
}

/** The right to read a file, or its parent, may have come back with its row: it is sent then (FILE-2.13). */
async function resumeReturned(db: AccountDb): Promise<void> {
  for (const { id } of await orphanedFiles(db)) {
    if ((await rows(db, files).get(id)) !== undefined) await uploadAgain(db, id);
  }
}

/**
 * Rejects files whose row is gone for good (its parent was deleted, or is not readable any more). Nothing is decided
 * while anything is still to be downloaded (CLIENT-6), or a mutation that refers to the file is still to be sent.
 */
async function rejectOrphanedFiles(db: AccountDb): Promise<void> {
  if (!(await isDownloaded(db))) return;
  const incomplete = await scopesWithoutFiles(db);
  const waiting = await db.blobs.where('state').equals('waiting').toArray();
  for (const { id, added } of waiting) {
    // Without its scope, as in an older build, the row may be in any of these.
    if (added === undefined ? incomplete.size > 0 : incomplete.has(added.scope)) continue;
    if (!(await isGone(db, id)) || (await referredIds(db)).pending.has(id)) continue;
    const reason = refuse(
      'parent_gone',
      /*i18n*/ 'What this file was attached to no longer exists, or you no longer have access to it',
    );
    await db.blobs.update(id, { state: 'refused', reason });
  }
}

/**
 * FILE-3: deletes cached bytes whose row is gone: the file was deleted, or this person may not read it any more
 * (PULL-5). The bytes wait again when a mutation refers to the file: this device has the only copy by now.
 */
export async function dropUnseenFiles(db: AccountDb): Promise<void> {
  if (!(await isDownloaded(db))) return;
  const kept = await db.blobs.where('state').equals('kept').primaryKeys();
  for (const id of kept) if (await isGone(db, id)) await dropUnlessReferred(db, id);
}

async function dropUnlessReferred(db: AccountDb, id: string): Promise<void> {
  if (isReferredIn(await referredIds(db))(id)) await uploadAgain(db, id);
  else await dropFile(db, id);
}

/** Calls back immediately and whenever rows of files are added or removed; returns the unsubscribe function. */
export function followFileRows(db: AccountDb, changed: () => void): () => void {
  return followQuery(() => rows(db, files).count(), changed);
}

/** True when the account is completely downloaded, so that a missing row does not exist (CLIENT-6). */
export async function isDownloaded(db: AccountDb): Promise<boolean> {
  const streams = await db.streams.toArray();
  return streams.length > 0 && streams.every(({ download }) => download === undefined);
}

/**
 * Scopes whose rows of files may be missing here although the server has them: outlines, unless only details of cold
 * tasks are left out (OUT-7.1), and scopes that are being filled.
 */
export async function scopesWithoutFiles(db: AccountDb): Promise<ReadonlySet<string>> {
  const streams = await db.streams.toArray();
  return new Set(
    streams.flatMap(({ outlined = [], hot = {}, scopes }) => [
      ...outlined.filter((scope) => !(scope in hot)),
      ...Object.keys(scopes).filter((scope) => scopes[scope]?.kind === 'filling'),
    ]),
  );
}

/** True when the file has no row, and no pending or rejected mutation would create it. */
async function isGone(db: AccountDb, id: string): Promise<boolean> {
  const key = rowKey('files', id);
  const [row, pending, rejected] = await Promise.all([
    rows(db, files).get(id),
    db.outbox.where('keys').equals(key).count(),
    db.rejected.where('keys').equals(key).count(),
  ]);
  return row === undefined && pending === 0 && rejected === 0;
}

/** FILE-3: only bytes that the server has, and that no mutation refers to, are deleted. */
async function freeRoom(db: AccountDb): Promise<void> {
  const kept = await db.blobs.where('state').equals('kept').sortBy('at');
  if (kept.reduce((sum, { size }) => sum + size, 0) <= BUDGET) return;
  const isReferred = isReferredIn(await referredIds(db));
  let room = BUDGET;
  for (const { id, size } of kept.toReversed()) {
    room -= size;
    if (room < 0 && !isReferred(id)) await dropFile(db, id);
  }
}
