import type { AccountRecord, DeviceDb, DeviceSession, LeavingStore } from '../store/device-db.ts';
import { forgetStores } from '../store/closing.ts';
import { goIfEmpty, takeLeave } from '../store/leaving.ts';
import { unlessLeaving } from './leaving-lock.ts';

/**
 * Takes everything of these accounts off the device: stores, drafts, and what screens remembered under their key; and
 * ends `session` where one is named.
 */
export async function forgetAccounts(
  device: DeviceDb,
  accounts: readonly AccountRecord[],
  session?: DeviceSession,
): Promise<void> {
  await forgetLeaving(device, await takeLeave(device, { accounts, session, ifEmpty: false }));
}

/** The same of accounts that are leaving already. */
export async function forgetLeaving(
  device: DeviceDb,
  stores: readonly LeavingStore[],
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
export async function finishLeaving(device: DeviceDb): Promise<void> {
  const going = await unlessLeaving(async () => {
    const found = await device.leaving.toArray();
    const asked = found.map(async (store) => {
      const asks = store.ifEmpty && !store.shared;
      return asks && !(await goIfEmpty(device, [store])) ? [] : [store];
    });
    // One that cannot be read now is there at the next start.
    const answers = await Promise.allSettled(asked);
    return answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
  });
  // Not under the lock: a tab that stands still may hold a store for long.
  await Promise.allSettled((going ?? []).map((store) => forgetLeaving(device, [store])));
}

/** Screens keep small things (the last board, what was opened last) in local storage, as `<what>:<account>` or `<what>:<account>:<of>`. */
function forgetMarks(accountKey: string): void {
  for (const name of Object.keys(localStorage)) {
    const isOwn = name.endsWith(`:${accountKey}`) || name.includes(`:${accountKey}:`);
    if (isOwn) localStorage.removeItem(name);
  }
}
