import type { SignUpMode, Invite } from '../../model/protocol/session.ts';
import {
  type AccountRecord,
  accountsHere,
  currentAccount,
  type DeviceDb,
  deviceDb,
  withNames,
} from '../store/device-db.ts';
import { type DraftCodec, type Drafts, openDrafts } from '../store/drafts.ts';
import type { Observed } from '../store/reactive/observed.ts';
import type { Credentials, SignUp } from '../worker/types.ts';
import type { Account } from './account.ts';
import { type AccountCalls, accountCalls } from './account-calls.ts';
import { type DataLoss, type LossWatch, watchLoss } from './data-loss.ts';
import { type Departures, departures, followRemovals } from './departures.ts';
import { type LostAccess, lostAccess } from './lost-access.ts';
import { isSharedHere, signInHere } from './sign-in.ts';
import { sharedComputer } from './shared-computer.ts';
import type { UnsentChoice } from './sign-out.ts';
import { askForBackgroundSync } from './background-sync.ts';
import { inOrder } from './in-order.ts';
import { part } from './not-saved.ts';
import { type UnsentMark, unsentMark } from './unsent-mark.ts';
import { type UnsentWork, unsentWork } from './unsent-work.ts';
import { untilDone } from './until-done.ts';
import { startWorker, unwrap, type WorkerLink } from './worker-link.ts';

/** The one door of the UI to data and sync. */
export interface Client extends LostAccess, Departures, UnsentWork {
  readonly device: DeviceDb;
  /** What the browser has taken away while this page was open. */
  readonly loss: Observed<DataLoss>;
  /** Told at once, and whenever the worker fails to start and when it runs again; returns how to stop. */
  readonly followFailing: WorkerLink['followFailing'];
  /** These reject with CairnError; without a network its code is `unavailable`. */
  readonly signIn: (credentials: Credentials) => Promise<void>;
  /** Answers with the server's sentence. */
  readonly signUp: (payload: SignUp) => Promise<string>;
  /** Who may found an organisation at this server. */
  readonly signUpMode: () => Promise<SignUpMode>;
  readonly checkInvite: (token: string) => Promise<Invite>;
  /** Signs in as well, in the organisation that was joined. */
  readonly acceptInvite: (input: {
    readonly token: string;
    readonly password: string;
    /** Of somebody who has no account yet. */
    readonly display_name?: string;
    readonly phone_number?: string;
  }) => Promise<void>;
  /** What only the server can do about the own account. */
  readonly own: AccountCalls;
  /** The open account, undefined when nobody is signed in here. For live queries: the same object while it stays open. */
  readonly currentAccount: () => Promise<Account | undefined>;
  /** The same without waiting: undefined also before it has been read. */
  readonly account: () => Account | undefined;
  /** Slug of the project whose board the person is about to see: a device that has nothing yet downloads it first. */
  readonly detailsOf: (slug: string) => void;
  /** Half-typed text of an account; undefined before the account has been opened. */
  readonly drafts: (accountKey: string) => Drafts | undefined;
  readonly selectOrganization: (orgId: string) => Promise<void>;
  /** True when the person said at sign-in that others use this computer too. */
  readonly isShared: () => Promise<boolean>;
  /** After false the person is still signed in: something was written in another tab that nobody has been asked about. */
  readonly signOut: (options: { readonly unsent: UnsentChoice }) => Promise<boolean>;
}

/** Starts the worker. Once a page. */
export function createClient(): Client {
  const device = deviceDb();
  const opened = new Map<string, Account>();
  const drafts = new Map<string, Drafts>();
  let current: Account | undefined;
  const isCurrent = (account: Account) => () => current === account;
  const link = startWorker({
    restarted: () => {
      tellWorker(link);
      if (current !== undefined) void startEngine(link, current.key, isCurrent(current));
    },
  });

  const losses = watchLoss(device);
  const shared = sharedComputer(device);
  const own = accountCalls((call) => link.api.ask(call));

  followVisibility(link, device);
  finishDeletion(device).catch(() => undefined);
  const left = (key: string) => {
    opened.delete(key);
    drafts.delete(key);
  };
  followRemovals(device, { left, done: () => void link.api.endSession() });

  const accounts = openedAccounts({ opened, link, losses, mark: unsentMark(device) });

  const look = async () => {
    if (shared.mustCheckFirst()) await shared.look;
    // The device's database is empty now: that says nothing of who is signed in.
    if (losses.loss.current() !== undefined) return current;
    const record = await currentAccount(device);
    const next =
      record === undefined ? undefined : (accounts.known(record) ?? (await accounts.open(record)));
    if (next !== undefined) {
      // Before the drafts are read: another tab may have signed in as on a shared computer.
      await shared.follow();
      await readDrafts(device, { known: drafts, codec: shared.draftCodec }, next.key);
    }
    return next;
  };
  const show = (next: Account | undefined) => {
    if (next === current) return;
    // Signed out in another tab.
    if (next === undefined) shared.leave();
    current = next;
    if (next === undefined) void link.api.close();
    else void startEngine(link, next.key, isCurrent(next));
  };

  return {
    device,
    loss: losses.loss,
    followFailing: link.followFailing,
    signIn: async (credentials) => {
      await signInHere({ device, api: link.api, shared }, credentials);
      // Somebody else may have been signed in here until their session ended.
      finishDeletion(device).catch(() => undefined);
      if (current !== undefined) await link.api.open(current.key);
    },
    ...visitorCalls(link),
    acceptInvite: async (input) => {
      const orgId = unwrap(await link.api.acceptInvite(input));
      void navigator.storage?.persist().catch(() => false);
      if (current !== undefined) await link.api.open(current.key);
      await selectOrganization(device, orgId);
    },
    own,
    // Screens and routes ask at once, also while another organisation is being chosen.
    currentAccount: inOrder(look, show),
    account: () => current,
    detailsOf: (slug) => void link.api.detailsOf(slug),
    drafts: (accountKey) => drafts.get(accountKey),
    selectOrganization: (orgId) => selectOrganization(device, orgId),
    isShared: () => isSharedHere(device),
    ...lostAccess({ device, opened }),
    ...departures(device),
    ...unsentWork({ device, api: link.api, account: accounts.open }),
    signOut: async ({ unsent }) => {
      // Before anything is gone: who cannot forget an account does not sign out halfway.
      const { signOutHere } = await part(() => import('./sign-out.ts'));
      const out = (keys: readonly string[]) => {
        shared.leave();
        keys.forEach(left);
      };
      return signOutHere({ device, api: link.api, own, left: out }, unsent);
    },
  };
}

/** What somebody may ask who is not signed in. */
function visitorCalls({
  api,
}: Pick<WorkerLink, 'api'>): Pick<Client, 'signUp' | 'signUpMode' | 'checkInvite'> {
  return {
    signUp: async (payload) => unwrap(await api.signUp(payload)),
    signUpMode: async () => unwrap(await api.signUpMode()),
    checkInvite: async (token) => unwrap(await api.checkInvite(token)),
  };
}

/** Before any form opens, so that it begins with what was half typed. */
async function readDrafts(
  device: DeviceDb,
  {
    known,
    codec,
  }: {
    readonly known: Map<string, Drafts>;
    readonly codec: () => Promise<DraftCodec | undefined>;
  },
  accountKey: string,
): Promise<void> {
  if (known.has(accountKey)) return;
  const read = await openDrafts(device, accountKey, localStorage, await codec());
  if (!known.has(accountKey)) known.set(accountKey, read);
}

/** A device that is full, a part that could not be fetched: what waits is sent as soon as the engine can begin. */
function startEngine(link: WorkerLink, key: string, isWanted: () => boolean): Promise<void> {
  return untilDone(() => link.api.open(key), { isWanted, wait: 5_000 });
}

async function selectOrganization(device: DeviceDb, orgId: string): Promise<void> {
  const here = await accountsHere(device);
  const chosen = here.find((record) => record.orgId === orgId);
  if (chosen === undefined) return;
  await device.session.update('current', { accountKey: chosen.key });
}

/** The accounts of this page, each opened once. */
function openedAccounts({
  opened,
  link,
  losses,
  mark,
}: {
  readonly opened: Map<string, Account>;
  readonly link: WorkerLink;
  readonly losses: LossWatch;
  readonly mark: UnsentMark;
}) {
  const known = (record: AccountRecord) => {
    const account = opened.get(record.key);
    return account?.record.dbName === record.dbName ? account : undefined;
  };
  const open = async (record: AccountRecord) => {
    // All that an account is made of is loaded with the first one: the sign-in page does without.
    const { openAccount } = await import('./account.ts');
    const before = known(record);
    if (before !== undefined) return before;
    const account = openAccount(await withNames(record), { ...link, around: mark.around });
    opened.set(record.key, account);
    losses.follow(account);
    mark.follow(account);
    return account;
  };
  return { known, open };
}

/** What a sign-out began that was cut off; nobody opens these accounts any more. And what is here of other people. */
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
    // The tab may be about to go: what waits is then for the service worker.
    if (!visible) leaveToServiceWorker(device).catch(() => undefined);
  };
  document.addEventListener('visibilitychange', notify);
  const notifyOnline = () => void link.api.setOnline(navigator.onLine);
  addEventListener('online', notifyOnline);
  addEventListener('offline', notifyOnline);
  if (!navigator.onLine) notifyOnline();
  notify();
}

/** What a worker that has just been started does not know. */
function tellWorker(link: WorkerLink): void {
  if (!navigator.onLine) void link.api.setOnline(false);
  void link.api.setVisible(document.visibilityState === 'visible');
}

async function leaveToServiceWorker(device: DeviceDb): Promise<void> {
  const here = await accountsHere(device);
  if (here.some(({ unsent }) => unsent > 0)) await askForBackgroundSync();
}

/** The organisations of the person who is signed in here, as this device knows them. */
export async function listMyOrganizations(
  client: Client,
): Promise<readonly { readonly id: string; readonly name: string }[]> {
  const here = await Promise.all((await accountsHere(client.device)).map(withNames));
  return here.map(({ orgId, orgName }) => ({ id: orgId, name: orgName }));
}
