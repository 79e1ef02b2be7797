import {
  type AccountRecord,
  accountsHere,
  type DeviceDb,
  unsentInReplaced,
} from '../store/device-db.ts';
import type { DraftsHere } from '../store/drafts-here.ts';
import type { UnsentCopy } from '../store/unsent-copy.ts';
import type { Account } from './account.ts';
import { part } from './not-saved.ts';
import type { PageApi } from './worker-link.ts';

/** Unsent work in every organisation of the person. */
export interface UnsentWork {
  /** Number of unsent changes. */
  readonly unsentWork: () => Promise<number>;
  /** Number of shots that are not attached yet; stores that cannot be read are left out. */
  readonly shotsHere: () => Promise<number>;
  /** Half-typed texts of these accounts, or of all accounts of the person when none are given, as they are now. */
  readonly draftsHere: (of?: readonly AccountRecord[]) => Promise<DraftsHere>;
  /** Tries to send everything; resolves to false when something is left after 20 s, or at once without a network. */
  readonly sendUnsent: () => Promise<boolean>;
  /**
   * Unsent and rejected mutations of these accounts, or of all accounts of the person when none are given, with files
   * that are only here and half-typed texts.
   */
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
    shotsHere: async () => {
      const { shotsIn } = await part(() => import('./forget-accounts.ts'));
      const here = await accountsHere(device);
      const all = await Promise.all(here.map((record) => shotsIn(device, record).catch(() => 0)));
      return all.reduce((sum, count) => sum + count, 0);
    },
    draftsHere: async (of) => {
      const { draftsHere } = await part(() => import('../store/drafts-here.ts'));
      return draftsHere(device, of ?? (await accountsHere(device)), localStorage);
    },
    sendUnsent: async () => navigator.onLine && (await api.drain(LONGEST_SEND)),
    exportUnsent: async (of) => {
      const [{ copyUnsent }, { readDrafts }] = await part(() =>
        Promise.all([import('../store/unsent-copy.ts'), import('../store/drafts-here.ts')]),
      );
      const draftsOf = (record: AccountRecord) => readDrafts(device, record, localStorage);
      return copyUnsent(device, of ?? (await accountsHere(device)), { draftsOf });
    },
  };
}
