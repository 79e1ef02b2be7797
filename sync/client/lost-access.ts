import {
  type AccountRecord,
  type DeviceDb,
  lossReported,
  unsentInReplaced,
} from '../store/device-db.ts';
import type { Account } from './account.ts';

/** Actions on an organisation that has ended the person's access. */
export interface LostAccess {
  /**
   * Records that the person has read the message. Data without pending mutations, without photos that are not attached
   * and without drafts leaves the device.
   */
  readonly understoodLoss: (record: AccountRecord) => Promise<void>;
}

interface Deps {
  readonly device: DeviceDb;
  readonly opened: Map<string, Account>;
}

export function lostAccess({ device, opened }: Deps): LostAccess {
  return {
    understoodLoss: async (record) => {
      await lossReported(device, record.key);
      const known = (await device.accounts.get(record.key)) ?? record;
      if (known.unsent + (await unsentInReplaced(device, [known])) > 0) return;
      const { forgetAccounts, hasDrafts, shotsIn } = await import('./forget-accounts.ts');
      if ((await shotsIn(device, known)) > 0 || (await hasDrafts(device, known))) return;
      opened.get(record.key)?.db.dexie.close();
      opened.delete(record.key);
      await forgetAccounts(device, [known]);
    },
  };
}
