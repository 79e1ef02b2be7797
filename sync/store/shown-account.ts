import type { AccountRecord, DeviceDb, DraftRecord } from './device-db.ts';
import { isOverdue } from './offline-limit.ts';

/** The account of the person who is signed in, with its stored drafts where they were read beside it. */
export interface ShownAccount {
  readonly record: AccountRecord;
  readonly drafts?: readonly DraftRecord[];
}

/**
 * Reads the open account; undefined when nobody is signed in, or when its person has to sign in again first (decision
 * 0096). `expected` is the key of the account that it probably is: it is read in the same round as the session.
 */
export async function shownAccount(
  device: DeviceDb,
  { expected, now }: { readonly expected: string | undefined; readonly now: number },
): Promise<ShownAccount | undefined> {
  const [session, probable, drafts] = await Promise.all([
    device.session.get('current'),
    expected === undefined ? undefined : device.accounts.get(expected),
    // Undefined as well where they cannot be read: a screen without its drafts is better than none.
    expected === undefined
      ? undefined
      : device.drafts
          .where('account')
          .equals(expected)
          .toArray()
          .catch(() => undefined),
  ]);
  if (session === undefined) return undefined;
  const isExpected = session.accountKey === expected;
  const record = isExpected ? probable : await device.accounts.get(session.accountKey);
  if (record === undefined || (await isOverdue(device, record, now))) return undefined;
  return isExpected && drafts !== undefined ? { record, drafts } : { record };
}
