import { proxy, type Remote, wrap } from 'comlink';
import { isSnapshotDraft } from '../../model/protocol/snapshot.ts';
import { CairnError } from '../../model/shared/errors.ts';
import { dexieStore } from '../store/dexie-store.ts';
import { accountsHere, withNames } from '../store/device-db.ts';
import { readDrafts } from '../store/drafts-here.ts';
import { keepKey, newDeviceKey } from '../store/device-key.ts';
import { parseUnsent, putBack, type PutBackReport } from '../store/put-back.ts';
import type {
  SavedSnapshot,
  SnapshotApi,
  SnapshotOutcome,
  SnapshotProgress,
  SnapshotUnsent,
} from '../worker/snapshot-types.ts';
import { type Account, IDS } from './account.ts';
import type { Client } from './client.ts';
import { keepThroughReloads } from './kept-key.ts';
import { isSharedComputer } from './shared-computer.ts';
import { SNAPSHOT } from './snapshot-mark.ts';
import { part } from './not-saved.ts';
import {
  deleteSnapshot,
  snapshotDevice,
  storeAccounts,
  sweepSnapshots,
} from './snapshot-stores.ts';

/** Snapshots for the page (decision 0080). Each function rejects with CairnError whose text the person reads. */

export { snapshotClient } from './snapshot-client.ts';
export { deleteSnapshot, sweepSnapshots };
export type { SavedSnapshot, SnapshotProgress };

/** Encrypts what this device has of all organisations of the person. */
export async function saveSnapshot(
  client: Pick<Client, 'device' | 'drafts'>,
  {
    passphrase,
    withFiles,
    at,
  }: { readonly passphrase: string; readonly withFiles: boolean; readonly at: string },
  notify: (progress: SnapshotProgress) => void,
): Promise<SavedSnapshot> {
  const here = (await accountsHere(client.device)).filter(({ hadData }) => hadData);
  const records = await Promise.all(here.map(withNames));
  const [first] = records;
  if (first === undefined) throw new CairnError({ code: 'not_found', message: NOTHING_HERE });
  const accounts = await Promise.all(
    records.map(async (record) => ({
      dbName: record.dbName,
      userId: record.userId,
      orgId: record.orgId,
      orgUserId: record.orgUserId,
      orgName: record.orgName,
      level: record.level,
      specialRole: record.specialRole,
      access: record.access,
      drafts: await readDrafts(client.device, record, localStorage),
    })),
  );
  const { displayName, email, sealingKey } = first;
  const request = { accounts, displayName, email, sealingKey, passphrase, withFiles, at };
  return withWorker((api) => api.save(request, proxy(notify)));
}

/**
 * Stores a snapshot in databases of its own and shows it in this tab, which loads the page again. Refused where no
 * service worker can keep the key of the databases during that.
 */
export async function openSnapshot(
  file: Blob,
  passphrase: string,
  notify: (progress: SnapshotProgress) => void,
): Promise<void> {
  // This tab may be the only one with the key of the person's data, which no snapshot keeps.
  if (isSharedComputer()) throw new CairnError({ code: 'conflict', message: SHARED_COMPUTER });
  if ((await navigator.serviceWorker?.getRegistration())?.active?.state !== 'activated') {
    throw new CairnError({ code: 'unavailable', message: NO_SERVICE_WORKER });
  }
  const key = newDeviceKey();
  const release = keepKey(key.keyId, key.key);
  try {
    const { manifest } = await withWorker((api) =>
      api.open(file, passphrase, key.keyId, proxy(notify)),
    );
    const device = snapshotDevice(key.keyId);
    await storeAccounts(device, manifest, key);
    device.dexie.close();
    keepThroughReloads(key.keyId, key.key);
    sessionStorage.setItem(SNAPSHOT, key.keyId);
    location.assign('/home-view');
  } catch (error) {
    release();
    await deleteSnapshot(key.keyId).catch(() => undefined);
    throw error;
  }
}

/** Unsent work of the open account in a snapshot of the same person at the same server. */
export async function readUnsent(
  account: Account,
  file: Blob,
  passphrase: string,
): Promise<SnapshotUnsent> {
  const unsent = await withWorker((api) => api.unsent(file, passphrase, account.orgId));
  // Organisations of two servers have the same numbers: the person's key comes first.
  const { sealingKey } = unsent.manifest;
  const isSame = sealingKey === undefined || sealingKey === account.record.sealingKey;
  if (!unsent.isContained && isSame) {
    throw new CairnError({ code: 'forbidden', message: OTHER_ORGANIZATION });
  }
  await requireSamePerson(account, unsent);
  return unsent;
}

/** `drafts`: half-typed texts that are in their forms again. */
type PutBack = PutBackReport & { readonly drafts: number };

/** Puts it back into the outbox (MUT-9), and drafts into their forms where nothing is typed here. */
export async function putUnsentBack(
  { drafts }: Pick<Client, 'drafts'>,
  account: Account,
  unsent: SnapshotUnsent,
): Promise<PutBack> {
  const store = dexieStore(account.db, IDS);
  const epochs = epochsOf(account, unsent);
  const report = await putBack({ db: account.db, store, epochs, ...parseUnsent(unsent) });
  account.wake();
  const here = drafts(account.key);
  const typed = unsent.drafts
    .filter(isSnapshotDraft)
    .filter(({ id }) => here !== undefined && here.read(id) === undefined);
  for (const { id, text } of typed) here?.write(id, text);
  return { ...report, drafts: typed.length };
}

function epochsOf(
  account: Account,
  { manifest }: SnapshotUnsent,
): Readonly<Record<string, string>> {
  return manifest.organizations.find(({ orgId }) => orgId === account.orgId)?.epochs ?? {};
}

/** The key of the person and the epochs of the streams are random: equal ones are those of the same server. */
async function requireSamePerson(account: Account, unsent: SnapshotUnsent): Promise<void> {
  const { record, db } = account;
  const { userId, sealingKey } = unsent.manifest;
  const epochs = epochsOf(account, unsent);
  const streams = await db.streams.toArray();
  const isSameServer =
    (sealingKey !== undefined && sealingKey === record.sealingKey) ||
    streams.some(({ stream, epoch }) => epoch !== null && epochs[stream] === epoch);
  if (!isSameServer) throw new CairnError({ code: 'forbidden', message: OTHER_SERVER });
  if (userId !== record.userId) throw new CairnError({ code: 'forbidden', message: OTHER_PERSON });
}

async function withWorker<T>(
  call: (api: Remote<SnapshotApi>) => Promise<SnapshotOutcome<T>>,
): Promise<T> {
  const worker = new Worker(new URL('../worker/snapshot-main.ts', import.meta.url), {
    type: 'module',
    name: 'cairn-snapshot',
  });
  try {
    const outcome = await part(
      () =>
        new Promise<SnapshotOutcome<T>>((resolve, reject) => {
          // A worker whose script cannot be fetched reports only this event.
          worker.addEventListener('error', () => reject(new Error('The worker could not start')));
          call(wrap<SnapshotApi>(worker)).then(resolve, reject);
        }),
    );
    if (outcome.ok) return outcome.value;
    throw new CairnError({ code: 'invalid', message: outcome.message });
  } finally {
    worker.terminate();
  }
}

const NOTHING_HERE =
  /*i18n*/ 'This device has nothing to save yet. Wait until the download is complete.';
const NO_SERVICE_WORKER =
  /*i18n*/ 'This browser cannot open a snapshot here: it keeps no part of Cairn on this device. Use a window that is not private, and reload the page.';
const SHARED_COMPUTER =
  /*i18n*/ 'On a shared computer a snapshot opens only while nobody is signed in. Sign out first.';
const OTHER_PERSON =
  /*i18n*/ 'This snapshot belongs to somebody else. Only the person who saved it can put its work back.';
const OTHER_ORGANIZATION =
  /*i18n*/ 'This snapshot does not contain the open organisation. Switch to the organisation whose work it contains.';
const OTHER_SERVER =
  /*i18n*/ 'This snapshot was saved at another server or under another account. Its work cannot be put back here.';
