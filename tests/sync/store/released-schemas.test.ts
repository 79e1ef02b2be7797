import Dexie from 'dexie';
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { describe, expect, it } from 'vitest';
import { ENTITIES } from '../../../model/entities/registry.ts';
import { accountDb } from '../../../sync/store/database.ts';
import { deviceDb } from '../../../sync/store/device-db.ts';
import { ACCOUNT_SCHEMAS, DEVICE_SCHEMAS } from '../support/released-schemas.ts';

describe('a store of an earlier release', () => {
  it.each(Object.entries(ACCOUNT_SCHEMAS))(
    '[VER-1] of version %s opens with this build: its rows and its outbox are kept, new tables are empty',
    async (version, stores) => {
      const options = { indexedDB: new IDBFactory(), IDBKeyRange };
      const old = new Dexie('account', options);
      old.version(Number(version)).stores(stores);
      await old.table('notes').put({ id: 'n1', scope: 'me', v: 3, title: 'Boots' });
      await old.table('outbox').put({ seq: 1, keys: ['notes:n1'], state: 'queued' });
      old.close();

      const db = accountDb('account', options);
      expect(await db.dexie.table('notes').get('n1')).toMatchObject({ title: 'Boots' });
      expect(await db.outbox.where('keys').equals('notes:n1').primaryKeys()).toEqual([1]);
      const added = ENTITIES.filter(({ table }) => stores[table] === undefined);
      const counts = added.map(({ table }) => db.dexie.table(table).count());
      expect(await Promise.all(counts)).toEqual(added.map(() => 0));
      db.dexie.close();
    },
  );

  it.each(Object.entries(DEVICE_SCHEMAS))(
    '[VER-1] a database of the device of version %s opens with this build, as one that is in use',
    async (version, stores) => {
      const options = { indexedDB: new IDBFactory(), IDBKeyRange };
      const old = new Dexie('cairn-device', options);
      old.version(Number(version)).stores(stores);
      await old.table('session').put({ id: 'current', userId: '1', accountKey: '1:1' });
      await old.table('accounts').put({ key: '1:1', userId: '1', unsent: 3 });
      old.close();

      const device = deviceDb(options);
      expect(await device.session.get('current')).toMatchObject({ accountKey: '1:1' });
      expect(await device.accounts.where('userId').equals('1').primaryKeys()).toEqual(['1:1']);
      await device.drafts.put({ key: '1:1:note', account: '1:1', text: '{}' });
      expect(await device.drafts.where('account').equals('1:1').count()).toBe(1);
      expect(await device.marks.get('fresh')).toBeUndefined();
      device.dexie.close();
    },
  );
});
