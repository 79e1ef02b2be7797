import type { SignUpMode, Invite } from '../../model/protocol/session.ts';
import {
  type AccountRecord,
  accountsHere,
  type DeviceDb,
  deviceDb,
  withNames,
} from '../store/device-db.ts';
import type { Drafts } from '../store/drafts.ts';
import { advanceProof } from '../store/offline-limit.ts';
import type { SnapshotSize } from '../store/queries/board-snapshot.ts';
import type { Observed } from '../store/reactive/observed.ts';
import { refuseCreation } from '../store/refuse-creation.ts';
import type { Credentials, SignUp } from '../worker/types.ts';
import type { Account } from './account.ts';
import { type AccountCalls, accountCalls } from './account-calls.ts';
import { type DataLoss, type LossWatch, watchLoss } from './data-loss.ts';
import { type DeviceGate, deviceGate } from './device-gate.ts';
import { type Departures, departures, followRemovals } from './departures.ts';
import { type LostAccess, lostAccess } from './lost-access.ts';
import { readAccount } from './read-account.ts';
import { isSharedHere, type SharedComputer, sharedComputer } from './shared-computer.ts';
import type { SignOutOptions } from './sign-out.ts';
import { afterFirstFrame } from './after-first-frame.ts';
import { askForBackgroundSync } from './background-sync.ts';
import { type EarlyAccount, earlyAccount } from './early-account.ts';
import { inOrder } from './in-order.ts';
import { part } from './not-saved.ts';
import { type UnsentMark, unsentMark } from './unsent-mark.ts';
import { type UnsentWork, unsentWork } from './unsent-work.ts';
import { untilDone } from './until-done.ts';
import { startWorker, unwrap, type WorkerLink } from './worker-link.ts';

/** Entry point of the UI to data and synchronisation. */
export interface Client extends LostAccess, Departures, UnsentWork {
  readonly device: DeviceDb;
  /** Set when this tab shows a snapshot, which nothing changes. */
  readonly showsSnapshot?: true;
  /** Passphrase of an encrypted device (decision 0099). */
  readonly gate: Pick<DeviceGate, 'state' | 'load'>;
  /** Data that the browser has deleted while this page was open. */
  readonly loss: Observed<DataLoss>;
  /**
   * Calls `notify` immediately, and whenever the worker fails to start or runs again; returns the unsubscribe function.
   */
  readonly followFailing: WorkerLink['followFailing'];
  /** These calls reject with CairnError; without a network its code is `unavailable`. */
  readonly signIn: (credentials: Credentials) => Promise<void>;
  /** Resolves to the server's sentence. */
  readonly signUp: (payload: SignUp) => Promise<string>;
  /** Permission to create an organisation on this server. */
  readonly signUpMode: () => Promise<SignUpMode>;
  readonly checkInvite: (token: string) => Promise<Invite>;
  /** Also signs in, in the organisation of the invitation. */
  readonly acceptInvite: (input: {
    readonly token: string;
    readonly password: string;
    /** Only for a person without an account. */
    readonly display_name?: string;
    readonly phone_number?: string;
  }) => Promise<void>;
  /** Calls about the own account that only the server can answer. */
  readonly own: AccountCalls;
  /**
   * The open account; undefined when nobody is signed in on this device. For live queries: the same object while the
   * account stays open.
   */
  readonly currentAccount: () => Promise<Account | undefined>;
  /** Synchronous form of `currentAccount`: also undefined before the account has been read. */
  readonly account: () => Account | undefined;
  /**
   * Board that opens next: its first rows are read as soon as the account is open, and a device without data downloads
   * its project first.
   */
  readonly expectBoard: (slug: string, size: SnapshotSize) => void;
  /** Drafts of an account; undefined before the account has been opened. */
  readonly drafts: (accountKey: string) => Drafts | undefined;
  readonly selectOrganization: (orgId: string) => Promise<void>;
  /** True when the person chose "shared computer" at sign-in. */
  readonly isShared: () => Promise<boolean>;
  /**
   * Resolves to false when the person is still signed in, because another tab wrote a change that they have not decided
   * about.
   */
  readonly signOut: (options: SignOutOptions) => Promise<boolean>;
}

/** Starts the worker; call it once per page. */
export function createClient(): Client {
  const device = openedDevice();
  const early = earlyAccount();
  const later = afterFirstFrame(early);
  const opened = new Map<string, Account>();
  const drafts = new Map<string, Drafts>();
  let current: Account | undefined;
  const firstFrame = firstFrameReads();
  const runEngine = (of: Account) => startEngine(link, of.key, () => current === of);
  const link = startWorker({
    begin: later.run,
    restarted: () => {
      sendState(link);
      if (current !== undefined) void runEngine(current);
    },
  });

  const losses = watchLoss(device);
  const shared = sharedComputer(device);
  const gate = deviceGate(shared);
  const whileSigningOut = signingOut(device, shared);
  const own = accountCalls((call) => link.api.ask(call));

  followVisibility(link, device);
  const left = (key: string) => {
    const account = opened.get(key);
    if (account !== undefined) accounts.signedOut(account);
    [opened, drafts].forEach((known) => known.delete(key));
  };
  const mark = unsentMark(device);
  later.run(() => followDevice(device, { mark, left, done: () => void link.api.endSession() }));
  const accounts = openedAccounts({ opened, early, link, losses, mark });

  const open = async (record: AccountRecord) => {
    const next = await accounts.open(record);
    if (current === undefined) firstFrame.begin(next);
    return next;
  };
  const read = async () => {
    if (shared.mustCheckFirst()) await shared.checked;
    // After a loss the device's database is empty, which does not mean that nobody is signed in.
    if (losses.loss.current() !== undefined) return current;
    const expected = current === undefined ? early.accountKey : undefined;
    return readAccount({ device, expected, shared, gate, drafts, open });
  };
  const show = (next: Account | undefined) => {
    early.shown(next?.record);
    later.opened();
    if (next === current) return;
    // Another tab has signed out. A sign-out here needs the key until the stores are deleted.
    if (next === undefined && !whileSigningOut.runs()) void shared.leave();
    if (next === undefined && current !== undefined) accounts.signedOut(current);
    current = next;
    keepDraftsOf(next, drafts);
    if (next === undefined) void link.api.close();
    else void runEngine(next).then(drafts.get(next.key)?.readRestored);
  };

  return {
    device,
    gate,
    loss: losses.loss,
    followFailing: link.followFailing,
    ...signInCalls({ device, api: link.api, shared, shown: () => current?.key }),
    ...visitorCalls(link),
    own,
    // Screens and routes call this at once, also during a change of organisation.
    currentAccount: inOrder(read, show),
    account: () => current,
    expectBoard: (slug, size) => {
      void link.api.detailsOf(slug);
      firstFrame.expectBoard(current, slug, size);
    },
    drafts: (accountKey) => drafts.get(accountKey),
    selectOrganization: (orgId) => selectOrganization(device, orgId),
    isShared: () => isSharedHere(device),
    ...lostAccess({ device, opened }),
    ...departures(device),
    ...unsentWork({ device, api: link.api, account: accounts.open }),
    signOut: (options) =>
      whileSigningOut(async () => {
        // Loaded before anything is removed: without the code that forgets accounts a sign-out must not begin.
        const { signOutHere } = await part(() => import('./sign-out.ts'));
        const userId = current?.record.userId;
        return await signOutHere({ device, api: link.api, own, userId, left }, options);
      }),
  };
}

/** Those of others may be encrypted, decrypted or deleted on the disk before they return. */
function keepDraftsOf(account: Account | undefined, drafts: Map<string, Drafts>): void {
  for (const key of drafts.keys()) {
    const isOwn = account !== undefined && key.startsWith(`${account.record.userId}:`);
    if (!isOwn) drafts.delete(key);
  }
}

/** The first reads need it before the account's database, which opens beside it. */
function openedDevice(): DeviceDb {
  const device = deviceDb();
  device.dexie.open().catch(() => undefined);
  return device;
}

/** Keeps the key of encrypted stores until a sign-out has deleted them. */
function signingOut(device: DeviceDb, shared: Pick<SharedComputer, 'leave'>) {
  let isRunning = false;
  const run = async <T>(work: () => Promise<T>): Promise<T> => {
    isRunning = true;
    try {
      return await work();
    } finally {
      isRunning = false;
      if ((await device.session.get('current')) === undefined) await shared.leave();
    }
  };
  return Object.assign(run, { runs: () => isRunning });
}

/** What a page does for the device's data, and no screen waits for. */
function followDevice(
  device: DeviceDb,
  { mark, ...removals }: Parameters<typeof followRemovals>[1] & { readonly mark: UnsentMark },
): void {
  followProof(device);
  finishDeletion(device).catch(() => undefined);
  followRemovals(device, removals);
  mark.start();
}

/** Adds up the time without the server, which closes the account in an open page too. */
function followProof(device: DeviceDb): void {
  const advance = () => void advanceProof(device, Date.now());
  setInterval(advance, PROOF_READINGS);
  document.addEventListener('visibilitychange', advance);
  advance();
}

/** Milliseconds between two readings of the clock. */
const PROOF_READINGS = 60_000;

/** Reads for the first frame, which begin as soon as the account is open. */
function firstFrameReads() {
  let board: { readonly slug: string; readonly size: SnapshotSize } | undefined;
  return {
    expectBoard: (account: Account | undefined, slug: string, size: SnapshotSize) => {
      if (account === undefined) board = { slug, size };
      else account.snapshots.expect(slug, size);
    },
    begin: ({ firstReads, snapshots }: Account) => {
      firstReads.expect();
      if (board !== undefined) snapshots.expect(board.slug, board.size);
      board = undefined;
    },
  };
}

/** Calls after which a person is signed in; `shown` is the key of the account that is open by then. */
function signInCalls({
  device,
  api,
  shared,
  shown,
}: {
  readonly device: DeviceDb;
  readonly api: WorkerLink['api'];
  readonly shared: SharedComputer;
  readonly shown: () => string | undefined;
}): Pick<Client, 'signIn' | 'acceptInvite'> {
  const reopen = async () => {
    const key = shown();
    if (key !== undefined) await api.open(key);
  };
  return {
    signIn: async (credentials) => {
      const { signInHere } = await part(() => import('./sign-in.ts'));
      await signInHere({ device, api, shared }, credentials);
      // Data of another person may be left from a session that has ended.
      finishDeletion(device).catch(() => undefined);
      await reopen();
    },
    acceptInvite: async (input) => {
      const orgId = unwrap(await api.acceptInvite(input));
      void navigator.storage?.persist().catch(() => false);
      finishDeletion(device).catch(() => undefined);
      await reopen();
      await selectOrganization(device, orgId);
    },
  };
}

/** Calls for a person who is not signed in. */
function visitorCalls({
  api,
}: Pick<WorkerLink, 'api'>): Pick<Client, 'signUp' | 'signUpMode' | 'checkInvite'> {
  return {
    signUp: async (payload) => unwrap(await api.signUp(payload)),
    signUpMode: async () => unwrap(await api.signUpMode()),
    checkInvite: async (token) => unwrap(await api.checkInvite(token)),
  };
}

/** A full disk or a failed import is tried again: pending mutations are sent as soon as the engine can start. */
function startEngine(link: WorkerLink, key: string, isWanted: () => boolean): Promise<void> {
  return untilDone(() => link.api.open(key), { isWanted, wait: 5_000 });
}

async function selectOrganization(device: DeviceDb, orgId: string): Promise<void> {
  const here = await accountsHere(device);
  const chosen = here.find((record) => record.orgId === orgId);
  if (chosen === undefined) return;
  await device.session.update('current', { accountKey: chosen.key });
}

/** Accounts of this page; each is opened once. */
function openedAccounts({
  opened,
  early,
  link,
  losses,
  mark,
}: {
  readonly opened: Map<string, Account>;
  readonly early: EarlyAccount;
  readonly link: WorkerLink;
  readonly losses: LossWatch;
  readonly mark: UnsentMark;
}) {
  const known = (record: AccountRecord) => {
    const account = opened.get(record.key);
    return account?.record.dbName === record.dbName ? account : undefined;
  };
  /** Ends, by the key of the account, that a database is only opened if it exists. */
  const allowCreation = new Map<string, () => void>();
  const open = async (record: AccountRecord) => {
    allowCreation.get(record.key)?.();
    const earlier = known(record);
    if (earlier !== undefined) return earlier;
    // The account's code is loaded with the first account: the sign-in page does without it.
    const [{ openAccount }, db, named] = await Promise.all([
      early.code(),
      early.db(record.dbName),
      withNames(record),
    ]);
    const before = known(record);
    if (before !== undefined) return before;
    const account = openAccount(named, {
      ...link,
      db,
      whileCounted: mark.whileCounted,
    });
    opened.set(record.key, account);
    losses.follow(account);
    mark.follow(account);
    return account;
  };
  return {
    open,
    /** Its database may be deleted next, and nobody opens it meanwhile (CLIENT-9.1). */
    signedOut: ({ key, db }: Account) => {
      allowCreation.set(key, refuseCreation(db.dexie));
    },
  };
}

/** Completes an interrupted sign-out, whose accounts nobody opens again, and trims the data of other people. */
async function finishDeletion(device: DeviceDb): Promise<void> {
  const session = await device.session.get('current');
  const others = device.accounts.filter(
    ({ userId, trimmed }) => userId !== session?.userId && trimmed !== true,
  );
  if ((await device.leaving.count()) + (await others.count()) === 0) return;
  const forgetting = await import('./forget-accounts.ts');
  await forgetting.finishDeletion(device);
  await forgetting.trimOthers(device);
}

function followVisibility(link: WorkerLink, device: DeviceDb): void {
  const notify = () => {
    const visible = document.visibilityState === 'visible';
    void link.api.setVisible(visible);
    // The tab may be closed next: pending mutations are left to the service worker.
    if (!visible) leaveToServiceWorker(device).catch(() => undefined);
  };
  document.addEventListener('visibilitychange', notify);
  const notifyOnline = () => void link.api.setOnline(navigator.onLine);
  addEventListener('online', notifyOnline);
  addEventListener('offline', notifyOnline);
  if (!navigator.onLine) notifyOnline();
  notify();
}

/** Sends the state that a newly started worker does not have. */
function sendState(link: WorkerLink): void {
  if (!navigator.onLine) void link.api.setOnline(false);
  void link.api.setVisible(document.visibilityState === 'visible');
}

async function leaveToServiceWorker(device: DeviceDb): Promise<void> {
  const here = await accountsHere(device);
  if (here.some(({ unsent }) => unsent > 0)) await askForBackgroundSync();
}

/** Organisations of the person who is signed in, as stored on this device. */
export async function listMyOrganizations(
  client: Client,
): Promise<readonly { readonly id: string; readonly name: string }[]> {
  const here = await Promise.all((await accountsHere(client.device)).map(withNames));
  return here.map(({ orgId, orgName }) => ({ id: orgId, name: orgName }));
}
