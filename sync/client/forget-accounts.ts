import { accountDb } from '../store/database.ts';
import type { AccountRecord, DeviceDb } from '../store/device-db.ts';
import { forgetDrafts } from '../store/drafts.ts';

/** Takes everything of these accounts off the device: stores, drafts, and what screens remembered under their key. */
export async function forgetAccounts(
  device: DeviceDb,
  accounts: readonly AccountRecord[],
): Promise<void> {
  for (const { key, dbName } of accounts) {
    // Other tabs and workers let go of it by themselves when they are told.
    await accountDb(dbName).dexie.delete();
    await forgetDrafts(device, key);
    await device.accounts.delete(key);
    forgetMarks(key);
  }
}

/** Screens keep small things (the last board, what was opened last) in local storage, as `<what>:<account>` or `<what>:<account>:<of>`. */
function forgetMarks(accountKey: string): void {
  for (const name of Object.keys(localStorage)) {
    const isOwn = name.endsWith(`:${accountKey}`) || name.includes(`:${accountKey}:`);
    if (isOwn) localStorage.removeItem(name);
  }
}
