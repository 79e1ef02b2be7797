import {
  type AccountRecord,
  accountsHere,
  type DeviceDb,
  unsentInReplaced,
} from '../store/device-db.ts';
import type { UnsentCopy } from '../store/unsent-copy.ts';
import type { Account } from './account.ts';
import { part } from './not-saved.ts';
import type { PageApi } from './worker-link.ts';

/** What the server does not have, of every organisation of the person. */
export interface UnsentWork {
  /** How many changes. */
  readonly unsentWork: () => Promise<number>;
  /** Tries to send all of it; false when something is left after 20 s, or at once where there is no network. */
  readonly sendUnsent: () => Promise<boolean>;
  /** Everything unsent or refused of these accounts, of all the person's own when none are named. */
  readonly exportUnsent: (of?: readonly Pick<AccountRecord, 'key'>[]) => Promise<UnsentCopy>;
}

const LONGEST_SEND = 20_000;

export function unsentWork({
  device,
  api,
  account,
}: {
  readonly device: DeviceDb;
  readonly api: Pick<PageApi, 'drain'>;
  readonly account: (record: AccountRecord) => Promise<Pick<Account, 'unsent'>>;
}): UnsentWork {
  return {
    unsentWork: async () => {
      const here = await accountsHere(device);
      const counts = here.map(async (record) => (await account(record)).unsent());
      const all = await Promise.all([...counts, unsentInReplaced(device, here)]);
      return all.reduce((sum, count) => sum + count, 0);
    },
    sendUnsent: async () => navigator.onLine && (await api.drain(LONGEST_SEND)),
    exportUnsent: async (of) => {
      const { copyUnsent } = await part(() => import('../store/unsent-copy.ts'));
      return copyUnsent(device, of ?? (await accountsHere(device)));
    },
  };
}
