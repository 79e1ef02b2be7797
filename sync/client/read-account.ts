import type { AccountRecord, DeviceDb } from '../store/device-db.ts';
import { type Drafts, openDrafts } from '../store/drafts.ts';
import { advanceProof } from '../store/offline-limit.ts';
import { type ShownAccount, shownAccount } from '../store/shown-account.ts';
import type { Account } from './account.ts';
import type { DeviceGate } from './device-gate.ts';
import type { SharedComputer } from './shared-computer.ts';

interface Reading {
  readonly device: DeviceDb;
  /** Key of the account that it probably is, which is read beside the session. */
  readonly expected: string | undefined;
  readonly shared: Pick<SharedComputer, 'follow' | 'draftCodec'>;
  readonly gate: Pick<DeviceGate, 'passed'>;
  /** Drafts by the key of their account; those of the account are added. */
  readonly drafts: Map<string, Drafts>;
  readonly open: (record: AccountRecord) => Promise<Account>;
}

/** Opens the account of the person who is signed in, and reads its drafts; undefined where none is shown. */
export async function readAccount(reading: Reading): Promise<Account | undefined> {
  const { device, expected, gate, open } = reading;
  const shown = await shownAccount(device, { expected, now: Date.now() });
  const record = await gate.passed(shown?.record);
  if (record === undefined) return undefined;
  // Before anything is shown: the time counts also when the page is closed at once.
  if (record.offlineDays !== undefined) await outsideQuery(() => advanceProof(device, Date.now()));
  const [account] = await Promise.all([open(record), readDrafts(reading, { ...shown, record })]);
  return account;
}

/** Drafts are read before any form opens, so that forms begin with them. */
async function readDrafts(
  { device, shared, drafts }: Reading,
  { record: { key }, drafts: stored }: ShownAccount,
): Promise<void> {
  // Before they are decoded: another tab may have signed in with the shared-computer mode.
  await shared.follow();
  if (drafts.has(key)) return;
  const source = { codec: await shared.draftCodec(), stored };
  const read = await outsideQuery(() => openDrafts(device, key, localStorage, source));
  if (!drafts.has(key)) drafts.set(key, read);
}

/** The account is read by a live query, in which Dexie refuses to store the drafts that were not on the disk yet. */
function outsideQuery<T>(work: () => Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    setTimeout(() => void work().then(resolve, reject));
  });
}
