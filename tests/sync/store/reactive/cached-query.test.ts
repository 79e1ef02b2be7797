import 'fake-indexeddb/auto';
import { afterEach, describe, expect, it } from 'vitest';
import { accountDb } from '../../../../sync/store/database.ts';
import { marksOfRows, markOfRow, pendingMarks } from '../../../../sync/store/sync-status.ts';
import { cachedQuery } from '../../../../sync/store/reactive/cached-query.ts';
import type { OutboxItem } from '../../../../sync/core/ports/outbox.ts';
import { waitUntil } from '../../../support/wait-until.ts';

const opened: { dexie: { delete: () => Promise<unknown> } }[] = [];

function open() {
  const db = accountDb(`observe-${String(opened.length)}`);
  opened.push(db);
  return db;
}

afterEach(async () => {
  for (const { dexie } of opened.splice(0)) await dexie.delete();
});

function item(seq: number, keys: readonly string[], state: OutboxItem['state']): OutboxItem {
  const actor = {
    orgId: '1',
    orgUserId: '1',
    userId: '1',
    level: 'Level 1',
    specialRole: false,
    get_access: true,
    post_access: true,
    patch_access: true,
    delete_access: true,
  };
  const none = { tries: 0, failures: 0, firstFailure: null, retryAt: 0, creates: [], parents: [] };
  return { seq, stream: 'org:1', name: 'x', args: {}, actor, at: 0, keys, state, ...none };
}

describe('a cached query', () => {
  it('is read once for many listeners, again after a change, and not without listeners', async () => {
    const db = open();
    // Creating a database publishes a change of every row.
    await db.dexie.open();
    let reads = 0;
    const counted = cachedQuery(
      db,
      async ({ outbox }) => {
        reads += 1;
        return await outbox.count();
      },
      { tables: ['outbox'], wait: 1 },
    );
    const leave = [counted.subscribe(() => undefined), counted.subscribe(() => undefined)];
    await waitUntil('it is read', () => counted.current() === 0, { withinMs: 5_000 });
    expect(reads).toBe(1);
    await db.meta.put({ key: 'client', clientId: 'c', nextSeq: 1 });
    await db.outbox.put(item(1, ['tasks/a'], 'queued'));
    await waitUntil('the change is seen', () => counted.current() === 1, { withinMs: 5_000 });
    expect(reads).toBe(2);
    for (const one of leave) one();
    await db.outbox.put(item(2, ['tasks/b'], 'queued'));
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(reads).toBe(2);
  });

  it('with `forgets` drops its value after the last listener', async () => {
    const db = open();
    await db.dexie.open();
    const count = () => db.outbox.count();
    const list = cachedQuery(db, count, { tables: ['outbox'], wait: 0, forgets: true });
    const leave = list.subscribe(() => undefined);
    await waitUntil('it is read', () => list.current() === 0, { withinMs: 5_000 });
    leave();
    expect(list.current()).toBeUndefined();
    // Unsubscribed during the read.
    list.subscribe(() => undefined)();
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(list.current()).toBeUndefined();
  });

  it('misses no change that happens during a read', async () => {
    const db = open();
    let reads = 0;
    let changed: PromiseLike<unknown> | undefined;
    const slow = cachedQuery(
      db,
      async ({ outbox }) => {
        reads += 1;
        const count = await outbox.count();
        changed ??= outbox.put(item(1, ['tasks/a'], 'queued'));
        await changed;
        return count;
      },
      { tables: ['outbox'], wait: 1 },
    );
    const leave = slow.subscribe(() => undefined);
    await waitUntil('the change is seen', () => slow.current() === 1, { withinMs: 5_000 });
    leave();
  });

  it('marks each row by its strongest pending state', async () => {
    const db = open();
    await db.outbox.bulkPut([
      item(1, ['tasks/a', 'tasks/b'], 'sending'),
      item(2, ['tasks/a'], 'queued'),
      item(3, ['tasks/c'], 'acked'),
      item(4, ['tasks/b'], 'quarantined'),
    ]);
    const marks = await pendingMarks(db);
    expect(markOfRow(marks, 'tasks', 'a')).toBe('sending');
    expect(markOfRow(marks, 'tasks', 'b')).toBe('rejected');
    expect(markOfRow(marks, 'tasks', 'c')).toBe('none');
    const pick = marksOfRows('tasks', ['a', 'c']);
    expect([...pick(marks)]).toEqual([['a', 'sending']]);
    expect(pick(await pendingMarks(db))).toBe(pick(marks));
  });
});
