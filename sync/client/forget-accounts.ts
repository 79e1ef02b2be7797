import {
  type AccountRecord,
  type DeviceDb,
  type DeviceSession,
  type PendingDeletion,
  removals,
} from '../store/device-db.ts';
import { forgetStores } from '../store/closing.ts';
import { removeStore } from '../store/kept-work.ts';
import { deleteIfEmpty, markForDeletion } from '../store/pending-deletion.ts';
import { trimLocked } from '../store/trim-kept.ts';
import { forgetCachedFiles } from './file-cache.ts';
import { unlessDeleting } from './deletion-lock.ts';
import { forgetPushesHere } from './push-here.ts';

/**
 * Takes everything of these accounts off the device: stores, drafts, and what screens remembered under their key; and
 * ends `session` where one is named.
 */
export async function forgetAccounts(
  device: DeviceDb,
  accounts: readonly AccountRecord[],
  session?: DeviceSession,
): Promise<void> {
  await forgetPendingDeletions(
    device,
    await markForDeletion(device, { accounts, session, ifEmpty: false }),
  );
}

/** The same of accounts that are leaving already. */
export async function forgetPendingDeletions(
  device: DeviceDb,
  stores: readonly PendingDeletion[],
): Promise<void> {
  for (const { account } of stores) {
    // Whoever has signed in again since has marks of their own.
    if ((await device.accounts.get(account.key)) === undefined) forgetMarks(account.key);
  }
  await forgetStores(device, stores);
}

/**
 * Goes on with what was cut off: a tab that was closed behind a sign-out, or another one that stood still and did not let
 * go of a store. What somebody wrote into a store that was to go empty comes back, locked.
 */
export async function finishDeletion(device: DeviceDb): Promise<void> {
  const removals = await unlessDeleting(async () => {
    const found = await device.leaving.filter(({ removal }) => removal === undefined).toArray();
    const asked = found.map(async (store) => {
      const asks = store.ifEmpty && !store.shared;
      return asks && !(await deleteIfEmpty(device, [store])) ? [] : [store];
    });
    // One that cannot be read now is there at the next start.
    const answers = await Promise.allSettled(asked);
    return answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
  });
  // Not under the lock: a tab that stands still may hold a store for long.
  await Promise.allSettled(
    (removals ?? []).map((store) => forgetPendingDeletions(device, [store])),
  );
}

/** Of people who are not signed in here, leaves only what they have not sent, encrypted. */
export async function trimOthers(device: DeviceDb): Promise<void> {
  const empty = await trimLocked(device, localStorage);
  const session = await device.session.get('current');
  const others = await device.accounts.filter(({ userId }) => userId !== session?.userId).toArray();
  for (const { key } of others) forgetMarks(key);
  // Of somebody whose session ended: nobody signed them out.
  await forgetCachedFiles(session?.userId);
  const leaving = await markForDeletion(device, { accounts: empty, ifEmpty: true });
  for (const store of leaving) {
    if (await deleteIfEmpty(device, [store])) await forgetPendingDeletions(device, [store]);
  }
}

/** CLIENT-10: takes off the device what its person may not read any more, or wants removed. */
export async function finishRemovals(device: DeviceDb): Promise<void> {
  const stores = await removals(device);
  const removing = stores.map((store) =>
    removeStore(device, store, async () => {
      const { key } = store.account;
      if ((await device.accounts.get(key)) === undefined) forgetMarks(key);
      await forgetCachedFiles();
      if ((await device.session.get('current')) === undefined) await forgetPushesHere();
    }),
  );
  // One that cannot be read, or that a tab which stands still holds, is there at the next start.
  await Promise.allSettled(removing);
}

/** Screens keep small things (the last board, what was opened last) in local storage, as `<what>:<account>` or `<what>:<account>:<of>`. */
function forgetMarks(accountKey: string): void {
  for (const name of Object.keys(localStorage)) {
    const isOwn = name.endsWith(`:${accountKey}`) || name.includes(`:${accountKey}:`);
    if (isOwn) localStorage.removeItem(name);
  }
}
