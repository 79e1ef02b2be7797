import Dexie, { type DexieOptions, type Table } from 'dexie';
import type { AccessFlags } from '../../model/permissions/actor.ts';
import { accountNamesSchema, type SessionData } from '../../model/protocol/session.ts';
import { parseAt } from '../../model/shared/parse.ts';
import type { RowCipher } from './row-cipher.ts';
import { keyIdOf, sealedName } from './sealed-name.ts';
import type { SessionEndReason } from '../../model/protocol/session-end.ts';
import type { Departure } from './departure.ts';

/** One person in one organisation, as this device knows them. */
export interface AccountRecord {
  /** `<userId>:<orgId>` */
  readonly key: string;
  readonly userId: string;
  readonly orgId: string;
  readonly orgUserId: string;
  readonly orgName: string;
  readonly displayName: string;
  readonly email: string;
  /** On a shared computer: the names and the address, encrypted; the three fields above are empty. See `withNames`. */
  readonly sealedNames?: Uint8Array;
  /** What the server said of the level at the last sign-in; the account's own rows are newer once they are here. */
  readonly level: string;
  readonly specialRole: boolean;
  readonly access: AccessFlags;
  /** Name of the account's database. */
  readonly dbName: string;
  /** The marker outside the database: there once was data, and this much of it was unsent (CLIENT-6). */
  readonly hadData: boolean;
  readonly unsent: number;
  /**
   * The server says that the person does not belong to this organisation any more. Nothing is opened or sent from here;
   * what had not been sent is kept, and goes on when they are let in again. `told`: they have read that.
   */
  readonly lost?: 'new' | 'told';
  /** Its person is not signed in, and only what they have not sent is here, without their names (`trimLocked`). */
  readonly trimmed?: boolean;
  /** Public key under which that is encrypted; missing until a server that has one for the person was heard. */
  readonly sealingKey?: string;
}

/** Who is signed in on this device; at most one row. */
export interface DeviceSession {
  readonly id: 'current';
  readonly userId: string;
  readonly accountKey: string;
  /** Signed in on a shared computer: nothing stays here when the person signs out or the browser is closed. */
  readonly shared?: boolean;
  /** On a shared computer: the key under which everything is stored. Only open pages hold it. */
  readonly keyId?: string;
  /** Why the server does not know the session any more, for who signs in again to read. */
  readonly ended?: SessionEndReason;
}

/** Half-typed text of one form. It is written at every key, so that it survives a browser that is killed. */
export interface DraftRecord {
  /** `<account>:<form>` */
  readonly key: string;
  readonly account: string;
  /** The form's fields as JSON. */
  readonly text: string;
  /** Device's clock in milliseconds when it was typed; missing in what older builds wrote. */
  readonly at?: number;
}

/** Half-typed text of somebody who is not signed in, encrypted like their unsent work (decision 0043). */
export interface SealedDraft {
  readonly id: string;
  readonly account: string;
  /** As of a `SealedBatch`. */
  readonly to: string;
  readonly lock: string;
  readonly bytes: Uint8Array;
}

/**
 * A store that is to go from the device. It is noted in the transaction that takes its account away, so that it goes at
 * the next start if this one is cut off.
 */
export interface PendingDeletion {
  readonly dbName: string;
  /** The account as it was: it comes back with it when the store has to stay. */
  readonly account: AccountRecord;
  /** It goes only when nothing in it is unsent: nobody has said yet that such work may go. */
  readonly ifEmpty: boolean;
  /** Of a shared computer, where nothing stays once the browser is closed. */
  readonly shared: boolean;
  /** It goes without its person having signed out here (CLIENT-10). */
  readonly removal?: {
    /** Id of the departure that keeps what was not sent, where `keepsUnsent`. */
    readonly departure: string;
    readonly keepsUnsent: boolean;
    /** What was unsent in it, as far as is known outside it. */
    readonly unsent: number;
  };
}

/** A store that could not be opened, and that another one stands in for; it is tried again at each start. */
export interface ReplacedDatabase {
  readonly dbName: string;
  /** Key of the account. */
  readonly account: string;
  /** What was unsent in it, as far as is known. */
  readonly unsent: number;
}

/**
 * What the server has not heard of the session of the cookie, which no script sees. `session`: somebody has signed out,
 * and it is good still. `removal`: its person wanted the data of this device removed, and that is being done.
 */
export interface EndingSession {
  readonly id: 'session' | 'removal';
}

/**
 * What is true of this database. `fresh`: it was made anew, and nobody has signed in since. `lost`: the browser had thrown
 * the one before away, with so many changes that had not been sent (CLIENT-11); 0 once the person has read it.
 */
export type DeviceMark =
  | { readonly id: 'fresh' }
  | { readonly id: 'lost'; readonly unsent: number };

/** The database of the device: session, drafts, and who has unsent work here (CLIENT-1). Holds no token. */
export interface DeviceDb {
  readonly dexie: Dexie;
  readonly accounts: Table<AccountRecord, string>;
  readonly session: Table<DeviceSession, string>;
  readonly drafts: Table<DraftRecord, string>;
  readonly sealedDrafts: Table<SealedDraft, string>;
  readonly leaving: Table<PendingDeletion, string>;
  readonly ending: Table<EndingSession, string>;
  readonly former: Table<ReplacedDatabase, string>;
  readonly departures: Table<Departure, string>;
  readonly marks: Table<DeviceMark, string>;
}

export function deviceDb(options: DexieOptions = {}): DeviceDb {
  const dexie = new Dexie('cairn-device', options);
  dexie.version(1).stores({ accounts: 'key, userId', session: 'id' });
  dexie.version(2).stores({ drafts: 'key, account' });
  dexie.version(3).stores({ leaving: 'dbName', ending: 'id', former: 'dbName, account' });
  dexie.version(4).stores({ departures: 'id, userId' });
  dexie.version(5).stores({ sealedDrafts: 'id, account' });
  dexie.version(6).stores({ marks: 'id' });
  dexie.on('populate', (tx) => tx.table<DeviceMark>('marks').add({ id: 'fresh' }));
  return {
    dexie,
    accounts: dexie.table('accounts'),
    session: dexie.table('session'),
    drafts: dexie.table('drafts'),
    sealedDrafts: dexie.table('sealedDrafts'),
    leaving: dexie.table('leaving'),
    ending: dexie.table('ending'),
    former: dexie.table('former'),
    departures: dexie.table('departures'),
    marks: dexie.table('marks'),
  };
}

/** Held while what is kept of an account is encrypted, or looked at before it is used. */
export function keptLock(account: string): string {
  return `cairn-kept:${account}`;
}

export function accountKey(userId: string, orgId: string): string {
  return `${userId}:${orgId}`;
}

/** How somebody signs in: `keyId` names the key of a shared computer, and is undefined on one's own. */
export interface SignInMode {
  readonly keyId: string | undefined;
}

/**
 * Takes in what the server said at sign-in. Accounts of other people stay as they are, locked with their work; so do the
 * person's own in organisations they do not belong to any more.
 * The organisation that was open stays open when the person still belongs to it. `mode` is what was chosen at
 * sign-in; a session that is only renewed stays what it was.
 */
export async function rememberSession(
  db: DeviceDb,
  data: SessionData,
  mode?: SignInMode,
): Promise<void> {
  const before = await db.session.get('current');
  const own = before?.userId === data.user.id ? before : undefined;
  const keyId = mode === undefined ? own?.keyId : mode.keyId;
  // Before the transaction, which would end while the key is asked for.
  const cipher = keyId === undefined ? undefined : await cipherOf(keyId);
  await db.dexie.transaction('rw', [db.accounts, db.session, db.leaving, db.former, db.marks], () =>
    storeSession(db, data, { mode, keyId, cipher }),
  );
}

/**
 * Takes in what a renewal said, of the person who is signed in here now. An answer that comes when they have signed out,
 * or when somebody else has signed in, is too late and changes nothing: it would let in whoever sits there.
 */
export async function rememberRenewal(db: DeviceDb, data: SessionData): Promise<void> {
  const { keyId } = (await db.session.get('current')) ?? {};
  const cipher = keyId === undefined ? undefined : await cipherOf(keyId);
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

async function cipherOf(keyId: string): Promise<RowCipher> {
  const keys = await import('./device-key.ts');
  return keys.cipherOf(keyId);
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
      ...(cipher === undefined
        ? names
        : { ...NAMELESS, sealedNames: cipher.seal(names, namesOf(key)) }),
      level: organization.user_level,
      specialRole: organization.organization_special_role,
      access: organization.role_access,
      dbName: kept?.dbName ?? (await freeName(db, { userId, orgId, keyId })),
      hadData: kept?.hadData ?? false,
      unsent: kept?.unsent ?? 0,
      ...(sealingKey !== undefined && { sealingKey }),
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
  // Nowhere to go: whoever was here has to be let in again first.
  if (accountOpen === undefined && session?.userId === userId) await db.session.delete('current');
  if (accountOpen === undefined || (open && mode === undefined)) return;
  const shared = keyId === undefined ? { shared: false } : { shared: true, keyId };
  await db.session.put({ id: 'current', userId, accountKey: accountOpen, ...shared });
}

const NAMELESS = { orgName: '', displayName: '', email: '' } as const;

function namesOf(key: string): string {
  return `names:${key}`;
}

/** The account with its names, which are encrypted on a shared computer. */
export async function withNames(record: AccountRecord): Promise<AccountRecord> {
  const keyId = keyIdOf(record.dbName);
  if (keyId === undefined || record.sealedNames === undefined) return record;
  const cipher = await cipherOf(keyId);
  const names = cipher.open(record.sealedNames, namesOf(record.key));
  return { ...record, ...parseAt(accountNamesSchema, names) };
}

/**
 * A store that is not of the kind that was chosen now: what is unsent in it is sent from where it is, and then it goes.
 */
async function leaveStore(db: DeviceDb, account: AccountRecord): Promise<void> {
  const { dbName, key, unsent } = account;
  if (unsent > 0) await db.former.put({ dbName, account: key, unsent });
  else await db.leaving.put({ dbName, account, ifEmpty: true, shared: false });
}

/** The organisations of the person who is signed in here, in the order they were learnt. */
export async function accountsHere(db: DeviceDb): Promise<readonly AccountRecord[]> {
  const session = await db.session.get('current');
  if (session === undefined) return [];
  const mine = await db.accounts.where('userId').equals(session.userId).toArray();
  return mine.filter(({ lost }) => lost === undefined);
}

/** What is unsent in stores of these accounts that cannot be opened now. */
export async function unsentInReplaced(
  db: DeviceDb,
  accounts: readonly AccountRecord[],
): Promise<number> {
  const replaced = await db.former
    .where('account')
    .anyOf(accounts.map(({ key }) => key))
    .toArray();
  return replaced.reduce((sum, { unsent }) => sum + unsent, 0);
}

/** The same accounts, with what is unsent in their former stores counted in. */
export function withReplaced(
  db: DeviceDb,
  accounts: readonly AccountRecord[],
): Promise<readonly AccountRecord[]> {
  return Promise.all(
    accounts.map(async (account) => {
      const unsent = account.unsent + (await unsentInReplaced(db, [account]));
      return { ...account, unsent };
    }),
  );
}

/** Organisations that the person who is signed in here has lost and has not been told about. */
export async function lostAccounts(db: DeviceDb): Promise<readonly AccountRecord[]> {
  const session = await db.session.get('current');
  if (session === undefined) return [];
  const mine = await db.accounts.where('userId').equals(session.userId).toArray();
  const lost = await withReplaced(
    db,
    mine.filter((record) => record.lost === 'new'),
  );
  return Promise.all(lost.map(withNames));
}

/** The person has read that they lost it. */
export async function lossReported(db: DeviceDb, key: string): Promise<void> {
  await db.accounts.update(key, { lost: 'told' });
}

/** The stores that are to be removed without a sign-out, and still are here (CLIENT-10). */
export function removals(device: DeviceDb): Promise<readonly PendingDeletion[]> {
  return device.leaving.filter(({ removal }) => removal !== undefined).toArray();
}

/** Forgets every draft of an account, when its data leave the device. */
export async function forgetDrafts(device: DeviceDb, account: string): Promise<void> {
  await device.drafts.where('account').equals(account).delete();
  await device.sealedDrafts.where('account').equals(account).delete();
}

/** The account that is open, or undefined when nobody is signed in. */
export async function currentAccount(db: DeviceDb): Promise<AccountRecord | undefined> {
  const session = await db.session.get('current');
  return session === undefined ? undefined : db.accounts.get(session.accountKey);
}

/** A store of the same account may not have gone yet: a name that is waited for would open when that tab lets go of it. */
async function freeName(
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
