import { CairnError, refuse, type Refusal } from '../../model/shared/errors.ts';
import { PART_BYTES } from '../../model/shared/file-limits.ts';
import type { LocalFile, Shot } from '../core/ports/files.ts';
import { type AccountDb, STORE_WRITER } from './database.ts';
import { dropFile, newLocalFile } from './local-files.ts';
import { isFull, notSaved } from './not-saved.ts';
import { placeOfShot, withoutPlace } from './without-place.ts';

/**
 * Photos, recordings and chosen files of forms that are not attached yet: `blobs` of the state `shot`, which no row refers to.
 * They survive a killed tab, are encrypted on a shared computer like every file, and leave the device by the rule of
 * drafts (decision 0088). Attaching one removes it in the transaction that writes the file (attach-file.ts).
 */

/** Most bytes of all shots of an account on this device. */
export const SHOT_BYTES = 100_000_000;

interface KeepInput {
  /** A shot with the same id is replaced in the same transaction. */
  readonly id: string;
  readonly content: File;
  /** Milliseconds by the device's clock. */
  readonly at: number;
  /** Form that the shot is for, e.g. `task:<id>`. */
  readonly place: string;
}

/** Stores a shot, whole or not at all; after a refusal every earlier one is unchanged. */
export async function keepShot(db: AccountDb, input: KeepInput): Promise<Refusal | undefined> {
  const { id, content, at, place } = input;
  try {
    // Before the transaction, which would end during the read.
    const bytes = await content.arrayBuffer();
    return await db.dexie.transaction('rw', [db.meta, db.blobs, db.blobParts], async () => {
      await requireOwnWriter(db);
      await dropFile(db, id);
      const kept = await db.blobs.where('state').equals('shot').toArray();
      if (kept.reduce((sum, { size }) => sum + size, content.size) > SHOT_BYTES) {
        throw new CairnError(tooMany());
      }
      const { name, size } = content;
      const file = newLocalFile({ id, name, size, at });
      const parts = Array.from({ length: file.parts }, (_none, n) => ({
        file: id,
        n,
        bytes: bytes.slice(n * PART_BYTES, (n + 1) * PART_BYTES),
      }));
      await db.blobParts.bulkPut(parts);
      await db.blobs.put({ ...file, state: 'shot', shot: shotOf(content, place) });
      return undefined;
    });
  } catch (error) {
    if (error instanceof CairnError) return refuse(error.code, error.message);
    return isFull(error) ? noRoom() : notSaved(error);
  }
}

/** Shots for a form, oldest first, each with the fields that attach-file.ts reads. */
export async function shotsFor(db: AccountDb, place: string): Promise<readonly File[]> {
  const all = await db.blobs.where('state').equals('shot').sortBy('at');
  return await filesOf(
    db,
    all.filter(({ shot }) => shot?.place === place),
  );
}

/** Shots whose task or group was erased or is not readable any more: no form offers them. */
export async function shotsWithoutPlace(db: AccountDb): Promise<readonly File[]> {
  const all = await db.blobs.where('state').equals('shot').sortBy('at');
  if (all.length === 0) return [];
  const placeOf = ({ shot }: LocalFile) => shot?.place ?? '';
  const gone = await withoutPlace(db, all.map(placeOf), placeOfShot);
  return await filesOf(
    db,
    all.filter((file) => gone.has(placeOf(file))),
  );
}

async function filesOf(db: AccountDb, here: readonly LocalFile[]): Promise<readonly File[]> {
  const files = new Map<string, File>();
  for (const file of here) {
    const content = await fileOf(db, file);
    if (content !== undefined) files.set(file.id, content);
  }
  const originals = new Set<string>();
  for (const { id, shot: { original } = {} } of here) {
    if (original === undefined) continue;
    const photo = files.get(original);
    // The photo behind a drawing may have been attached before the tab was killed.
    if (photo === undefined) continue;
    originals.add(original);
    Object.assign(files.get(id) ?? {}, { original: photo });
  }
  return [...files].flatMap(([id, file]) => (originals.has(id) ? [] : [file]));
}

/** Deletes shots, all or none; ids of anything else are ignored. */
export async function dropShots(db: AccountDb, ids: readonly string[]): Promise<void> {
  await db.dexie.transaction('rw', [db.blobs, db.blobParts], async () => {
    for (const id of ids) {
      if ((await db.blobs.get(id))?.state === 'shot') await dropFile(db, id);
    }
  });
}

/** Id of the shot that a file was kept as; undefined for any other file. */
export function shotIdOf(content: object): string | undefined {
  const id: unknown = Reflect.get(content, 'shot');
  return typeof id === 'string' ? id : undefined;
}

/** True for a file that was kept in this store; one of a store that was replaced since (CLIENT-6.2) is in memory alone. */
export function wasKeptIn(db: AccountDb, content: object): boolean {
  return Reflect.get(content, 'shotStore') === db.dexie.name;
}

function tooMany(): Refusal {
  return refuse(
    'storage_full',
    /*i18n*/ 'Not kept: the files on this device that are not attached yet already take 100 MB. Attach or discard some of them first.',
  );
}

function noRoom(): Refusal {
  return refuse(
    'storage_full',
    /*i18n*/ 'This device has no room for it. What was taken before is safe. Free some space, then try again.',
  );
}

/** CLIENT-7: a store that is being removed, or that a newer build has taken over, gets no shots. */
async function requireOwnWriter(db: AccountDb): Promise<void> {
  const writer = await db.meta.get('writer');
  if (writer?.key !== 'writer' || writer.minWriter <= STORE_WRITER) return;
  throw new CairnError({
    code: 'schema_too_old',
    message: /*i18n*/ 'A newer version of Cairn has taken over this data. Reload to continue.',
  });
}

/** What a photo, recording or drawing of Cairn has besides its bytes (src/ui/camera, src/ui/voice, src/ui/draw). */
function shotOf(content: File, place: string): Shot {
  const text = (field: string) => {
    const value: unknown = Reflect.get(content, field);
    return typeof value === 'string' ? { [field]: value } : {};
  };
  const durationMs: unknown = Reflect.get(content, 'durationMs');
  const original: unknown = Reflect.get(content, 'original');
  const originalId = original instanceof File ? shotIdOf(original) : undefined;
  return {
    place,
    type: content.type,
    fields: {
      ...text('takenAt'),
      ...text('place'),
      ...text('peaks'),
      // The id of the file that it was drawn on; that of a shot is below.
      ...text('original'),
      ...(typeof durationMs === 'number' && { durationMs }),
    },
    ...(originalId !== undefined && { original: originalId }),
  };
}

async function fileOf(db: AccountDb, { id, name, at, parts, shot }: LocalFile) {
  const found = await db.blobParts.where('[file+n]').between([id, 0], [id, Infinity]).toArray();
  if (shot === undefined || found.length !== parts) return undefined;
  const bytes = found.map((part) => part.bytes);
  const file = new File(bytes, name, { type: shot.type, lastModified: at });
  return Object.assign(file, { ...shot.fields, shot: id, shotStore: db.dexie.name });
}
