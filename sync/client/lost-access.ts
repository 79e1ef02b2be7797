import {
  type AccountRecord,
  type DeviceDb,
  lossReported,
  unsentInReplaced,
} from '../store/device-db.ts';
import { accountDb } from '../store/database.ts';
import type { Account } from './account.ts';

/** Actions on an organisation that has ended the person's access. */
export interface LostAccess {
  /**
   * Records that the person has read the message. Data without pending mutations, and without photos that are not
   * attached, leaves the device.
   */
  readonly understoodLoss: (record: AccountRecord) => Promise<void>;
}

interface Deps {
  readonly device: DeviceDb;
  readonly opened: Map<string, Account>;
}

export function lostAccess({ device, opened }: Deps): LostAccess {
  /** Photos and recordings that are not attached yet, of which this device has the only copy. */
  const shotsIn = async ({ key, dbName }: AccountRecord): Promise<number> => {
    const open = opened.get(key)?.db;
    const db = open ?? accountDb(dbName, device.stores);
    try {
      return await db.blobs.where('state').equals('shot').count();
    } finally {
      if (open === undefined) db.dexie.close();
    }
  };
  return {
    understoodLoss: async (record) => {
      await lossReported(device, record.key);
      const known = (await device.accounts.get(record.key)) ?? record;
      const unsent = known.unsent + (await unsentInReplaced(device, [known]));
      if (unsent + (await shotsIn(known)) > 0) return;
      opened.get(record.key)?.db.dexie.close();
      opened.delete(record.key);
      const { forgetAccounts } = await import('./forget-accounts.ts');
      await forgetAccounts(device, [known]);
    },
  };
}
