import 'fake-indexeddb/auto';
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { beforeEach, describe, expect, it } from 'vitest';
import { type DeviceDb, deviceDb } from '../../../sync/store/device-db.ts';
import { rememberSession } from '../../../sync/store/remember-session.ts';
import { advanceProof, isOverdue, storedProof } from '../../../sync/store/offline-limit.ts';
import { overdueAccount } from '../../../sync/store/overdue-account.ts';
import { session } from '../support/session-data.ts';

const DAY = 24 * 60 * 60_000;

describe('the days that a device may be without the server', () => {
  let device: DeviceDb;
  let begun: number;
  beforeEach(() => {
    device = deviceDb({ indexedDB: new IDBFactory(), IDBKeyRange });
    begun = Date.now();
  });
  /** A session in two organisations, the first of which accepts seven days. */
  const limited = (offlineDays: number | null = 7) => {
    const data = session('7', ['1', '2']);
    const [first, ...rest] = data.organizations;
    if (first === undefined) throw new Error('There is no organisation');
    return {
      ...data,
      proved_at: 1_000,
      organizations: [{ ...first, offline_days: offlineDays }, ...rest],
    };
  };
  const overdueAt = async (orgId: string, now: number) => {
    const account = await device.accounts.get(`7:${orgId}`);
    return account !== undefined && (await isOverdue(device, account, now));
  };

  it('[CLIENT-12.1] are counted from the last sign-in or renewal, for the organisation that limits them', async () => {
    await rememberSession(device, limited());
    expect(await overdueAt('1', begun + 7 * DAY)).toBe(false);
    expect(await overdueAt('1', begun + 7 * DAY + 60_000)).toBe(true);
    expect(await overdueAt('2', begun + 70 * DAY)).toBe(false);
    expect(await overdueAccount(device, begun + 8 * DAY)).toMatchObject({
      account: { key: '7:1', unsent: 0 },
      provedAt: 1_000,
      others: [{ key: '7:2' }],
    });
    await advanceProof(device, begun + 8 * DAY);
    expect(await overdueAt('1', begun + 8 * DAY)).toBe(true);
    await rememberSession(device, limited());
    expect(await overdueAt('1', Date.now() + DAY)).toBe(false);
  });

  it('[CLIENT-12.2] do not become fewer when the clock of the device is set back', async () => {
    await rememberSession(device, limited());
    await advanceProof(device, begun + 6 * DAY);
    await advanceProof(device, begun - 100 * DAY);
    expect(await overdueAt('1', begun - 100 * DAY)).toBe(false);
    expect(await overdueAt('1', begun - 100 * DAY + DAY)).toBe(false);
    await advanceProof(device, begun - 100 * DAY + DAY + 60_000);
    expect(await overdueAt('1', begun - 100 * DAY + DAY + 60_000)).toBe(true);
    expect(await overdueAt('1', begun - 200 * DAY)).toBe(true);
  });

  it('[CLIENT-12.2] count the time since the last proof when a clock that was behind it is set right', async () => {
    await rememberSession(device, limited());
    const proof = await storedProof(device);
    if (proof === undefined) throw new Error('Nothing limits the time');
    await device.marks.put({ ...proof, provedAt: begun });
    await advanceProof(device, 0);
    await advanceProof(device, 2 * DAY);
    await advanceProof(device, begun + 3 * DAY);
    expect(await overdueAt('1', begun + 3 * DAY)).toBe(false);
    expect(await overdueAt('1', begun + 8 * DAY)).toBe(true);
    await device.marks.put({ ...proof, provedAt: begun });
    await advanceProof(device, 0);
    await advanceProof(device, 6 * DAY);
    await advanceProof(device, begun + DAY);
    expect(await overdueAt('1', begun + 3 * DAY)).toBe(true);
  });

  it('[CLIENT-12.3] do not count without a limit, nor on a shared computer', async () => {
    await rememberSession(device, limited(null));
    expect(await device.marks.get('proof')).toBeUndefined();
    expect(await overdueAt('1', begun + 300 * DAY)).toBe(false);
    await rememberSession(device, limited());
    expect(await overdueAt('1', begun + 300 * DAY)).toBe(true);
    await device.session.update('current', { shared: true });
    expect(await overdueAt('1', begun + 300 * DAY)).toBe(false);
  });
});
