import { CairnError } from '../../model/shared/errors.ts';
import { type AccountDb, accountDb } from '../store/database.ts';
import { isFull } from '../store/not-saved.ts';
import { openSnapshot } from './snapshot-open.ts';
import { saveSnapshot } from './snapshot-save.ts';
import type { SnapshotApi, SnapshotOutcome } from './snapshot-types.ts';
import { readUnsent } from './snapshot-unsent.ts';

/** Saves and opens snapshots; `open` selects another IndexedDB than the browser's own. */
export function snapshotApi(open: (dbName: string) => AccountDb = accountDb): SnapshotApi {
  return {
    save: (request, notify) => outcome(() => saveSnapshot(request, { open, notify })),
    open: (file, passphrase, keyId, notify) =>
      outcome(() => openSnapshot(file, { passphrase, keyId, open, notify })),
    unsent: (file, passphrase, orgId) => outcome(() => readUnsent(file, { passphrase, orgId })),
  };
}

async function outcome<T>(work: () => Promise<T>): Promise<SnapshotOutcome<T>> {
  try {
    return { ok: true, value: await work() };
  } catch (error) {
    if (error instanceof CairnError) return { ok: false, message: error.message };
    if (!isFull(error)) throw error;
    return { ok: false, message: /*i18n*/ 'This device has no room for the snapshot.' };
  }
}
