/** A token bucket per key: `burst` attempts at once, then one each `refillMs` milliseconds. */
export interface BucketRule {
  readonly burst: number;
  readonly refillMs: number;
}

export interface Buckets {
  /** Takes one attempt: 0 when there was one left, else the milliseconds until there is one. */
  readonly take: (key: string) => number;
  /** Gives one attempt back: it turned out to be harmless. */
  readonly giveBack: (key: string) => void;
}

/** Buckets held at once, so that a flood of keys cannot fill the memory. */
const MOST_KEYS = 50_000;

interface Bucket {
  /** Milliseconds of waiting that are saved up, `refillMs` an attempt: whole numbers, where parts of one do not add up. */
  readonly saved: number;
  readonly at: number;
}

/**
 * Rate limits in the memory of one process: a restart forgets them, several processes count apart. That is enough
 * against guessing, since each bucket is small, and it costs the database nothing.
 */
export function createBuckets(rule: BucketRule, now: () => number): Buckets {
  const buckets = new Map<string, Bucket>();
  const full = rule.burst * rule.refillMs;
  const savedOf = (key: string) => {
    const bucket = buckets.get(key);
    if (bucket === undefined) return full;
    const waited = now() - bucket.at;
    // The clock was put back: counting starts anew, else nobody would get in until it has caught up.
    if (waited < 0) buckets.set(key, { saved: bucket.saved, at: now() });
    return Math.min(full, bucket.saved + Math.max(0, waited));
  };
  const set = (key: string, saved: number) => {
    buckets.delete(key);
    if (saved < full) buckets.set(key, { saved, at: now() });
    // The first key is the one that was touched longest ago, and so the fullest.
    for (const oldest of buckets.keys()) {
      if (buckets.size <= MOST_KEYS) break;
      buckets.delete(oldest);
    }
  };
  return {
    take: (key) => {
      const saved = savedOf(key);
      if (saved < rule.refillMs) return Math.ceil(rule.refillMs - saved);
      set(key, saved - rule.refillMs);
      return 0;
    },
    giveBack: (key) => {
      set(key, Math.min(full, savedOf(key) + rule.refillMs));
    },
  };
}
