import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { fileAdd } from '../../model/mutations/file/file-add.ts';
import type { Actor } from '../../model/permissions/actor.ts';
import type { Prepared } from '../../model/mutations/define-mutation.ts';
import { isInstant } from '../../model/shared/dates.ts';
import { refuse, type Refusal } from '../../model/shared/errors.ts';
import { guessType } from '../../model/shared/file-kind.ts';
import { PART_BYTES } from '../../model/shared/file-limits.ts';
import { readPlace } from '../../model/shared/place.ts';
import type { Store } from '../core/ports/store.ts';
import type { AccountDb } from './database.ts';
import type { LocalFile } from '../core/ports/files.ts';
import { dropFile, newLocalFile } from './local-files.ts';
import { writeAllLocally } from './local-write.ts';
import { isFull } from './not-saved.ts';
import { dropShots, shotIdOf, wasKeptIn } from './shots.ts';

/** As much of a `Blob` as is read; a photo of Cairn's camera and a voice note have further fields. */
export interface AttachedContent extends Pick<Blob, 'size' | 'type'> {
  readonly slice: (start: number, end: number) => Pick<Blob, 'arrayBuffer'>;
}

/** A file that is to be stored on this device with a row of its own. */
export interface NewFile {
  readonly id: string;
  readonly content: AttachedContent;
  readonly name: string;
  /** Scope of the row that the file is attached to. */
  readonly scope: string;
  /** Id of the image that this one shows with a drawing. */
  readonly drawnOn?: string | undefined;
}

export interface AttachInput {
  readonly db: AccountDb;
  readonly store: Store;
  readonly actor: Actor;
  /** Milliseconds by the device's clock. */
  readonly at: number;
  /** In the order in which their rows are sent: an original before its drawing. */
  readonly files: readonly NewFile[];
  /** Mutations that refer to the files. */
  readonly references?: readonly Prepared[];
}

/**
 * FILE-1: copies the bytes of each file part by part with their digest, then, in one transaction, writes `file-add` of
 * each and the mutations that refer to them, and removes the marks of incomplete copies and the shots. After a kill
 * before that, the copies have no reference and are swept later. After a refusal nothing is stored.
 */
export async function attachFiles(input: AttachInput): Promise<Refusal | undefined> {
  try {
    await copyAndAdd(input);
    return undefined;
  } catch (error) {
    // The copied parts have no reference and only take space.
    for (const { id } of input.files) await dropFile(input.db, id).catch(() => undefined);
    if (error instanceof RefusedWrite) return error.refusal;
    if (!isFull(error)) throw error;
    return refuse(
      'storage_full',
      /*i18n*/ 'This device has no room for the file. Your text is safe. Free some space, or attach a smaller file.',
    );
  }
}

async function copyAndAdd(input: AttachInput): Promise<void> {
  const { db, store, actor, at, files, references = [] } = input;
  const copies: Copy[] = [];
  for (const file of files) copies.push(await copyOf(db, file, at));
  const mutations = [...copies.map(({ add }) => add), ...references];
  // Dexie runs a nested transaction inside one over more tables: all or nothing (CLIENT-2).
  await db.dexie.transaction('rw', db.dexie.tables, async () => {
    for (const { local } of copies) await requireParts(db, local);
    await requireShots(db, files);
    const refusals = await writeAllLocally(store, mutations, { actor, at });
    const refusal = refusals.find((one) => one !== undefined);
    // Thrown, so that the transaction reverts what was written.
    if (refusal !== undefined) throw new RefusedWrite(refusal);
    await db.blobs.bulkPut(copies.map(({ local }) => ({ ...local, state: 'waiting' as const })));
    // In the same transaction: a killed tab leaves the shots or the reference, never both and never neither.
    await dropShots(
      db,
      files.flatMap(({ content }) => shotIdOf(content) ?? []),
    );
  });
}

/** Copied bytes and the mutation that writes their row. */
interface Copy {
  readonly local: LocalFile;
  readonly add: Prepared;
}

async function copyOf(db: AccountDb, file: NewFile, at: number): Promise<Copy> {
  const { id, content, scope, drawnOn } = file;
  const name = shortName(file.name);
  const { size } = content;
  if (size === 0) throw new RefusedWrite(refuse('invalid', /*i18n*/ 'This file is empty'));
  const copy = newLocalFile({ id, name, size, at });
  await db.blobs.put(copy);
  const hash = sha256.create();
  for (let n = 0; n < copy.parts; n += 1) {
    const bytes = await content.slice(n * PART_BYTES, (n + 1) * PART_BYTES).arrayBuffer();
    hash.update(new Uint8Array(bytes));
    await db.blobParts.put({ file: id, n, bytes });
  }
  const digest = bytesToHex(hash.digest());
  const added = {
    id,
    scope,
    name,
    media_type: typeOf(name, content.type),
    size,
    digest,
    ...takenAtOf(content),
    ...voiceOf(content),
    ...placeOf(content),
    ...(drawnOn !== undefined && { drawn_on: drawnOn }),
  };
  return { local: { ...copy, digest, added }, add: fileAdd.prepare(added) };
}

/** A tab that was suspended for long may find its copy removed (FILE-1.3): the shot it is made from is still there. */
async function requireParts(db: AccountDb, { id, parts }: LocalFile): Promise<void> {
  const here = await db.blobParts.where('[file+n]').between([id, 0], [id, Infinity]).count();
  if (here === parts) return;
  throw new RefusedWrite(
    refuse('unavailable', /*i18n*/ 'The file could not be kept on this device. Attach it again.'),
  );
}

/**
 * Another tab that shows the same file may have attached or discarded it. The picture behind a drawing may be attached
 * already: the drawing needs it once more.
 */
async function requireShots(db: AccountDb, files: readonly NewFile[]): Promise<void> {
  const behind = new Set(files.map(({ drawnOn }) => drawnOn));
  for (const { id, content } of files) {
    const shot = shotIdOf(content);
    if (shot === undefined || behind.has(id) || !wasKeptIn(db, content)) continue;
    if ((await db.blobs.get(shot))?.state === 'shot') continue;
    throw new RefusedWrite(
      refuse('conflict', /*i18n*/ 'This file was attached or discarded in another tab'),
    );
  }
}

class RefusedWrite extends Error {
  readonly refusal: Refusal;

  constructor(refusal: Refusal) {
    super(refusal.message);
    this.refusal = refusal;
  }
}

/** Time of the shot that a photo of Cairn's camera has (src/ui/camera/taken-photo.ts). */
function takenAtOf(content: AttachedContent): { readonly taken_at?: string } {
  const taken: unknown = Reflect.get(content, 'takenAt');
  return isInstant(taken) ? { taken_at: taken } : {};
}

/** Length and waveform that a voice note of Cairn has (src/ui/voice/voice-note.ts). */
function voiceOf(content: AttachedContent): {
  readonly duration_ms?: number;
  readonly peaks?: string;
} {
  const duration: unknown = Reflect.get(content, 'durationMs');
  const peaks: unknown = Reflect.get(content, 'peaks');
  if (typeof duration !== 'number' || typeof peaks !== 'string') return {};
  return { duration_ms: duration, peaks };
}

/** Place of the shot that the person added to a photo of Cairn's camera. */
function placeOf(content: AttachedContent): { readonly place?: string } {
  const place: unknown = Reflect.get(content, 'place');
  return typeof place === 'string' && readPlace(place) !== undefined ? { place } : {};
}

/** Shortens a name to the limit of the row, and keeps the extension. */
function shortName(name: string): string {
  const characters = Array.from(name.trim());
  if (characters.length <= 200) return characters.length === 0 ? 'File' : characters.join('');
  return [...characters.slice(0, 180), '…', ...characters.slice(-12)].join('');
}

function typeOf(name: string, given: string): string {
  const type = guessType(name, given.split(';')[0]?.trim() ?? '');
  return /^[\w.+-]{1,60}\/[\w.+-]{1,80}$/.test(type) ? type : 'application/octet-stream';
}
