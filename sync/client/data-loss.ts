import type { DeviceDb } from '../store/device-db.ts';
import { followBrowserClose } from '../store/browser-close.ts';
import type { Observed } from '../store/reactive/observed.ts';
import type { Account } from './account.ts';

/** Data that the browser has deleted while this page was open. The value stays until the page is reloaded. */
export interface DataLoss {
  /** `device`: the device's database, which holds the session and none of the person's writes. */
  readonly part: 'account' | 'device';
  /** Number of the account's unsent mutations. */
  readonly unsent: number;
}

export interface LossWatch {
  readonly loss: Observed<DataLoss>;
  readonly follow: (account: Pick<Account, 'record' | 'db' | 'loaders'>) => void;
}

/** Observes the open databases of this page; databases that Cairn deletes do not count as lost. */
export function watchLoss(device: DeviceDb): LossWatch {
  const listeners = new Set<() => void>();
  let loss: DataLoss | undefined;
  let isDeviceGone = false;
  const lost = (next: DataLoss) => {
    if (loss?.part === 'account') return;
    loss = next;
    for (const changed of listeners) changed();
  };
  followBrowserClose(device.dexie, () => {
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
      followBrowserClose(db.dexie, () => {
        const { waiting = 0, rejectedCount: needsYou = 0 } = context.status.current() ?? {};
        const unsent = waiting + needsYou;
        const report = async () => {
          if (!isDeviceGone) {
            if (!(await isKept(device, record).catch(() => true))) return;
            // The engine updates the marker with a pause (CLIENT-6), and has nothing left to count now.
            if (unsent > 0) {
              const marker = device.accounts.update(record.key, { unsent });
              await marker.catch(() => undefined);
            }
          }
          lost({ part: 'account', unsent });
        };
        void report();
      }),
  };
}

/** True when the store should still exist: a deletion by Cairn is recorded before it starts (CLIENT-9). */
async function isKept(device: DeviceDb, { key, dbName }: Account['record']): Promise<boolean> {
  const isLeaving = (await device.leaving.get(dbName)) !== undefined;
  return !isLeaving && (await device.accounts.get(key))?.dbName === dbName;
}
