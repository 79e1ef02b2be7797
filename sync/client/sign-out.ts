import { marksOf } from '../store/closing.ts';
import { type AccountRecord, accountsOf, type DeviceDb } from '../store/device-db.ts';
import { deleteIfEmpty, markForDeletion } from '../store/pending-deletion.ts';
import type { WorkerApi } from '../worker/types.ts';
import type { AccountCalls } from './account-calls.ts';
import { askForBackgroundSync } from './background-sync.ts';
import { forgetCachedFiles } from './file-cache.ts';
import { forgetPendingDeletions, shotsIn, trimOthers } from './forget-accounts.ts';
import { whileDeleting } from './deletion-lock.ts';
import { turnPushOff } from './push.ts';

/** Decision about unsent work at sign-out; `none`: there is no unsent work any more. */
export type UnsentChoice = 'none' | 'keep' | 'discard';

export interface SignOutOptions {
  readonly unsent: UnsentChoice;
  /** Number of shots whose deletion the person has confirmed. */
  readonly shots?: number;
  /** Marks of the half-typed texts of which the same is true (`marksOf`). */
  readonly drafts?: ReadonlySet<string>;
}

interface SigningOut {
  readonly device: DeviceDb;
  readonly api: Pick<WorkerApi, 'close' | 'open' | 'endSession'>;
  readonly own: AccountCalls;
  /** User id of the account that is open in this page; undefined without one: that of the session is used. */
  readonly userId: string | undefined;
  readonly alone?: <T>(work: () => Promise<T>) => Promise<T>;
  /** Called after the sign-out with the key of each account that this page must close. */
  readonly left: (key: string) => void;
}

/**
 * Signs out on this device first and then on the server, so that a page closed right after it leaves no data that was
 * to be removed. Resolves to false when another tab wrote meanwhile and the person is still signed in. Nothing happens
 * when somebody else has signed in meanwhile: the decision was not about their work.
 */
export async function signOutHere(
  parts: SigningOut,
  { unsent, shots = 0, drafts = new Set() }: SignOutOptions,
): Promise<boolean> {
  const { device, api, own, userId, alone = whileDeleting, left } = parts;
  const session = await device.session.get('current');
  if (session === undefined || session.userId !== (userId ?? session.userId)) return true;
  const here = await accountsOf(device, session.userId);
  // The server needs a valid session for this call.
  await turnPushOff(own);
  await forgetCachedFiles();
  const accounts = unsent === 'keep' ? [] : here;
  const ifEmpty = unsent !== 'discard';
  const leave = async () => {
    if (!ifEmpty && !(await isDecided(device, here, { shots, drafts }))) return undefined;
    const stores = await markForDeletion(device, { accounts, session, ifEmpty });
    await api.close();
    if (!ifEmpty) return stores;
    const decided = { session, shots, drafts };
    return (await deleteIfEmpty(device, stores, decided)) ? stores : undefined;
  };
  const stores = await alone(leave).catch((error: unknown) => {
    // A failure does not prevent the sign-out.
    askForBackgroundSync().catch(() => undefined);
    void api.endSession();
    throw error;
  });
  if (stores === undefined) {
    // The page opens the account itself; a failure here does not make the sign-out fail.
    // A page that asks for a passphrase has not opened it.
    if (userId !== undefined) await api.open(session.accountKey).catch(() => undefined);
    return false;
  }
  // If the page is closed before the server was notified, the service worker or the next start notifies it.
  askForBackgroundSync().catch(() => undefined);
  for (const { key } of accounts) left(key);
  // Only unsent work of the person is kept; the next start continues an interrupted trim.
  const kept = unsent === 'keep' ? trimOthers(device) : undefined;
  await Promise.all([forgetPendingDeletions(device, stores), kept, api.endSession()]);
  return true;
}

/** False when there are photos or half-typed texts of which the person was not asked. */
async function isDecided(
  device: DeviceDb,
  accounts: readonly AccountRecord[],
  { shots, drafts }: Required<Pick<SignOutOptions, 'shots' | 'drafts'>>,
): Promise<boolean> {
  const marks = await marksOf(
    device,
    accounts.map(({ key }) => key),
  );
  if (marks.some((mark) => !drafts.has(mark))) return false;
  // A store that cannot be read shows none either.
  const found = await Promise.all(
    accounts.map((account) => shotsIn(device, account).catch(() => 0)),
  );
  return found.reduce((sum, count) => sum + count, 0) <= shots;
}
