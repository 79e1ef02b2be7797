import { beforeEach, describe, expect, it } from 'vitest';
import type { Store } from '../../../sync/core/ports/store.ts';
import { retire } from '../../../sync/engine/retire.ts';
import { renameItem } from '../support/items.ts';
import { memoryStore } from '../support/memory-store.ts';

const ON_DISK = { tables: 'all', durability: 'on-disk' } as const;
const NONE: ReadonlySet<number> = new Set();

describe('the retirement of acked mutations', () => {
  let store: Store;
  let read: number;
  beforeEach(() => {
    store = memoryStore();
    read = 0;
  });

  const acked = (count: number, versionOf: (seq: number) => number | null) =>
    store.write(ON_DISK, (tx) =>
      tx.putOutbox(
        Array.from({ length: count }, (_, index) =>
          renameItem(index + 1, `c${String(index + 1)}`, {
            state: 'acked',
            v: versionOf(index + 1),
          }),
        ),
      ),
    );
  const retireOnce = () =>
    store.write(ON_DISK, (tx) => {
      const counted: typeof tx = {
        ...tx,
        outboxIn: async (...wanted) => {
          const found = await tx.outboxIn(...wanted);
          read += found.length;
          return found;
        },
      };
      return retire(counted, { stream: 'org:1', upTo: 1_000, settled: NONE, at: 0 });
    });
  const left = () => store.read([], (tx) => tx.outboxCount());

  it('[MUT-2.1] of a thousand reads little more than it retires', async () => {
    await acked(1_000, (seq) => seq);
    let more = true;
    while (more) more = await retireOnce();
    expect(await left()).toBe(0);
    expect(read).toBeLessThan(1_300);
  });

  it('[MUT-2.1] also finds those that follow many that are not due', async () => {
    await acked(300, (seq) => (seq <= 250 ? 2_000 : seq));
    expect(await retireOnce()).toBe(false);
    expect(await left()).toBe(250);
  });

  it('[MUT-2.1] ends when exactly one part was left', async () => {
    await acked(100, (seq) => seq);
    expect(await retireOnce()).toBe(false);
    expect(await left()).toBe(0);
  });
});
