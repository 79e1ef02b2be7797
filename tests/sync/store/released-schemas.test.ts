import Dexie from 'dexie';
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { describe, expect, it } from 'vitest';
import { ENTITIES } from '../../../model/entities/registry.ts';
import { accountDb } from '../../../sync/store/database.ts';
import { RELEASED_SCHEMAS } from '../../../sync/store/released-schemas.ts';

describe('a store of an earlier release', () => {
  it.each(Object.entries(RELEASED_SCHEMAS))(
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
});
