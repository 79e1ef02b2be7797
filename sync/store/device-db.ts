import Dexie, { type DexieOptions, type Table } from 'dexie';
import type { AccessFlags } from '../../model/permissions/actor.ts';
import { ON_DISK } from './durability.ts';
import type { DeviceLock } from './device-lock.ts';
import type { SessionEndReason } from '../../model/protocol/ended-session.ts';
import type { Departure, DepartureReason } from './departure.ts';
import type { SessionProof } from './session-proof.ts';

/** One person in one organisation, as stored on this device. */
export interface AccountRecord {
  /** `<userId>:<orgId>` */
  readonly key: string;
  readonly userId: string;
  readonly orgId: string;
  readonly orgUserId: string;
  readonly orgName: string;
  readonly displayName: string;
  readonly email: string;
  /** In an encrypted store: names and address, encrypted; the three fields above are empty. See `withNames`. Empty: no page had the key. */
  readonly sealedNames?: Uint8Array;
  /** Level of the person at the last sign-in; the account's own rows are newer once they are downloaded. */
  readonly level: string;
  readonly specialRole: boolean;
  readonly access: AccessFlags;
  /** Name of the account's database. */
  readonly dbName: string;
  /** Marker outside the database: it once had data, and this number of unsent changes (CLIENT-6). */
  readonly hadData: boolean;
  readonly unsent: number;
  /** Number of shots that are not attached yet; missing in rows of older builds. */
  readonly shots?: number;
  /**
   * The server reports that the person is not a member of this organisation any more. The account is not opened and
   * nothing is sent; unsent work is kept, and continues if they are admitted again. `told`: they have read the message.
   */
  readonly lost?: 'new' | 'told';
  /** The person is not signed in, and only their unsent work is on the device, without their names (`trimLocked`). */
  readonly trimmed?: boolean;
  /** Public key that encrypts this work; missing until the server has sent one for the person. */
  readonly sealingKey?: string;
  /** From then on the organisation refuses the person without a second factor (server's milliseconds). */
  readonly factorDueAt?: number;
  /** Days without the server after which the account is not shown until its person has signed in again. */
  readonly offlineDays?: number;
  /** The organisation asks that this device encrypts what it stores (decision 0099). */
  readonly encrypt?: boolean;
  /** The plain store is being replaced by an encrypted one; it may be closed to writers (`encrypt-device.ts`). */
  readonly encrypting?: boolean;
}

/** Person who is signed in on this device; at most one row. */
export interface DeviceSession {
  readonly id: 'current';
  readonly userId: string;
  readonly accountKey: string;
  /** Signed in on a shared computer: all data is removed when the person signs out or the browser is closed. */
  readonly shared?: boolean;
  /** Id of the key that encrypts everything. Only open pages hold the key; without `shared` a passphrase opens it. */
  readonly keyId?: string;
  /** Changed when a page has the key, so that queries of every tab run again. */
  readonly unlockedAt?: number;
  /** Reason for the end of the session on the server, shown at the next sign-in. */
  readonly ended?: SessionEndReason;
}

/** Draft of one form. It is written at every key press, so that it survives a killed browser. */
export interface DraftRecord {
  /** `<account>:<form>` */
  readonly key: string;
  readonly account: string;
  /** The form's fields as JSON. */
  readonly text: string;
  /** Device's clock in milliseconds at the key press; missing in rows of older builds. */
  readonly at?: number;
}

/** Draft of a person who is not signed in, encrypted like their unsent work (decision 0043). */
export interface SealedDraft {
  readonly id: string;
  readonly account: string;
  /** Same as in `SealedBatch`. */
  readonly to: string;
  readonly lock: string;
  readonly bytes: Uint8Array;
}

/**
 * Store that is to be deleted. It is recorded in the transaction that removes its account, so that the next start
 * continues an interrupted deletion.
 */
export interface PendingDeletion {
  readonly dbName: string;
  /** The account before, restored if the store has to stay. */
  readonly account: AccountRecord;
  /** The store is deleted only if it has no unsent work: nobody has decided yet that such work may be deleted. */
  readonly ifEmpty: boolean;
  /** Store of a shared computer, whose data does not outlive the browser. */
  readonly shared: boolean;
  /** Set for a deletion without a sign-out here (CLIENT-10). */
  readonly removal?: {
    /** Id of the departure that keeps the unsent work, where `keepsUnsent`. */
    readonly departure: string;
    /** Missing in rows of an older build. */
    readonly reason?: DepartureReason;
    readonly keepsUnsent: boolean;
    /** Number of unsent changes, as far as it is known outside the store. */
    readonly unsent: number;
  };
}

/** Store that could not be opened and was replaced by another one; it is tried again at each start. */
export interface ReplacedDatabase {
  readonly dbName: string;
  /** Key of the account. */
  readonly account: string;
  /** Number of unsent changes, as far as it is known. */
  readonly unsent: number;
}

/**
 * End of the cookie's session that the server was not notified of; no script sees the cookie. `session`: the person has
 * signed out, and the session is still valid. `removal`: the person requested the removal of this device's data, which
 * is running.
 */
export interface EndingSession {
  readonly id: 'session' | 'removal';
}

/**
 * State of this database. `fresh`: it was created, and nobody has signed in since. `lost`: the browser had deleted the
 * one before, with this number of unsent changes (CLIENT-11); 0 once the person has read it. The others: see there.
 */
export type DeviceMark =
  | { readonly id: 'fresh' }
  | { readonly id: 'lost'; readonly unsent: number }
  | SessionProof
  | DeviceLock;

/** Database of the device: session, drafts, and accounts with unsent work (CLIENT-1). It contains no token. */
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
  /** Options of every database on this device: IndexedDB of another place than the browser's own, e.g. in memory. */
  readonly stores: DexieOptions;
}

export function deviceDb(options: DexieOptions = {}, name = 'cairn-device'): DeviceDb {
  const dexie = new Dexie(name, { ...ON_DISK, ...options });
  // As with `STORE_VERSION`, earlier versions are not declared.
  dexie.version(6).stores({
    accounts: 'key, userId',
    session: 'id',
    drafts: 'key, account',
    leaving: 'dbName',
    ending: 'id',
    former: 'dbName, account',
    departures: 'id, userId',
    sealedDrafts: 'id, account',
    marks: 'id',
  });
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
    stores: options,
  };
}

/** Name of the lock for encrypting an account's kept work, or checking it before use. */
export function keptLock(account: string): string {
  return `cairn-kept:${account}`;
}

export function accountKey(userId: string, orgId: string): string {
  return `${userId}:${orgId}`;
}

/**
 * Account with its names, which are encrypted in an encrypted store. Rejects with CairnError `forbidden` when nobody
 * holds the key.
 */
export async function withNames(record: AccountRecord): Promise<AccountRecord> {
  if (record.sealedNames === undefined) return record;
  const { openNames } = await import('./sealed-names.ts');
  return openNames(record);
}

/** Organisations of the person who is signed in here, in the order in which they were added. */
export async function accountsHere(db: DeviceDb): Promise<readonly AccountRecord[]> {
  const session = await db.session.get('current');
  return session === undefined ? [] : accountsOf(db, session.userId);
}

/** Organisations of a person, in the order in which they were added. */
export async function accountsOf(db: DeviceDb, userId: string): Promise<readonly AccountRecord[]> {
  const known = await db.accounts.where('userId').equals(userId).toArray();
  return known.filter(({ lost }) => lost === undefined);
}

/** Number of unsent changes in the replaced databases of these accounts. */
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

/** The same accounts, with the unsent changes of their replaced databases added. */
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

/** Lost organisations of the person who is signed in here whose message they have not read. */
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

/** Records that the person has read the message about the loss. */
export async function lossReported(db: DeviceDb, key: string): Promise<void> {
  await db.accounts.update(key, { lost: 'told' });
}

/** Pending deletions without a sign-out (CLIENT-10). */
export function removals(device: DeviceDb): Promise<readonly PendingDeletion[]> {
  return device.leaving.filter(({ removal }) => removal !== undefined).toArray();
}

/** Deletes every draft of an account whose data leaves the device. */
export async function forgetDrafts(device: DeviceDb, account: string): Promise<void> {
  await device.drafts.where('account').equals(account).delete();
  await device.sealedDrafts.where('account').equals(account).delete();
}

/** The open account, or undefined when nobody is signed in. */
export async function currentAccount(db: DeviceDb): Promise<AccountRecord | undefined> {
  const session = await db.session.get('current');
  return session === undefined ? undefined : db.accounts.get(session.accountKey);
}
