import type { FormerOrganization, Removal } from '../../model/protocol/session-end.ts';
import type { Departure, DepartureReason } from './departure.ts';
import { accountKey, type AccountRecord, type DeviceDb } from './device-db.ts';

/**
 * Accounts whose data leaves the device without a sign-out here (CLIENT-10). Each step is on the disk before the next
 * one begins, and the next start continues an interrupted one:
 *
 *   account --departAccounts--> pending deletion --removeStore: keep the unsent work, clear, delete--> deleted
 *                          \-- departure: has the reason and the work, stays until its person discards it
 */

interface Departing {
  readonly accounts: readonly AccountRecord[];
  readonly reason: DepartureReason;
  readonly keepsUnsent: boolean;
  /** Device's clock in milliseconds. */
  readonly at: number;
}

/**
 * From this transaction on these accounts cannot be opened. The session continues in another organisation of its
 * person, and ends without one. On a shared computer nothing is kept that could be read after the browser is closed.
 */
export async function departAccounts(device: DeviceDb, departing: Departing): Promise<void> {
  const { accounts, reason, at } = departing;
  await device.dexie.transaction('rw', device.dexie.tables, async () => {
    const session = await device.session.get('current');
    for (const { key } of accounts) {
      const account = await device.accounts.get(key);
      // Another tab has done this already.
      if (account === undefined) continue;
      const shared = session?.userId === account.userId && session.shared === true;
      const keepsUnsent = departing.keepsUnsent && !shared;
      const { id: departure } = departureOf(account, { reason, at });
      const replaced = await device.former.where('account').equals(key).toArray();
      const stores = [account, ...replaced];
      for (const { dbName, unsent } of stores) {
        const removal = { departure, reason, keepsUnsent, unsent };
        await device.leaving.put({ dbName, account, ifEmpty: false, shared, removal });
      }
      const unsent = stores.reduce((sum, store) => sum + store.unsent, 0);
      const lost = keepsUnsent ? 0 : unsent;
      await device.departures.put({ ...departureOf(account, { reason, at }), lost });
      await device.former.bulkDelete(replaced.map(({ dbName }) => dbName));
      await device.accounts.delete(key);
    }
    if (session === undefined) return;
    if ((await device.accounts.get(session.accountKey)) !== undefined) return;
    const mine = await device.accounts.where('userId').equals(session.userId).toArray();
    const next = mine.find(({ lost }) => lost === undefined);
    if (next === undefined) await device.session.delete('current');
    else await device.session.update('current', { accountKey: next.key });
  });
}

/** Departure of an account of which nothing is kept yet. */
export function departureOf(
  { key, userId, orgId, orgName, displayName }: AccountRecord,
  { reason, at }: Pick<Departure, 'reason' | 'at'>,
): Departure {
  const id = `${key}@${String(at)}`;
  return { id, userId, orgId, orgName, displayName, reason, at, lost: 0, kept: [] };
}

/** Removes the data of organisations of which the server says that the person is not a member any more. */
export async function departReplaced(
  device: DeviceDb,
  {
    userId,
    former: replaced,
    at,
  }: {
    readonly userId: string;
    readonly former: readonly FormerOrganization[];
    readonly at: number;
  },
): Promise<void> {
  for (const { organization_id: orgId, erased = false } of replaced) {
    const account = await device.accounts.get(accountKey(userId, orgId));
    if (account === undefined) continue;
    const reason = erased ? 'erased' : 'deactivated';
    await departAccounts(device, { accounts: [account], reason, keepsUnsent: true, at });
  }
}

/**
 * Removal that the person requested on another device: all data of the person is deleted, and the server is notified
 * afterwards.
 */
export async function departForRemoval(
  device: DeviceDb,
  {
    userId,
    remove,
    at,
  }: { readonly userId: string; readonly remove: Removal; readonly at: number },
): Promise<void> {
  await device.dexie.transaction('rw', device.dexie.tables, async () => {
    const keepsUnsent = remove === 'keep_unsent';
    const before = await device.departures.where('userId').equals(userId).toArray();
    // Work that was kept before is unsent work as well.
    if (!keepsUnsent) {
      await device.departures.bulkDelete(before.map(({ id }) => id));
      await keepNothingOf(device, userId);
    }
    const accounts = await device.accounts.where('userId').equals(userId).toArray();
    await departAccounts(device, { accounts, reason: 'removed', keepsUnsent, at });
    await device.ending.put({ id: 'removal' });
  });
}

/** Removals of the person that have not ended yet would show their work again. */
async function keepNothingOf(device: DeviceDb, userId: string): Promise<void> {
  const pending = await device.leaving
    .filter(({ account, removal }) => account.userId === userId && removal !== undefined)
    .toArray();
  await device.leaving.bulkPut(
    pending.map(({ removal, ...store }) => ({
      ...store,
      ...(removal !== undefined && { removal: { ...removal, keepsUnsent: false } }),
    })),
  );
}
