import type { DeviceDb } from '../store/device-db.ts';
import { followGone } from '../store/gone.ts';
import type { Observed } from '../store/reactive/observed.ts';
import type { Account } from './account.ts';

/** What the browser has taken away while this page was open. It stays so until the page is loaded again. */
export interface DataLoss {
  /** `device`: who is signed in here, and nothing that they have written. */
  readonly part: 'account' | 'device';
  /** Changes of the account that had not been sent. */
  readonly unsent: number;
}

export interface LossWatch {
  readonly loss: Observed<DataLoss>;
  readonly follow: (account: Pick<Account, 'record' | 'db' | 'loaders'>) => void;
}

/** Follows the databases that this page has open; those that Cairn itself removes are not lost. */
export function watchLoss(device: DeviceDb): LossWatch {
  const listeners = new Set<() => void>();
  let loss: DataLoss | undefined;
  let isDeviceGone = false;
  const lost = (next: DataLoss) => {
    if (loss?.part === 'account') return;
    loss = next;
    for (const changed of listeners) changed();
  };
  followGone(device.dexie, () => {
    isDeviceGone = true;
    lost({ part: 'device', unsent: 0 });
  });
  return {
    loss: {
      current: () => loss,
      subscribe: (changed) => {
        listeners.add(changed);
        return () => listeners.delete(changed);
      },
    },
    follow: ({ record, db, loaders: context }) =>
      followGone(db.dexie, () => {
        const { waiting = 0, rejectedCount: needsYou = 0 } = context.status.current() ?? {};
        const next = { part: 'account', unsent: waiting + needsYou } as const;
        const look = async () => {
          if (isDeviceGone || (await isKept(device, record).catch(() => true))) lost(next);
        };
        void look();
      }),
  };
}

/** Whether the store should still be here. What is to go is noted before it goes (CLIENT-9). */
async function isKept(device: DeviceDb, { key, dbName }: Account['record']): Promise<boolean> {
  const isLeaving = (await device.leaving.get(dbName)) !== undefined;
  return !isLeaving && (await device.accounts.get(key))?.dbName === dbName;
}
