import { type AccountRecord, type DeviceDb, lossTold, unsentInFormer } from '../store/device-db.ts';
import type { Account } from './account.ts';

/** What can be done about an organisation that has ended the person's access. */
export interface LostAccess {
  /** Everything unsent or refused of it, as a JSON file. */
  readonly exportLost: (record: AccountRecord) => Promise<Blob>;
  /** The person has read it: data of which nothing waits leave the device. */
  readonly understoodLoss: (record: AccountRecord) => Promise<void>;
}

interface World {
  readonly device: DeviceDb;
  readonly opened: Map<string, Account>;
  readonly account: (record: AccountRecord) => Promise<Account>;
}

export function lostAccess({ device, opened, account }: World): LostAccess {
  return {
    exportLost: async (record) => {
      const { copyUnsent } = await import('../store/unsent-copy.ts');
      return copyUnsent([record], async (one) => (await account(one)).db);
    },
    understoodLoss: async (record) => {
      await lossTold(device, record.key);
      if (record.unsent + (await unsentInFormer(device, [record])) > 0) return;
      opened.get(record.key)?.db.dexie.close();
      opened.delete(record.key);
      const { forgetAccounts } = await import('./forget-accounts.ts');
      await forgetAccounts(device, [record]);
    },
  };
}
