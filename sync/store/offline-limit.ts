import type { AccountRecord, DeviceDb } from './device-db.ts';
import { advanced, type SessionProof } from './session-proof.ts';

const DAY_MS = 24 * 60 * 60_000;

/** Adds the time since the last reading to the stored proof; does nothing without one. */
export async function advanceProof(db: DeviceDb, now: number): Promise<void> {
  await db.dexie.transaction('rw', db.marks, async () => {
    const proof = await storedProof(db);
    if (proof !== undefined) await db.marks.put(advanced(proof, now));
  });
}

/**
 * True for an account whose organisation asks for a new sign-in, because this device was without the server for longer
 * than it accepts. The mode of a shared computer has a shorter end of its own.
 */
export async function isOverdue(
  db: DeviceDb,
  { userId, offlineDays }: AccountRecord,
  now: number,
): Promise<boolean> {
  if (offlineDays === undefined) return false;
  if ((await db.session.get('current'))?.shared === true) return false;
  const proof = await storedProof(db);
  if (proof?.userId !== userId) return false;
  return advanced(proof, now).elapsed > offlineDays * DAY_MS;
}

/** The open account that is not shown until its person has signed in again; undefined: there is none. */
export async function overdueAccount(
  db: DeviceDb,
  now: number,
): Promise<
  | {
      readonly account: AccountRecord;
      readonly provedAt: number;
      /** Accounts of the person that open without a sign-in. */
      readonly others: readonly AccountRecord[];
    }
  | undefined
> {
  const session = await db.session.get('current');
  const account = session && (await db.accounts.get(session.accountKey));
  if (account === undefined || !(await isOverdue(db, account, now))) return undefined;
  const mine = await db.accounts.where('userId').equals(account.userId).toArray();
  const others: AccountRecord[] = [];
  for (const one of mine) {
    if (one.lost === undefined && !(await isOverdue(db, one, now))) others.push(one);
  }
  return { account, provedAt: (await storedProof(db))?.provedAt ?? now, others };
}

async function storedProof(db: DeviceDb): Promise<SessionProof | undefined> {
  const mark = await db.marks.get('proof');
  return mark?.id === 'proof' ? mark : undefined;
}
