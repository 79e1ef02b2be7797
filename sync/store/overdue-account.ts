import type { AccountRecord, DeviceDb } from './device-db.ts';
import { isOverdue, storedProof } from './offline-limit.ts';

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
