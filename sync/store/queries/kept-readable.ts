import { accountsHere, type DeviceDb } from '../device-db.ts';

/**
 * Whether work that stays here when the person signs out can be read by others: a device that has not reached its server
 * since that had a key for the person cannot encrypt it.
 */
export async function isKeptReadable(device: DeviceDb): Promise<boolean> {
  return (await accountsHere(device)).some(({ sealingKey }) => sealingKey === undefined);
}
