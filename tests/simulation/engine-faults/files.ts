import type { SourceEdit } from './source-edit.ts';

/** Faults of files. */
export const FILE_FAULTS = {
  /** FILE-2.2 */
  'omits the first part of a file': [
    {
      file: 'sync/engine/upload-queue.ts',
      line: 'const there = new Set(asked.value.parts);',
      code: 'asked.value.parts',
      by: '[0, ...asked.value.parts]',
    },
  ],
  /** FILE-2.2 */
  'takes a file for stored before it is complete': [
    {
      file: 'sync/engine/upload-queue.ts',
      line: 'return completed.ok ? arrived(uploads, file) : notSent(uploads, file, completed.failure);',
      code: 'completed.ok',
      by: 'true',
    },
    {
      file: 'sync/store/file-store.ts',
      line: 'if (isLost || (await isCreatedHere(db, id))) await uploadAgain(db, id);',
      code: 'isLost || (await isCreatedHere(db, id))',
      by: 'false',
    },
  ],
  /** FILE-2.10 */
  'does not look for files that a restored server has lost': [
    {
      file: 'sync/engine/upload-queue.ts',
      line: 'const mayChange = next === Infinity && (await store.mayChange());',
      code: 'await store.mayChange()',
      by: 'false',
    },
  ],
  /** FILE-3.1 */
  'removes unsent bytes for room': [
    {
      file: 'sync/store/file-store.ts',
      line: "const kept = await db.blobs.where('state').equals('kept').sortBy('at');",
      code: "db.blobs.where('state').equals('kept')",
      by: "db.blobs.where('state').anyOf('kept', 'waiting')",
    },
    {
      file: 'sync/store/file-store.ts',
      line: 'if (kept.reduce((sum, { size }) => sum + size, 0) <= BUDGET) return;',
      code: 'BUDGET',
      by: '1',
    },
    {
      file: 'sync/store/file-store.ts',
      line: 'let room = BUDGET;',
      code: 'BUDGET',
      by: '1',
    },
    {
      file: 'sync/store/file-store.ts',
      line: 'if (room < 0 && !isReferred(id)) await dropFile(db, id);',
      code: '!isReferred(id)',
      by: 'true',
    },
  ],
  /** FILE-3.3 */
  'keeps downloaded files that may not be read any more': [
    {
      file: 'sync/worker/unseen-files.ts',
      line: 'if (unseen.has(file)) await cache.delete(request, { ignoreVary: true });',
      code: 'unseen.has(file)',
      by: 'false',
    },
  ],
  /** FILE-3.3 */
  'keeps uploaded bytes of files that may not be read any more': [
    {
      file: 'sync/store/file-store.ts',
      line: 'for (const id of kept) if (await isGone(db, id)) await dropUnlessReferred(db, id);',
      code: 'await isGone(db, id)',
      by: 'false',
    },
  ],
  /** FILE-4 */
  'plans downloads only once': [
    {
      file: 'sync/worker/packing.ts',
      line: 'if (memory.queue !== undefined && !(isDone && memory.cursors !== cursors)) return;',
      code: 'isDone && memory.cursors !== cursors',
      by: 'false',
    },
  ],
} as const satisfies Record<string, readonly SourceEdit[]>;
