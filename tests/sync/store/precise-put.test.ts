import 'fake-indexeddb/auto';
import Dexie, { liveQuery } from 'dexie';
import { expect, test } from 'vitest';
import { putPrecisely } from '../../../sync/store/precise-put.ts';
import { eventually } from '../../support/eventually.ts';

test('an edit of a text does not cause the order of a column to be read again, a move does', async () => {
  const db = new Dexie('precise-put');
  db.version(1).stores({ tasks: 'id, [lane+rank+id]' });
  const table = db.table('tasks');
  const row = (column: string, name: string) => ({
    id: 'a',
    scope: 's',
    v: 1,
    lane: column,
    rank: 'V',
    name,
  });
  const put = (value: ReturnType<typeof row>) =>
    db.transaction('rw', table, async () => {
      await putPrecisely(table, [value]);
    });
  await put(row('left', 'old'));

  let orders = 0;
  let texts = 0;
  const order = liveQuery(() => {
    orders += 1;
    return table
      .where('[lane+rank+id]')
      .between(['left', '', ''], ['left', '\uffff', '\uffff'])
      .primaryKeys();
  }).subscribe(() => undefined);
  const text = liveQuery(() => {
    texts += 1;
    return table.bulkGet(['a']);
  }).subscribe(() => undefined);
  await eventually(() => expect([orders, texts]).toEqual([1, 1]));

  await put(row('left', 'new'));
  await eventually(() => expect(texts).toBe(2));
  await put(row('left', 'newer'));
  await eventually(() => expect(texts).toBe(3));
  expect(orders).toBe(1);

  await put(row('right', 'newer'));
  await eventually(() => expect(orders).toBe(2));

  order.unsubscribe();
  text.unsubscribe();
  db.close();
});
