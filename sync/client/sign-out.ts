import { accountsHere, type DeviceDb } from '../store/device-db.ts';
import { deleteIfEmpty, markForDeletion } from '../store/pending-deletion.ts';
import type { WorkerApi } from '../worker/types.ts';
import type { AccountCalls } from './account-calls.ts';
import { askForBackgroundSync } from './background-sync.ts';
import { forgetCachedFiles } from './file-cache.ts';
import { forgetPendingDeletions, trimOthers } from './forget-accounts.ts';
import { whileDeleting } from './deletion-lock.ts';
import { turnPushOff } from './push.ts';

/** What to do with work the server does not have when somebody signs out; `none`: there is none any more. */
export type UnsentChoice = 'none' | 'keep' | 'discard';

interface SigningOut {
  readonly device: DeviceDb;
  readonly api: Pick<WorkerApi, 'close' | 'open' | 'endSession'>;
  readonly own: AccountCalls;
  readonly alone?: <T>(work: () => Promise<T>) => Promise<T>;
  /** Nobody is signed in any more; the accounts with these keys are closed in this page. */
  readonly left: (keys: readonly string[]) => void;
}

/**
 * Signs out on this device, and then at the server: who closes the page behind it leaves nothing that was to go.
 * False: work was done in another tab meanwhile, and the person is still signed in.
 */
export async function signOutHere(parts: SigningOut, unsent: UnsentChoice): Promise<boolean> {
  const { device, api, own, alone = whileDeleting, left } = parts;
  const session = await device.session.get('current');
  if (session === undefined) return true;
  const here = await accountsHere(device);
  // While the server still knows who asks.
  await turnPushOff(own);
  await forgetCachedFiles();
  const accounts = unsent === 'keep' ? [] : here;
  const ifEmpty = unsent !== 'discard';
  const leave = async () => {
    const stores = await markForDeletion(device, { accounts, session, ifEmpty });
    await api.close();
    return !ifEmpty || (await deleteIfEmpty(device, stores, session)) ? stores : undefined;
  };
  const stores = await alone(leave).catch((error: unknown) => {
    // Signed out they may be all the same.
    askForBackgroundSync().catch(() => undefined);
    void api.endSession();
    throw error;
  });
  if (stores === undefined) {
    // The page opens it as well; that it could not be opened is no reason to be told that signing out failed.
    await api.open(session.accountKey).catch(() => undefined);
    return false;
  }
  // Who closes the page before the server has heard of it leaves that to the service worker, and to the next start.
  askForBackgroundSync().catch(() => undefined);
  left(accounts.map(({ key }) => key));
  // What is kept of the person is only what they have not sent; cut off here, the next start goes on with it.
  const kept = unsent === 'keep' ? trimOthers(device) : undefined;
  await Promise.all([forgetPendingDeletions(device, stores), kept, api.endSession()]);
  return true;
}
