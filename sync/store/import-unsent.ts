import {
  type CopiedWork,
  isCopiedFile,
  parseUnsentCopy,
} from '../../model/protocol/unsent-copy.ts';
import { files as fileRows } from '../../model/entities/file.ts';
import type { Prepared } from '../../model/mutations/define-mutation.ts';
import { prepareMutation } from '../../model/mutations/registry.ts';
import type { Actor } from '../../model/permissions/actor.ts';
import { CairnError } from '../../model/shared/errors.ts';
import { type Message, message, verbatim } from '../../model/shared/message.ts';
import { isRecord } from '../../model/shared/is-record.ts';
import type { LocalFile } from '../core/ports/files.ts';
import type { Store } from '../core/ports/store.ts';
import { addedFile, isKeyed } from './copied-changes.ts';
import { COPY_TEXT } from './copy-archive.ts';
import { type AccountDb, rows } from './database.ts';
import type { LocalTx } from './deferred-tx.ts';
import type { AccountRecord } from './device-db.ts';
import type { Drafts } from './drafts.ts';
import { dropFile } from './local-files.ts';
import { enqueue, readerOf } from './local-write.ts';
import { isFull } from './not-saved.ts';
import { copyParts } from './put-back.ts';
import { type CopyStep, queueCopied, stepsOf } from './put-back-copy.ts';
import { isZip, readZip } from './zip-reader.ts';

/** Import of a downloaded copy of unsent work (MUT-10). */

/** Imported, skipped and refused mutations and files, with the reasons of the refused ones. */
export interface ImportReport {
  readonly imported: number;
  readonly known: number;
  readonly refused: readonly NotImported[];
  /** Shots that are in their place again, not attached. */
  readonly shots: number;
  /** Half-typed texts that are in their forms again. */
  readonly drafts: number;
}

interface NotImported {
  readonly what: Message;
  readonly why: string;
}

interface ImportInput {
  readonly record: Pick<AccountRecord, 'userId' | 'orgId'>;
  readonly db: AccountDb;
  readonly store: Store;
  readonly actor: Actor;
  /** Milliseconds by the device's clock. */
  readonly at: number;
  /** Forms of the account; without them half-typed texts stay in the copy. */
  readonly drafts?: Pick<Drafts, 'read' | 'write'> | undefined;
}

/**
 * Puts the mutations of a copy back under their own keys, with the bytes of their files, so that importing a copy twice,
 * or after its changes were sent, changes nothing. Rejected mutations and those of older copies are applied as new ones
 * under the current rules; one that would create an existing row is skipped, and so is a file that is here. Throws
 * CairnError `invalid` for a file that is not a copy, and `forbidden` for one of another person or organisation.
 */
export async function importUnsent(file: Blob, input: ImportInput): Promise<ImportReport> {
  const { userId, orgId } = input.record;
  const { accounts, bytesOf } = await readCopy(file);
  const mine = accounts.find((account) => account.userId === userId && account.orgId === orgId);
  if (mine === undefined) {
    throw new CairnError({
      code: 'forbidden',
      message: /*i18n*/ 'This copy belongs to somebody else or to another organisation.',
    });
  }
  const files = await copyFiles(mine, input, bytesOf);
  const added = new Set(mine.mutations.flatMap((one) => addedFile(one) ?? []));
  const outcomes: Outcome[] = files.incomplete.map((name) => ({
    what: message('File "{name}"', { name }),
    why: NOT_IN_COPY,
  }));
  outcomes.push(...files.known.filter((id) => !added.has(id)).map(() => 'known' as const));
  const missing = await filesNowhere(input.db, added, files);
  const isWhole = missing.size === 0 && files.incomplete.length === 0;
  const steps = await stepsOf(mine.mutations, isWhole, input);
  outcomes.push(...(await follow(steps, { input, files, missing })));
  const others = [...files.fresh.values()];
  for (const file of others) await place(input, file);
  const shots = others.filter(({ state }) => state === 'shot').length;
  return {
    imported: outcomes.filter((one) => one === 'imported').length + others.length - shots,
    known: outcomes.filter((one) => one === 'known').length,
    refused: outcomes.filter((one) => typeof one === 'object'),
    shots,
    drafts: putDrafts(mine, input.drafts),
  };
}

interface Following {
  readonly input: ImportInput;
  /** Files that a step has placed are taken out. */
  readonly files: Pick<Files, 'fresh'>;
  readonly missing: ReadonlySet<string>;
}

async function follow(
  steps: readonly CopyStep[],
  { input, files, missing }: Following,
): Promise<readonly Outcome[]> {
  const epochs = await epochsOf(input.db);
  const outcomes: Outcome[] = [];
  const queued = new Map<number, ReadonlyMap<number, number>>();
  for (const step of steps) {
    // The bytes of a file whose row is here may be nowhere else: they are placed with the other files.
    if (step.kind === 'known') outcomes.push('known');
    else if (step.kind === 'queue') {
      const before = queued.get(step.store) ?? new Map<number, number>();
      const queue = { ...input, files: files.fresh, placed, before };
      queued.set(step.store, await queueCopied(step.changes, queue));
      for (const change of step.changes) files.fresh.delete(addedFile(change) ?? '');
      outcomes.push(...step.changes.map(() => 'imported' as const));
    } else {
      const id = addedFile(step.change) ?? '';
      const file = files.fresh.get(id);
      const seen = seenIn(step.change, epochs);
      outcomes.push(await again({ ...step.change, input, file, missing, seen }));
      files.fresh.delete(id);
    }
  }
  return outcomes;
}

async function epochsOf(db: AccountDb): Promise<ReadonlySet<string>> {
  const streams = await db.streams.toArray();
  return new Set(streams.flatMap(({ epoch }) => epoch ?? []));
}

/** Version that the person saw; a version of another epoch means nothing here (EPOCH-1.7). */
function seenIn(change: object, epochs: ReadonlySet<string>): number | undefined {
  return isKeyed(change) && epochs.has(change.epoch) ? change.seen : undefined;
}

interface Change {
  readonly name: string;
  readonly args: unknown;
}

type Outcome = 'imported' | 'known' | NotImported;

interface Files {
  /** Files whose bytes are copied to this device, by their ids; nothing refers to them yet. */
  readonly fresh: Map<string, LocalFile>;
  /** Ids of files that are here already, or at the server. */
  readonly known: readonly string[];
  /** Names of files of which the copy does not have all bytes. */
  readonly incomplete: readonly string[];
}

/** A copy without a reference is deleted later (FILE-1.3), so a kill leaves nothing. */
async function copyFiles(
  { files }: CopiedWork,
  { db }: ImportInput,
  bytesOf: (path: string) => Promise<Blob | undefined>,
): Promise<Files> {
  const fresh = new Map<string, LocalFile>();
  const known: string[] = [];
  const incomplete: string[] = [];
  try {
    for (const { path, file } of files) {
      if (!isFile(file)) throw notACopy();
      if (await isKnown(db, file)) {
        known.push(file.id);
        continue;
      }
      const bytes = await bytesOf(path);
      if (bytes?.size === file.size) {
        await copyParts(db, { file, bytes });
        fresh.set(file.id, file);
      } else {
        incomplete.push(file.name);
      }
    }
  } catch (error) {
    for (const id of fresh.keys()) await dropFile(db, id).catch(() => undefined);
    if (isFull(error)) throw new CairnError({ code: 'storage_full', message: NO_ROOM });
    throw error;
  }
  return { fresh, known, incomplete };
}

async function isKnown(db: AccountDb, { id }: LocalFile): Promise<boolean> {
  const here = await db.blobs.get(id);
  if (here !== undefined && here.state !== 'copying') return true;
  return (await rows(db, fileRows).get(id))?.state === 'stored';
}

/** Files that mutations of the copy create and nobody has the bytes of: older copies contain none. */
async function filesNowhere(
  db: AccountDb,
  added: ReadonlySet<string>,
  { fresh, known }: Files,
): Promise<ReadonlySet<string>> {
  const nowhere = new Set<string>();
  for (const id of added) {
    if (fresh.has(id) || known.includes(id) || (await db.blobs.get(id)) !== undefined) continue;
    if ((await rows(db, fileRows).get(id)) === undefined) nowhere.add(id);
  }
  return nowhere;
}

interface Again extends Change {
  readonly input: ImportInput;
  /** File whose row the mutation creates. */
  readonly file: LocalFile | undefined;
  readonly missing: ReadonlySet<string>;
  readonly seen: number | undefined;
}

/** Applies a mutation with the bytes of its file in one transaction: neither is here without the other (FILE-1.2). */
async function again({ name, args, input, file, missing, seen }: Again): Promise<Outcome> {
  const { db, store } = input;
  try {
    const prepared = withBytes({ name, args }, missing);
    if (!('refs' in prepared)) return prepared;
    const write = () =>
      store.write({ tables: 'all', durability: 'on-disk' }, (tx) =>
        apply(tx, prepared, { ...input, seen }),
      );
    if (file === undefined) return await write();
    const outcome = await db.dexie.transaction('rw', db.dexie.tables, async () => {
      const done = await write();
      if (typeof done === 'object') return done;
      await db.blobs.put(placed(file));
      return 'imported';
    });
    // Its bytes stay in the copy alone.
    if (typeof outcome === 'object') await dropFile(db, file.id);
    return outcome;
  } catch (error) {
    if (error instanceof CairnError) return { what: verbatim(name), why: error.message };
    throw error;
  }
}

async function apply(
  tx: LocalTx,
  prepared: Prepared,
  { actor, at, seen }: ImportInput & Pick<Again, 'seen'>,
): Promise<Outcome> {
  const [first] = prepared.refs;
  const isNew = prepared.call.method === 'POST';
  if (first !== undefined && isNew) {
    const [row] = await tx.rows(first.table, [first.id]);
    if (row !== undefined) return 'known';
  }
  const refusal = await prepared.check(readerOf(tx), actor);
  if (refusal !== undefined) return { what: prepared.description, why: refusal.message };
  await enqueue(tx, { prepared, actor, at, seen });
  return 'imported';
}

/**
 * The mutation as it can be applied: a text that refers to a missing file is applied without the file. Without its file
 * nothing is left of the others.
 */
function withBytes({ name, args }: Change, missing: ReadonlySet<string>): Prepared | NotImported {
  const prepared = prepareMutation(name, args);
  const isMissing = ({ table, id }: { readonly table: string; readonly id: string }) =>
    table === 'files' && missing.has(id);
  const left = { what: prepared.description, why: NOT_IN_COPY };
  if (prepared.refs.some(isMissing)) return left;
  if (!prepared.parents.some(isMissing)) return prepared;
  try {
    return prepareMutation(name, withoutFiles(args, missing));
  } catch {
    return left;
  }
}

function withoutFiles(value: unknown, missing: ReadonlySet<string>): unknown {
  const isMissing = (one: unknown) => typeof one === 'string' && missing.has(one);
  if (isMissing(value)) return null;
  if (Array.isArray(value)) {
    return value.filter((one) => !isMissing(one)).map((one) => withoutFiles(one, missing));
  }
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([field, one]) => [field, withoutFiles(one, missing)]),
  );
}

/** A file without a mutation in the copy: the server has its row, or it is not attached yet. */
async function place({ db, store }: ImportInput, file: LocalFile): Promise<void> {
  await db.dexie.transaction('rw', db.dexie.tables, async () => {
    // Checks that no newer build has taken over the store (CLIENT-7).
    await store.write({ tables: 'all', durability: 'on-disk' }, async () => undefined);
    await db.blobs.put(placed(file));
  });
}

/** A file that was refused is sent once more, like a mutation that was rejected. */
function placed({ reason: _reason, ...file }: LocalFile): LocalFile {
  return { ...file, state: file.state === 'shot' ? 'shot' : 'waiting', sent: 0 };
}

/** A form in which something is typed here keeps it. */
function putDrafts({ drafts }: CopiedWork, forms: ImportInput['drafts']): number {
  const typed = drafts.filter(({ id }) => forms !== undefined && forms.read(id) === undefined);
  for (const { id, text } of typed) forms?.write(id, text);
  return typed.length;
}

interface ReadCopy {
  readonly accounts: readonly CopiedWork[];
  /** Bytes by their path in the archive. */
  readonly bytesOf: (path: string) => Promise<Blob | undefined>;
}

async function readCopy(file: Blob): Promise<ReadCopy> {
  if (!(await isZip(file))) {
    return { accounts: parsed(await file.text()), bytesOf: async () => undefined };
  }
  const entries = await readZip(file);
  // An archive that was packed again may have everything in a folder.
  const path = [...(entries?.keys() ?? [])].find((one) => `/${one}`.endsWith(`/${COPY_TEXT}`));
  const text = path === undefined ? undefined : await entries?.get(path)?.();
  if (path === undefined || text === undefined) throw notACopy();
  const folder = path.slice(0, -COPY_TEXT.length);
  return {
    accounts: parsed(await text.text()),
    bytesOf: async (one) => await entries?.get(`${folder}${one}`)?.(),
  };
}

function parsed(text: string): readonly CopiedWork[] {
  const accounts = parseUnsentCopy(readJson(text));
  if (accounts === undefined) throw notACopy();
  return accounts;
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw notACopy();
  }
}

function notACopy(): CairnError {
  return new CairnError({
    code: 'invalid',
    message: /*i18n*/ 'This file is not a copy of unsent work.',
  });
}

function isFile(value: unknown): value is LocalFile {
  return isCopiedFile(value);
}

const NOT_IN_COPY = /*i18n*/ 'The copy does not contain this file.';
const NO_ROOM =
  /*i18n*/ 'This device has no room for the files of the copy. Free some space, then try again.';
