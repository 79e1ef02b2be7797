/**
 * Order and room of the files that come to a device by themselves (FILE-4). Pure: the worker that downloads them
 * (sync/worker/packing.ts) and the service worker that serves them share it.
 */

/** Usefulness of bytes on the device, the most useful first. */
export type PackRank = 'preview' | 'kept' | 'mine' | 'recent' | 'rest';

/** Header of cached bytes with their `PackRank`; bytes that were only viewed have none. */
export const RANK_HEADER = 'x-cairn-rank';

const ORDER: Readonly<Record<PackRank, number>> = {
  preview: 0,
  kept: 1,
  mine: 2,
  recent: 3,
  rest: 4,
};

export interface PackItem {
  /** Path and query of the bytes, e.g. `/rest/files/<id>?size=small`. */
  readonly address: string;
  readonly file: string;
  readonly rank: PackRank;
  /** Bytes; estimated for a preview. */
  readonly size: number;
  /** Time of the file in ISO 8601; the newer ones come first. */
  readonly at: string;
}

/** Bytes in the cache. `address` as in `PackItem`. */
export interface CachedBytes {
  readonly address: string;
  readonly size: number;
}

export interface PackPlan {
  /** To be downloaded, in this order. */
  readonly download: readonly PackItem[];
  /** To be deleted before anything is downloaded. */
  readonly evict: readonly string[];
  /** Items that the budget has no room for. */
  readonly full: readonly PackItem[];
}

/** Share of what the browser grants, and most bytes of files without a choice of the person. */
const SHARE = 0.2;
const MOST = 2_000_000_000;
/** Where the browser does not say what it grants, in bytes. */
const UNKNOWN_QUOTA = 200_000_000;
/** One file may use this share of the budget, unless the person keeps it on the device. */
const LARGEST_SHARE = 0.25;

/** Bytes that files may use. `quota` is what the browser grants, `chosen` what the person has set; both in bytes. */
export function packBudget(quota: number | undefined, chosen?: number): number {
  if (chosen !== undefined) return Math.min(chosen, quota ?? chosen);
  return quota === undefined ? UNKNOWN_QUOTA : Math.min(MOST, Math.floor(quota * SHARE));
}

/**
 * Decides what is downloaded and what is deleted. Items are taken by rank, the newest first, as long as they fit;
 * cached bytes that are no item (viewed files of another organisation) come last, the oldest of them first out.
 * `cached` is in the order in which it was stored.
 */
export function planPacking({
  items,
  cached,
  budget,
}: {
  readonly items: readonly PackItem[];
  readonly cached: readonly CachedBytes[];
  readonly budget: number;
}): PackPlan {
  const here = new Map(cached.map(({ address, size }) => [address, size]));
  const download: PackItem[] = [];
  const full: PackItem[] = [];
  const stay = new Set<string>();
  let used = 0;
  for (const item of items.toSorted(byUse)) {
    const size = here.get(item.address) ?? item.size;
    const isTooLarge = item.rank !== 'kept' && size > budget * LARGEST_SHARE;
    if (isTooLarge || used + size > budget) {
      full.push(item);
      continue;
    }
    used += size;
    stay.add(item.address);
    if (!here.has(item.address)) download.push(item);
  }
  const evict: string[] = [];
  for (const { address, size } of cached.toReversed()) {
    if (stay.has(address)) continue;
    if (used + size > budget) evict.push(address);
    else used += size;
  }
  return { download, evict, full };
}

/**
 * Entries of the service worker's cache that leave it so that `budget` holds: the least useful first, of equal ones the
 * oldest. `entries` are in the order in which they were stored, with the value of `RANK_HEADER`.
 */
export function overBudget<T extends { readonly size: number; readonly rank: string | null }>(
  entries: readonly T[],
  budget: number,
): readonly T[] {
  let total = entries.reduce((sum, { size }) => sum + size, 0);
  const out: T[] = [];
  for (const entry of entries.toSorted((left, right) => orderOf(right) - orderOf(left))) {
    if (total <= budget) break;
    out.push(entry);
    total -= entry.size;
  }
  return out;
}

function orderOf({ rank }: { readonly rank: string | null }): number {
  const known = Object.entries(ORDER).find(([name]) => name === rank);
  return known === undefined ? ORDER.recent : known[1];
}

function byUse(left: PackItem, right: PackItem): number {
  const rank = ORDER[left.rank] - ORDER[right.rank];
  if (rank !== 0) return rank;
  if (left.at !== right.at) return left.at < right.at ? 1 : -1;
  return left.address < right.address ? -1 : 1;
}

/** Connection as the browser describes it; undefined where it does not. */
export interface Connection {
  readonly saveData?: boolean;
  readonly type?: string;
}

/** True when bytes may cost money: the person has asked to save data, or the connection is a mobile one. */
export function isMetered(connection: Connection | undefined): boolean {
  return connection?.saveData === true || connection?.type === 'cellular';
}
