import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { expect, it } from 'vitest';
import { flags } from '../../../../model/entities/flag.ts';
import { accountDb, rows } from '../../../../sync/store/database.ts';
import { listFlags } from '../../../../sync/store/queries/flags.ts';

it('a priority that an older build stored without a status is still offered', async () => {
  const db = accountDb('flags', { indexedDB: new IDBFactory(), IDBKeyRange });
  const { status: _none, ...old } = flag('old', 0);
  await db.dexie.table('flags').put(old);
  await rows(db, flags).bulkPut([flag('new', 2), { ...flag('retired', 1), status: false }]);
  const found = await listFlags(db);
  db.dexie.close();
  expect(found.map(({ id, status }) => [id, status])).toEqual([
    ['old', true],
    ['retired', false],
    ['new', true],
  ]);
});

function flag(id: string, order: number) {
  return flags.parse({
    id,
    scope: 'directory',
    v: 1,
    name: id,
    colour_code: '#c92a2a',
    order,
    created_at: '2026-01-01T00:00:00Z',
  });
}
