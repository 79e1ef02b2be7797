import Dexie, { type DexieOptions, type Table } from 'dexie';
import type { AccessFlags } from '../../model/permissions/actor.ts';
import type { SessionData } from '../../model/protocol/session.ts';

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
}

/** Who is signed in on this device; at most one row. */
export interface DeviceSession {
  readonly id: 'current';
  readonly userId: string;
  readonly accountKey: string;
  /** Signed in on a shared computer: nothing stays here when the person signs out or the browser is closed. */
  readonly shared?: boolean;
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

/**
 * A store that is to go from the device. It is noted in the transaction that takes its account away, so that it goes at
 * the next start if this one is cut off.
 */
export interface LeavingStore {
  readonly dbName: string;
  /** The account as it was: it comes back with it when the store has to stay. */
  readonly account: AccountRecord;
  /** It goes only when nothing in it is unsent: nobody has said yet that such work may go. */
  readonly ifEmpty: boolean;
  /** Of a shared computer, where nothing stays once the browser is closed. */
  readonly shared: boolean;
}

/** A store that could not be opened, and that another one stands in for; it is tried again at each start. */
export interface FormerStore {
  readonly dbName: string;
  /** Key of the account. */
  readonly account: string;
  /** What was unsent in it, as far as is known. */
  readonly unsent: number;
}

/** Somebody has signed out, and the server has not heard of it: the cookie, which no script sees, is good still. */
export interface EndingSession {
  readonly id: 'session';
}

/** The database of the device: session, drafts, and who has unsent work here (CLIENT-1). Holds no token. */
export interface DeviceDb {
  readonly dexie: Dexie;
  readonly accounts: Table<AccountRecord, string>;
  readonly session: Table<DeviceSession, string>;
  readonly drafts: Table<DraftRecord, string>;
  readonly leaving: Table<LeavingStore, string>;
  readonly ending: Table<EndingSession, string>;
  readonly former: Table<FormerStore, string>;
}

export function deviceDb(options: DexieOptions = {}): DeviceDb {
  const dexie = new Dexie('cairn-device', options);
  dexie.version(1).stores({ accounts: 'key, userId', session: 'id' });
  dexie.version(2).stores({ drafts: 'key, account' });
  dexie.version(3).stores({ leaving: 'dbName', ending: 'id', former: 'dbName, account' });
  return {
    dexie,
    accounts: dexie.table('accounts'),
    session: dexie.table('session'),
    drafts: dexie.table('drafts'),
    leaving: dexie.table('leaving'),
    ending: dexie.table('ending'),
    former: dexie.table('former'),
  };
}

export function accountKey(userId: string, orgId: string): string {
  return `${userId}:${orgId}`;
}

/**
 * Takes in what the server said at sign-in. Accounts of other people stay as they are, locked with their work; so do the
 * person's own in organisations they do not belong to any more.
 * The organisation that was open stays open when the person still belongs to it. `shared` is what was chosen at
 * sign-in; a session that is only renewed stays what it was.
 */
export async function rememberSession(
  db: DeviceDb,
  data: SessionData,
  shared?: boolean,
): Promise<void> {
  await db.dexie.transaction('rw', [db.accounts, db.session, db.leaving, db.former], async () => {
    const userId = data.user.id;
    for (const organization of data.organizations) {
      const key = accountKey(userId, organization.organization_id);
      const known = await db.accounts.get(key);
      await db.accounts.put({
        key,
        userId,
        orgId: organization.organization_id,
        orgUserId: organization.organization_user_id,
        orgName: organization.organization_name,
        displayName: data.user.display_name,
        email: data.user.email,
        level: organization.user_level,
        specialRole: organization.organization_special_role,
        access: organization.role_access,
        dbName: known?.dbName ?? (await freeName(db, userId, organization.organization_id)),
        hadData: known?.hadData ?? false,
        unsent: known?.unsent ?? 0,
      });
    }
    const session = await db.session.get('current');
    const keys = data.organizations.map(({ organization_id }) =>
      accountKey(userId, organization_id),
    );
    const mine = await db.accounts.where('userId').equals(userId).toArray();
    for (const record of mine) {
      if (keys.includes(record.key) || record.lost !== undefined) continue;
      await db.accounts.put({ ...record, lost: 'new' });
    }
    const open = session !== undefined && keys.includes(session.accountKey);
    const accountOpen = open ? session.accountKey : keys[0];
    // Nowhere to go: whoever was here has to be let in again first.
    if (accountOpen === undefined && session?.userId === userId) await db.session.delete('current');
    if (accountOpen === undefined || (open && shared === undefined)) return;
    const isShared = shared ?? (session?.userId === userId && session.shared === true);
    await db.session.put({ id: 'current', userId, accountKey: accountOpen, shared: isShared });
  });
}

/**
 * Takes in what a renewal said, of the person who is signed in here now. An answer that comes when they have signed out,
 * or when somebody else has signed in, is too late and changes nothing: it would let in whoever sits there.
 */
export async function rememberRenewal(db: DeviceDb, data: SessionData): Promise<void> {
  await db.dexie.transaction('rw', [db.accounts, db.session, db.leaving, db.former], async () => {
    const session = await db.session.get('current');
    if (session?.userId === data.user.id) await rememberSession(db, data);
  });
}

/** The organisations of the person who is signed in here, in the order they were learnt. */
export async function accountsHere(db: DeviceDb): Promise<readonly AccountRecord[]> {
  const session = await db.session.get('current');
  if (session === undefined) return [];
  const mine = await db.accounts.where('userId').equals(session.userId).toArray();
  return mine.filter(({ lost }) => lost === undefined);
}

/** What is unsent in stores of these accounts that cannot be opened now. */
export async function unsentInFormer(
  db: DeviceDb,
  accounts: readonly AccountRecord[],
): Promise<number> {
  const former = await db.former
    .where('account')
    .anyOf(accounts.map(({ key }) => key))
    .toArray();
  return former.reduce((sum, { unsent }) => sum + unsent, 0);
}

/** The same accounts, with what is unsent in their former stores counted in. */
export function withFormer(
  db: DeviceDb,
  accounts: readonly AccountRecord[],
): Promise<readonly AccountRecord[]> {
  return Promise.all(
    accounts.map(async (account) => {
      const unsent = account.unsent + (await unsentInFormer(db, [account]));
      return { ...account, unsent };
    }),
  );
}

/** Organisations that the person who is signed in here has lost and has not been told about. */
export async function lostAccounts(db: DeviceDb): Promise<readonly AccountRecord[]> {
  const session = await db.session.get('current');
  if (session === undefined) return [];
  const mine = await db.accounts.where('userId').equals(session.userId).toArray();
  return withFormer(
    db,
    mine.filter(({ lost }) => lost === 'new'),
  );
}

/** The person has read that they lost it. */
export async function lossTold(db: DeviceDb, key: string): Promise<void> {
  await db.accounts.update(key, { lost: 'told' });
}

/** Forgets every draft of an account, when its data leave the device. */
export async function forgetDrafts(device: DeviceDb, account: string): Promise<void> {
  await device.drafts.where('account').equals(account).delete();
}

/** The account that is open, or undefined when nobody is signed in. */
export async function currentAccount(db: DeviceDb): Promise<AccountRecord | undefined> {
  const session = await db.session.get('current');
  return session === undefined ? undefined : db.accounts.get(session.accountKey);
}

/** A store of the same account may not have gone yet: a name that is waited for would open when that tab lets go of it. */
async function freeName(db: DeviceDb, userId: string, orgId: string): Promise<string> {
  const first = `cairn-account-${userId}-${orgId}`;
  for (let count = 1; ; count += 1) {
    const name = count === 1 ? first : `${first}-${String(count)}`;
    const isTaken = (await db.leaving.get(name)) ?? (await db.former.get(name));
    if (isTaken === undefined) return name;
  }
}
