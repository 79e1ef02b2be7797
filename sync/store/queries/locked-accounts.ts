import { type AccountRecord, currentAccount, type DeviceDb, withReplaced } from '../device-db.ts';

/**
 * Accounts with unsent work on this device that cannot be sent now: their people are not signed in here, or have lost
 * their access.
 */
export async function listLockedAccounts(device: DeviceDb): Promise<readonly AccountRecord[]> {
  const open = await currentAccount(device);
  const all = await withReplaced(device, await device.accounts.toArray());
  return all.filter(
    (record) => record.unsent > 0 && (record.lost !== undefined || record.userId !== open?.userId),
  );
}
