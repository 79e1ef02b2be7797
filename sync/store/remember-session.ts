import type { AccountNames } from '../../model/protocol/account-names.ts';
import type { SessionData } from '../../model/protocol/session.ts';
import { accountKey, type AccountRecord, type DeviceDb } from './device-db.ts';
import type { DeviceLock } from './device-lock.ts';
import type { RowCipher } from './row-cipher.ts';
import { NAMELESS, namesOf } from './sealed-names.ts';
import { isLastingKey, keyIdOf, sealedName } from './sealed-name.ts';
import { proofOf } from './session-proof.ts';

/** Mode of a sign-in: `keyId` is the key that encrypts everything, undefined where nothing is encrypted. */
export interface SignInMode {
  readonly keyId: string | undefined;
  /** Lock of that key, which a deletion of older stores may drop during the sign-in. */
  readonly lock?: DeviceLock;
}

/**
 * Stores the server's data of a sign-in. Accounts of other people stay unchanged, locked with their work; so do the
 * person's own accounts in organisations they left. The open organisation stays open while the person is a member.
 * `mode` is the choice at sign-in; the renewal of a session keeps its mode.
 */
export async function rememberSession(
  db: DeviceDb,
  data: SessionData,
  mode?: SignInMode,
): Promise<void> {
  const before = await db.session.get('current');
  const own = before?.userId === data.user.id ? before : undefined;
  const keyId = mode === undefined ? own?.keyId : mode.keyId;
  // Before the transaction, which would end during the request for the key.
  const cipher = keyId === undefined ? undefined : await cipherIn(keyId);
  await db.dexie.transaction('rw', [db.accounts, db.session, db.leaving, db.former, db.marks], () =>
    storeSession(db, data, { mode, keyId, cipher }),
  );
}

/**
 * Stores the data of a renewal for the person who is signed in. A response that arrives after a sign-out or another
 * person's sign-in is dropped: it would give access to the person who uses the device now.
 */
export async function rememberRenewal(db: DeviceDb, data: SessionData): Promise<void> {
  const { keyId } = (await db.session.get('current')) ?? {};
  const cipher = keyId === undefined ? undefined : await cipherIn(keyId);
  await db.dexie.transaction(
    'rw',
    [db.accounts, db.session, db.leaving, db.former, db.marks],
    async () => {
      const session = await db.session.get('current');
      if (session?.userId !== data.user.id || session.keyId !== keyId) return;
      await storeSession(db, data, { mode: undefined, keyId, cipher });
    },
  );
}

/** Undefined for a key with a passphrase that nobody has entered: the accounts are stored without new names. */
async function cipherIn(keyId: string): Promise<RowCipher | undefined> {
  // Loaded where something is encrypted.
  const keys = await import('./device-key.ts');
  const cipher = keys.cipherOf(keyId);
  return isLastingKey(keyId) ? cipher.catch(() => undefined) : cipher;
}

interface Storing {
  readonly mode: SignInMode | undefined;
  readonly keyId: string | undefined;
  readonly cipher: RowCipher | undefined;
}

async function storeSession(
  db: DeviceDb,
  data: SessionData,
  { mode, keyId, cipher }: Storing,
): Promise<void> {
  const userId = data.user.id;
  await db.marks.delete('fresh');
  const lock = mode?.lock;
  // Without it nobody could open the stores of this session again.
  if (lock !== undefined && (await db.marks.get(lock.id)) === undefined) await db.marks.put(lock);
  const proof = proofOf(data, Date.now());
  await (proof === undefined ? db.marks.delete('proof') : db.marks.put(proof));
  for (const organization of data.organizations) {
    const orgId = organization.organization_id;
    const key = accountKey(userId, orgId);
    const known = await db.accounts.get(key);
    const names = {
      orgName: organization.organization_name,
      displayName: data.user.display_name,
      email: data.user.email,
    };
    const kept = known !== undefined && keyIdOf(known.dbName) === keyId ? known : undefined;
    if (known !== undefined && kept === undefined) await leaveStore(db, known);
    const sealingKey = data.sealing_key ?? known?.sealingKey;
    await db.accounts.put({
      key,
      userId,
      orgId,
      orgUserId: organization.organization_user_id,
      ...storedNames(names, { key, keyId, cipher, known: kept }),
      level: organization.user_level,
      specialRole: organization.organization_special_role,
      access: organization.role_access,
      dbName: kept?.dbName ?? (await freeName(db, { userId, orgId, keyId })),
      hadData: kept?.hadData ?? false,
      unsent: kept?.unsent ?? 0,
      ...(kept?.encrypting === true && { encrypting: true }),
      ...(sealingKey !== undefined && { sealingKey }),
      ...rulesOf(organization),
    });
  }
  const session = await db.session.get('current');
  const keys = data.organizations.map(({ organization_id }) => accountKey(userId, organization_id));
  const mine = await db.accounts.where('userId').equals(userId).toArray();
  for (const record of mine) {
    if (keys.includes(record.key) || record.lost !== undefined) continue;
    await db.accounts.put({ ...record, lost: 'new' });
  }
  const open = session !== undefined && keys.includes(session.accountKey);
  const accountOpen = open ? session.accountKey : keys[0];
  // No organisation is left: the person has to be admitted again first.
  if (accountOpen === undefined && session?.userId === userId) await db.session.delete('current');
  if (accountOpen === undefined || (open && mode === undefined)) return;
  const shared = keyId !== undefined && !isLastingKey(keyId);
  const own = keyId !== undefined && { keyId };
  await db.session.put({ id: 'current', userId, accountKey: accountOpen, shared, ...own });
}

function rulesOf({
  factor_due_at: factorDueAt,
  offline_days: offlineDays,
  encrypt_devices: encrypt,
}: SessionData['organizations'][number]): Pick<
  AccountRecord,
  'factorDueAt' | 'offlineDays' | 'encrypt'
> {
  return {
    ...(encrypt === true && { encrypt }),
    ...(typeof factorDueAt === 'number' && { factorDueAt }),
    ...(typeof offlineDays === 'number' && { offlineDays }),
  };
}

/** Names as they are stored: a device whose key cannot be read now keeps those that it has. */
function storedNames(
  names: AccountNames,
  { key, keyId, cipher, known }: NamesContext,
): Pick<AccountRecord, 'orgName' | 'displayName' | 'email' | 'sealedNames'> {
  if (keyId === undefined) return names;
  const sealedNames = cipher?.seal(names, namesOf(key)) ?? known?.sealedNames ?? new Uint8Array();
  return { ...NAMELESS, sealedNames };
}

interface NamesContext extends Pick<Storing, 'keyId' | 'cipher'> {
  /** Key of the account. */
  readonly key: string;
  /** The account before. */
  readonly known: AccountRecord | undefined;
}

/**
 * Handles a store of the other kind than the mode chosen now: its unsent work is sent from it, and then it is deleted.
 */
async function leaveStore(db: DeviceDb, account: AccountRecord): Promise<void> {
  const { dbName, key, unsent } = account;
  if (unsent > 0) await db.former.put({ dbName, account: key, unsent });
  else await db.leaving.put({ dbName, account, ifEmpty: true, shared: false });
}

/**
 * A store of the same account may still be pending deletion: opening its name would wait until the other tab closes it.
 */
export async function freeName(
  db: DeviceDb,
  { userId, orgId, keyId }: { userId: string; orgId: string; keyId: string | undefined },
): Promise<string> {
  const first =
    keyId === undefined ? `cairn-account-${userId}-${orgId}` : sealedName(keyId, userId, orgId);
  for (let count = 1; ; count += 1) {
    const name = count === 1 ? first : `${first}-${String(count)}`;
    const isTaken = (await db.leaving.get(name)) ?? (await db.former.get(name));
    if (isTaken === undefined) return name;
  }
}
