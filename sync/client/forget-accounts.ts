import {
  type AccountRecord,
  type DeviceDb,
  type DeviceSession,
  type PendingDeletion,
  type ReplacedDatabase,
  removals,
} from '../store/device-db.ts';
import { forgetStores, marksOf } from '../store/closing.ts';
import { accountDb } from '../store/database.ts';
import { DRAFT_PREFIX } from '../store/drafts.ts';
import { settleDrafts } from '../store/kept-drafts.ts';
import { removeStore } from '../store/kept-work.ts';
import { deleteIfEmpty, markForDeletion } from '../store/pending-deletion.ts';
import { shotsOf } from '../store/prepare.ts';
import { trimLocked } from '../store/trim-kept.ts';
import { forgetCachedFiles } from './file-cache.ts';
import { afterDeleting } from './deletion-lock.ts';
import { forgetPushesHere } from './push-here.ts';

/**
 * Removes everything of these accounts from the device: stores, drafts and the local storage entries of screens; also
 * ends `session` when it is given.
 */
export async function forgetAccounts(
  device: DeviceDb,
  accounts: readonly AccountRecord[],
  session?: DeviceSession,
  onlyKey?: string,
): Promise<void> {
  await forgetPendingDeletions(
    device,
    await markForDeletion(device, { accounts, session, ifEmpty: false, onlyKey }),
  );
}

/** Removes databases of accounts that were replaced by others, as far as `forgetAccounts` has left them. */
export async function forgetReplaced(
  device: DeviceDb,
  replaced: readonly ReplacedDatabase[],
): Promise<void> {
  const stores = await device.dexie.transaction('rw', device.dexie.tables, async () => {
    const marked: PendingDeletion[] = [];
    for (const { dbName, account: key } of replaced) {
      const account = await device.accounts.get(key);
      if (account === undefined || (await device.former.get(dbName)) === undefined) continue;
      marked.push({ dbName, account: { ...account, dbName }, ifEmpty: false, shared: true });
    }
    await device.former.bulkDelete(marked.map(({ dbName }) => dbName));
    await device.leaving.bulkPut(marked);
    return marked;
  });
  await forgetPendingDeletions(device, stores);
}

/** Number of shots in an account's store that are not attached yet. */
export async function shotsIn({ stores }: DeviceDb, { dbName }: AccountRecord): Promise<number> {
  const db = accountDb(dbName, stores);
  try {
    return await shotsOf(db);
  } finally {
    db.dexie.close();
  }
}

/** True when the account has half-typed texts on this device, also those that only local storage has. */
export async function hasDrafts(device: DeviceDb, { key }: AccountRecord): Promise<boolean> {
  await settleDrafts(device, key, localStorage);
  return (await marksOf(device, [key])).length > 0;
}

/** `forgetAccounts` for accounts that are already marked for deletion. */
export async function forgetPendingDeletions(
  device: DeviceDb,
  stores: readonly PendingDeletion[],
): Promise<void> {
  for (const { account } of stores) {
    // A person who has signed in again since has entries of their own.
    if ((await device.accounts.get(account.key)) === undefined) {
      forgetMarks(account.key, { drafts: true });
    }
  }
  await forgetStores(device, stores);
}

/**
 * Continues interrupted deletions: a tab was closed right after a sign-out, or a frozen tab kept a store open. Work
 * written into a store that was to be deleted only when empty is restored, locked.
 */
export async function finishDeletion(device: DeviceDb): Promise<void> {
  const removals = await afterDeleting(async () => {
    const found = await device.leaving.filter(({ removal }) => removal === undefined).toArray();
    const asked = found.map(async (store) => {
      const asks = store.ifEmpty && !store.shared;
      return asks && !(await deleteIfEmpty(device, [store])) ? [] : [store];
    });
    // A store that cannot be read now is handled at the next start.
    const answers = await Promise.allSettled(asked);
    return answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
  });
  // Runs outside the lock: a frozen tab may keep a store open for long.
  await Promise.allSettled(removals.map((store) => forgetPendingDeletions(device, [store])));
}

/** Reduces the data of people who are not signed in to their unsent work, encrypted. */
export async function trimOthers(device: DeviceDb): Promise<void> {
  const empty = await trimLocked(device, localStorage);
  const session = await device.session.get('current');
  const others = await device.accounts.filter(({ userId }) => userId !== session?.userId).toArray();
  for (const { key } of others) forgetMarks(key);
  // Also for a person whose session ended without a sign-out.
  await forgetCachedFiles(session?.userId);
  const leaving = await markForDeletion(device, {
    accounts: empty,
    ifEmpty: true,
    unlessSignedIn: true,
  });
  let hasUnsent = false;
  for (const store of leaving) {
    if (await deleteIfEmpty(device, [store])) await forgetPendingDeletions(device, [store]);
    else hasUnsent = true;
  }
  // Another tab has written or restored unsent work meanwhile: it is encrypted too.
  if (hasUnsent) await trimLocked(device, localStorage);
}

/** CLIENT-10: removes data that the person may not read any more or has asked to remove. */
export async function finishRemovals(device: DeviceDb): Promise<void> {
  const stores = await removals(device);
  for (const { account, removal } of stores) {
    if (removal?.keepsUnsent === true) await settleDrafts(device, account.key, localStorage);
  }
  const removing = stores.map((store) =>
    removeStore(device, store, async () => {
      const { key } = store.account;
      const drafts = store.removal?.keepsUnsent !== true;
      if ((await device.accounts.get(key)) === undefined) forgetMarks(key, { drafts });
      await forgetCachedFiles();
      if ((await device.session.get('current')) === undefined) await forgetPushesHere();
    }),
  );
  // A store that cannot be read, or that a frozen tab keeps open, is handled at the next start.
  await Promise.allSettled(removing);
}

/**
 * Screens keep small values (the last board, the last opened item) in local storage, as `<name>:<account>` or
 * `<name>:<account>:<of>`. Drafts that are not on the disk yet are removed only with `drafts`: nobody else has them.
 */
function forgetMarks(accountKey: string, { drafts = false } = {}): void {
  for (const name of Object.keys(localStorage)) {
    if (name.startsWith(DRAFT_PREFIX) && !drafts) continue;
    const isOwn = name.endsWith(`:${accountKey}`) || name.includes(`:${accountKey}:`);
    if (isOwn) localStorage.removeItem(name);
  }
}
