import { accountsHere, type DeviceDb } from '../device-db.ts';

/**
 * True when unsent work that is kept at sign-out stays readable for others: a device that has not reached its server
 * since the server got a key for the person cannot encrypt the work.
 */
export async function isKeptReadable(device: DeviceDb): Promise<boolean> {
  return (await accountsHere(device)).some(({ sealingKey }) => sealingKey === undefined);
}
