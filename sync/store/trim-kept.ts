import { accountDb } from './database.ts';
import { keptLock, type AccountRecord, type DeviceDb } from './device-db.ts';
import { requestKey } from './device-key.ts';
import { draftCodec } from './draft-codec.ts';
import { type DraftCodec, type DraftJournal, waitingKeys } from './drafts.ts';
import { keepUnsentOnly } from './keep-unsent.ts';
import { sealDrafts, settleDrafts } from './kept-drafts.ts';
import { marksOf, type OnlyHere } from './closing.ts';
import { shotsOf, unsentOf } from './prepare.ts';
import { sealStore } from './seal-kept.ts';
import { leaveSharedStores } from './move-sealed.ts';
import { isLastingKey, keyIdOf } from './sealed-name.ts';

/** Runs the work while nothing else runs under this name, in any tab. */
type Alone = <T>(name: string, work: () => Promise<T>) => Promise<T>;

const webLock: Alone = (name, work) => navigator.locks.request(name, work);

/**
 * Reduces the data of people who are not signed in here to their unsent work (CLIENT-9), encrypted under the public key
 * that the server sent for each of them: rows of their organisations are downloaded again when they sign in. The next
 * start continues an interrupted run. The result lists the accounts of which nothing is left. `journal` is the page's
 * local storage.
 */
export async function trimLocked(
  device: DeviceDb,
  journal: DraftJournal,
  alone: Alone = webLock,
): Promise<readonly AccountRecord[]> {
  const empty: AccountRecord[] = [];
  for (const { key, trimmed } of await device.accounts.toArray()) {
    // A tab that was frozen may have typed since.
    if (trimmed === true && waitingKeys(journal, key).length === 0) continue;
    const account = await alone(keptLock(key), () => trimAccount(device, key, journal));
    if (account !== undefined) empty.push(account);
  }
  return empty;
}

/** The account, when it has no unsent work, no photo and no draft. Runs under the account's lock: its person may be signing in. */
async function trimAccount(
  device: DeviceDb,
  key: string,
  journal: DraftJournal,
): Promise<AccountRecord | undefined> {
  const session = await device.session.get('current');
  const account = await device.accounts.get(key);
  if (account === undefined || account.userId === session?.userId) return undefined;
  // First of all: nothing but local storage may have the last key presses.
  await settleDrafts(device, key, journal);
  const left = await trimStore(device, account.dbName, account.sealingKey);
  // A store that cannot be read now is tried at the next start.
  if (left === undefined) return undefined;
  const { unsent, shots } = left;
  const replaced = await device.former.where('account').equals(key).toArray();
  const drafts = (await marksOf(device, [key])).length;
  if (unsent + shots + drafts === 0 && replaced.length === 0) return account;
  let isTrimmed = true;
  for (const { dbName } of replaced) {
    const own = await trimStore(device, dbName, account.sealingKey);
    if (own === undefined) isTrimmed = false;
    else await device.former.update(dbName, { unsent: own.unsent });
  }
  if (account.sealingKey !== undefined && !hasPassphrase(account.dbName)) {
    const codec = await codecOf(account.dbName);
    // The last page with the key has been closed since the store was read.
    if (codec === 'none') return undefined;
    await sealDrafts(device, { account: key, publicKey: account.sealingKey, journal, codec });
    if (!(await leaveSharedStores(device, account))) isTrimmed = false;
  }
  await forgetNames(device, account, { unsent, isTrimmed });
  return undefined;
}

/** True for a store whose work a passphrase protects. */
function hasPassphrase(dbName: string): boolean {
  const keyId = keyIdOf(dbName);
  return keyId !== undefined && isLastingKey(keyId);
}

/** Codec of drafts beside a store; undefined where they are plain. */
async function codecOf(dbName: string): Promise<DraftCodec | 'none' | undefined> {
  const keyId = keyIdOf(dbName);
  if (keyId === undefined) return undefined;
  const key = await requestKey(keyId);
  return key === undefined ? 'none' : draftCodec(key);
}

/**
 * What only the store has, after everything else has been removed; undefined when it cannot be read. Unsent work behind
 * a passphrase is encrypted already.
 */
async function trimStore(
  { stores }: DeviceDb,
  dbName: string,
  publicKey: string | undefined,
): Promise<OnlyHere | undefined> {
  const db = accountDb(dbName, stores);
  try {
    await keepUnsentOnly(db);
    const found = { unsent: await unsentOf(db), shots: await shotsOf(db) };
    const isEmpty = found.unsent + found.shots === 0;
    if (isEmpty || publicKey === undefined || hasPassphrase(dbName)) return found;
    await sealStore(db, publicKey);
    return found;
  } catch {
    return undefined;
  } finally {
    db.dexie.close();
  }
}

/** Unless the person has signed in again meanwhile. */
async function forgetNames(
  device: DeviceDb,
  { key, userId }: AccountRecord,
  { unsent, isTrimmed }: { readonly unsent: number; readonly isTrimmed: boolean },
): Promise<void> {
  await device.dexie.transaction('rw', [device.accounts, device.session], async () => {
    if ((await device.session.get('current'))?.userId === userId) return;
    const nameless = { orgName: '', displayName: '', email: '' };
    await device.accounts.update(key, { ...nameless, unsent, trimmed: isTrimmed });
  });
}
