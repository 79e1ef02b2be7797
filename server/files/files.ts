import type { FileRow } from '../../model/entities/file.ts';
import type { Actor } from '../../model/permissions/actor.ts';
import { CairnError } from '../../model/shared/errors.ts';
import type { Writer } from '../writer/writer-types.ts';
import type { Database } from '../store/database.ts';
import { createImages } from './images.ts';
import { discard, receive, type ReceivedFile } from './intake.ts';
import { createInFlight } from '../shared/in-flight.ts';
import { FILE_LIMITS, type FileLimits } from '../shared/storage-limits.ts';
import { type FileRequest, type ServedFile, serveFile } from './serve.ts';
import type { FileScanner } from './scanner.ts';
import type { FileStorage } from './storage.ts';
import { ForeignStorage } from './storage-owner.ts';
import { type SweepReport, sweepFiles } from './sweep.ts';
import { completeUpload, putPart, type UploadState, uploadState } from './upload.ts';

/** Files of a running server. Every call checks the rights of its actor. */
export interface Files {
  readonly limits: FileLimits;
  readonly state: (actor: Actor, id: string) => Promise<UploadState>;
  readonly putPart: (
    actor: Actor,
    id: string,
    part: { n: number; bytes: Uint8Array },
  ) => Promise<UploadState>;
  /** Throws `rate_limited` while this process receives as many files as it may; the same call succeeds later. */
  readonly complete: (actor: Actor, id: string) => Promise<FileRow>;
  readonly serve: (request: FileRequest) => Promise<ServedFile>;
  /** Receives a file of a form; no row refers to it yet. `userId`: of the person who sends it. */
  readonly receive: (
    bytes: AsyncIterable<Uint8Array>,
    file: { readonly name: string; readonly orgId: string; readonly userId: string },
  ) => Promise<ReceivedFile>;
  /** Deletes the received bytes when no row will refer to them. */
  readonly discard: (received: ReceivedFile) => Promise<void>;
  /** Deletes unreferenced files; see sweep.ts. */
  readonly sweep: () => Promise<SweepReport>;
  /** True when the last sweep has found the bucket of another database. */
  readonly isForeign: () => boolean;
  readonly close: () => void;
}

export interface FilesOptions {
  /** Undefined: this server stores no files and rejects them. */
  readonly storage: FileStorage | undefined;
  /** Undefined: files are not searched for malware. */
  readonly fileScanner?: FileScanner | undefined;
  readonly limits?: Partial<FileLimits> | undefined;
  readonly database: Database;
  readonly writer: Writer;
  readonly clock: { readonly now: () => number };
  readonly random: (count: number) => Uint8Array;
}

export function createFiles(options: FilesOptions): Files {
  const images = createImages();
  // An image is in memory from here on, also while it waits for the process that decodes it.
  const inFlight = createInFlight({
    total: 20,
    each: 4,
    message: /*i18n*/ 'Too many requests. Try again a little later.',
    retryAfter: 5,
  });
  let isForeign = false;
  const limits = { ...FILE_LIMITS, ...options.limits };
  const storage = options.storage ?? NO_STORAGE;
  const deps = { ...options, storage, images, limits, scanner: options.fileScanner };
  return {
    limits,
    state: (actor, id) => uploadState(deps, actor, id),
    putPart: (actor, id, { n, bytes }) => putPart(deps, { actor, id, n, bytes }),
    complete: (actor, id) => inFlight.during(actor.userId, () => completeUpload(deps, actor, id)),
    serve: (request) => serveFile(deps, request),
    receive: (bytes, { name, orgId, userId }) =>
      inFlight.during(userId, () => receive(deps, { bytes, name, orgId, limit: limits.fileBytes })),
    discard: ({ contents }) =>
      discard(
        storage,
        contents.map(({ name }) => name),
      ),
    sweep: async () => {
      try {
        const report = await sweepFiles(deps);
        isForeign = false;
        return report;
      } catch (error) {
        isForeign = error instanceof ForeignStorage;
        throw error;
      }
    },
    isForeign: () => isForeign,
    close: () => images.close(),
  };
}

function refused(): never {
  throw new CairnError({ code: 'unavailable', message: /*i18n*/ 'This server stores no files' });
}

const NO_STORAGE: FileStorage = {
  write: async () => refused(),
  read: async () => refused(),
  remove: async () => undefined,
  // oxlint-disable-next-line eslint/require-yield -- there is nothing to list
  async *list() {
    return;
  },
};
