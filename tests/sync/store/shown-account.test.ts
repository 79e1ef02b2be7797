import 'fake-indexeddb/auto';
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { beforeEach, describe, expect, it } from 'vitest';
import { type DeviceDb, deviceDb } from '../../../sync/store/device-db.ts';
import { rememberSession } from '../../../sync/store/remember-session.ts';
import { shownAccount } from '../../../sync/store/shown-account.ts';
import { session } from '../support/session-data.ts';
import { roundsOf } from '../support/requests.ts';

const now = Date.now();
const DRAFT = { key: '7:1:note', account: '7:1', text: '"Boots"' };

describe('the account that a start shows', () => {
  let device: DeviceDb;
  beforeEach(async () => {
    device = deviceDb({ indexedDB: new IDBFactory(), IDBKeyRange });
    await rememberSession(device, session('7', ['1', '2']));
    await device.drafts.put(DRAFT);
    await device.drafts.put({ ...DRAFT, key: '7:2:note', account: '7:2' });
  });

  it('is read in one round with the session and its drafts where it is the expected one', async () => {
    const rounds = await roundsOf(async () => {
      const shown = await shownAccount(device, { expected: '7:1', now });
      expect(shown).toMatchObject({ record: { key: '7:1' }, drafts: [DRAFT] });
    });
    expect(rounds).toHaveLength(1);
  });

  it('is the one of the session where another was expected, without the drafts of that one', async () => {
    expect(await shownAccount(device, { expected: '7:2', now })).toEqual({
      record: await device.accounts.get('7:1'),
    });
    expect(await shownAccount(device, { expected: '8:1', now })).toEqual({
      record: await device.accounts.get('7:1'),
    });
    expect(await shownAccount(device, { expected: undefined, now })).toEqual({
      record: await device.accounts.get('7:1'),
    });
  });

  it('is none after the session has ended, although it was expected', async () => {
    await device.session.delete('current');
    expect(await shownAccount(device, { expected: '7:1', now })).toBeUndefined();
  });
});
