import { describe, expect, it } from 'vitest';
import {
  isMetered,
  overBudget,
  packBudget,
  type PackItem,
  type PackRank,
  planPacking,
} from '../../../model/packing.ts';

function item(name: string, rank: PackRank, size = 10, at = '2026-01-01'): PackItem {
  return { address: `/rest/files/${name}`, file: name, rank, size, at };
}

const names = (items: readonly PackItem[]) => items.map(({ file }) => file);

describe('the order of files that come by themselves', () => {
  it('[FILE-4.2] previews first, then kept, own, recent and all other files, the newest first', () => {
    const items = [
      item('rest', 'rest'),
      item('recent', 'recent'),
      item('mine-old', 'mine', 10, '2026-01-01'),
      item('mine-new', 'mine', 10, '2026-02-01'),
      item('kept', 'kept'),
      item('preview', 'preview'),
    ];
    const { download, evict, full } = planPacking({ items, cached: [], budget: 1_000 });
    expect(names(download)).toEqual(['preview', 'kept', 'mine-new', 'mine-old', 'recent', 'rest']);
    expect([evict, full]).toEqual([[], []]);
  });

  it('[FILE-4.4] the least useful bytes leave for more useful ones, and no more than necessary', () => {
    const cached = [
      { address: '/rest/files/rest-old', size: 20 },
      { address: '/rest/files/rest-new', size: 20 },
      { address: '/rest/files/elsewhere', size: 20 },
    ];
    const items = [
      item('rest-old', 'rest', 20, '2026-01-01'),
      item('rest-new', 'rest', 20, '2026-02-01'),
      item('mine', 'mine', 20),
    ];
    const { download, evict, full } = planPacking({ items, cached, budget: 80 });
    expect(names(download)).toEqual(['mine']);
    expect([evict, full]).toEqual([[], []]);
    const less = planPacking({ items, cached, budget: 45 });
    expect(names(less.download)).toEqual([]);
    const enough = planPacking({ items, cached, budget: 80 - 1 });
    expect(enough.evict.length + enough.full.length).toBeGreaterThan(0);
  });

  it('[FILE-4.4] a budget that was reduced removes what has no room and says what is missing', () => {
    const items = [item('mine', 'mine'), item('rest', 'rest')];
    const cached = items.map(({ address, size }) => ({ address, size }));
    const { evict, full } = planPacking({ items, cached, budget: 45 });
    expect([evict, full]).toEqual([[], []]);
    const kept = [item('kept', 'kept'), item('rest', 'rest')];
    const small = planPacking({
      items: kept,
      cached: kept.map(({ address, size }) => ({ address, size })),
      budget: 12,
    });
    expect(small.evict).toEqual(['/rest/files/rest']);
    expect(names(small.full)).toEqual(['rest']);
  });

  it('[FILE-4.3] a large file comes only when the person keeps it on the device', () => {
    const large = planPacking({ items: [item('film', 'mine', 60)], cached: [], budget: 100 });
    expect(names(large.full)).toEqual(['film']);
    const kept = planPacking({ items: [item('film', 'kept', 60)], cached: [], budget: 100 });
    expect(names(kept.download)).toEqual(['film']);
  });

  it('[FILE-4.4] the service worker removes by usefulness too: viewed files count as recent', () => {
    const entries = [
      { name: 'preview', size: 10, rank: 'preview' },
      { name: 'mine', size: 10, rank: 'mine' },
      { name: 'viewed', size: 10, rank: null },
      { name: 'rest', size: 10, rank: 'rest' },
    ];
    expect(overBudget(entries, 40)).toEqual([]);
    expect(overBudget(entries, 20).map(({ name }) => name)).toEqual(['rest', 'viewed']);
  });

  it('[FILE-4.4] the budget is a fifth of what the browser grants, at most 2 GB, or the choice', () => {
    expect(packBudget(1_000_000_000)).toBe(200_000_000);
    expect(packBudget(100_000_000_000)).toBe(2_000_000_000);
    expect(packBudget(undefined)).toBe(200_000_000);
    expect(packBudget(100_000_000_000, 5_000_000_000)).toBe(5_000_000_000);
    expect(packBudget(1_000, 5_000)).toBe(1_000);
  });

  it('[FILE-4.1] a mobile connection and one that saves data are metered', () => {
    expect(isMetered({ saveData: true })).toBe(true);
    expect(isMetered({ type: 'cellular' })).toBe(true);
    expect(isMetered({ type: 'wifi', saveData: false })).toBe(false);
    expect(isMetered(undefined)).toBe(false);
  });
});
