import { type AccountRecord, currentAccount, type DeviceDb } from '../device-db.ts';

/** Accounts of people who are not signed in here now but have unsent work on this device. */
export async function listLockedAccounts(device: DeviceDb): Promise<readonly AccountRecord[]> {
  const open = await currentAccount(device);
  const all = await device.accounts.toArray();
  return all.filter((record) => record.unsent > 0 && record.userId !== open?.userId);
}
