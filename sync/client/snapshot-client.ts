import { type Refusal, CairnError, refuse } from '../../model/shared/errors.ts';
import { accountsHere, currentAccount, type AccountRecord, withNames } from '../store/device-db.ts';
import { keepKey } from '../store/device-key.ts';
import { type Account, openAccount } from './account.ts';
import { accountCalls } from './account-calls.ts';
import type { Client } from './client.ts';
import { departures } from './departures.ts';
import { findKey, keepThroughReloads } from './kept-key.ts';
import { CLOSED_SNAPSHOT, SNAPSHOT } from './snapshot-mark.ts';
import { deleteSnapshot, snapshotDevice } from './snapshot-stores.ts';

/** Tells the other tabs that show the same snapshot that it is closed. */
const CLOSED = 'cairn-snapshot-closed';
/** Address of the page that opens snapshots, with the reason why it is shown. */
const ENDED = '/open-snapshot#ended';

const READ_ONLY: Refusal = refuse(
  'forbidden',
  /*i18n*/ 'This is a read-only snapshot. Nothing can be changed in it.',
);

/**
 * Client over the stores of a snapshot: the screens read them like those of an account, and every write is refused. No
 * worker runs, nothing is sent and nothing is requested. Undefined when the key of the stores is gone, after which they
 * are deleted.
 */
export async function snapshotClient(keyId: string): Promise<Client | undefined> {
  const key = await findKey(keyId);
  const device = snapshotDevice(keyId);
  const record = key && (await currentAccount(device).catch(() => undefined));
  if (key === undefined || record === undefined) {
    device.dexie.close();
    sessionStorage.removeItem(SNAPSHOT);
    await deleteSnapshot(keyId).catch(() => undefined);
    history.replaceState(null, '', ENDED);
    return undefined;
  }
  const release = keepKey(keyId, key);
  const forget = keepThroughReloads(keyId, key);
  const closed = new BroadcastChannel(CLOSED);
  const leave = async () => {
    sessionStorage.removeItem(SNAPSHOT);
    localStorage.setItem(CLOSED_SNAPSHOT + keyId, '');
    forget();
    release();
    await deleteSnapshot(keyId).catch(() => undefined);
    location.replace('/');
  };
  closed.addEventListener('message', ({ data }: MessageEvent) => {
    if (data === keyId) void leave();
  });
  const accounts = openedAccounts();
  let current: Account | undefined;
  return {
    ...visitorCalls,
    device,
    showsSnapshot: true,
    gate: { state: NOTHING, load: refused },
    loss: NOTHING,
    followFailing: () => () => undefined,
    own: accountCalls(() => Promise.resolve({ ok: false, refusal: NOT_CONNECTED })),
    currentAccount: async () => {
      const record = await currentAccount(device);
      current = record && (await accounts(record));
      return current;
    },
    account: () => current,
    expectBoard: (slug, size) => current?.snapshots.expect(slug, size),
    drafts: () => undefined,
    selectOrganization: async (orgId) => {
      const chosen = (await accountsHere(device)).find((record) => record.orgId === orgId);
      if (chosen !== undefined) await device.session.update('current', { accountKey: chosen.key });
    },
    isShared: () => Promise.resolve(true),
    understoodLoss: () => Promise.resolve(),
    ...departures(device),
    unsentWork: () => Promise.resolve(0),
    shotsHere: () => Promise.resolve(0),
    draftsHere: () => Promise.resolve({ typed: 0, texts: [], stored: new Set() }),
    sendUnsent: () => Promise.resolve(false),
    exportUnsent: () => Promise.reject(new CairnError(READ_ONLY)),
    signOut: async () => {
      closed.postMessage(keyId);
      await leave();
      return true;
    },
  };
}

const NOTHING = { current: () => undefined, subscribe: () => () => undefined };

/** Calls of people who are not signed in; no screen of a snapshot makes one. */
const refused = () => Promise.reject(new CairnError(READ_ONLY));
const visitorCalls = {
  signIn: refused,
  signUp: refused,
  signUpMode: refused,
  checkInvite: refused,
  acceptInvite: refused,
} as const;

const NOT_CONNECTED = refuse('unavailable', /*i18n*/ 'A snapshot has no connection to the server.');

function openedAccounts(): (record: AccountRecord) => Promise<Account> {
  const opened = new Map<string, Promise<Account>>();
  return (record) => {
    const account = opened.get(record.key) ?? readOnlyAccount(record);
    opened.set(record.key, account);
    return account;
  };
}

async function readOnlyAccount(record: AccountRecord): Promise<Account> {
  const account = openAccount(await withNames(record), {
    wake: () => undefined,
    loadMessages: () => Promise.reject(new CairnError(NOT_CONNECTED)),
    checkReplica: () => Promise.reject(new CairnError(NOT_CONNECTED)),
    holdDetails: () => undefined,
    openTasks: () => undefined,
    whileCounted: (write) => write(),
  });
  const refusal = () => Promise.resolve(READ_ONLY);
  return {
    ...account,
    mutate: refusal,
    mutateAll: (changes) => Promise.resolve(changes.map(() => READ_ONLY)),
    importGroups: () => Promise.reject(new CairnError(READ_ONLY)),
    attach: refusal,
    retry: refusal,
    discard: refusal,
    editText: refusal,
    chooseText: refusal,
    importOutbox: () => Promise.reject(new CairnError(READ_ONLY)),
    dismissNotice: () => Promise.resolve(),
  };
}
