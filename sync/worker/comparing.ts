import { isMetered } from '../../model/packing.ts';
import { currentConnection } from '../browser/connection.ts';
import type { Clock, Online, Random, Timers } from '../core/ports/machine.ts';
import type { Comparison } from '../core/ports/comparison.ts';
import type { Engine } from '../engine/engine.ts';
import type { AccountDb } from '../store/database.ts';
import { syncStatus } from '../store/sync-status.ts';

/** Milliseconds between two comparisons; up to a third more, so that devices do not ask at the same time. */
const EVERY = 15 * 60_000;
/** Until the next one when the last one left something, and between two looks whether the engine is idle. */
const SOON = 60_000;

interface Parts {
  readonly machine: { readonly clock: Clock; readonly random: Random; readonly timers: Timers };
  readonly online: Pick<Online, 'isOnline' | 'isVisible'>;
}

interface Comparing {
  readonly db: AccountDb;
  readonly engine: Pick<Engine, 'compare' | 'releaseCold'>;
}

/**
 * PULL-9.5: compares this device with the server now and then, while the engine is idle and the tab visible. All tabs
 * read when the last comparison was, whichever of them made it. Returns the function that stops it.
 */
export function startComparing({ machine, online }: Parts, { db, engine }: Comparing): () => void {
  const { clock, random, timers } = machine;
  let isStopped = false;
  let cancel: () => void = () => undefined;
  const schedule = (milliseconds: number) => {
    if (!isStopped) cancel = timers.after(milliseconds, () => void run());
  };
  const run = async () => {
    let next = SOON;
    try {
      const left = dueIn(await comparisonOf(db), clock.now());
      if (left > 0) next = left;
      else if (online.isOnline() && online.isVisible() && (await isIdle(db))) {
        await engine.compare({ isMetered: isMetered(currentConnection()) });
        const compared = await comparisonOf(db);
        if (isReleaseDue(compared, clock.now())) await engine.releaseCold();
        next = dueIn(compared, clock.now());
      }
    } catch {
      // The store was closed, or could not be read or written: tried again.
    }
    schedule(next + Math.floor((random.next() * next) / 3));
  };
  schedule(0);
  return () => {
    isStopped = true;
    cancel();
  };
}

async function comparisonOf(db: AccountDb): Promise<Comparison | undefined> {
  const row = await db.meta.get('comparison');
  return row?.key === 'comparison' ? row : undefined;
}

/** Milliseconds until the next comparison; 0 when the clock was set back since the last one. */
function dueIn(known: Comparison | undefined, now: number): number {
  if (known === undefined || now < known.ranAt) return 0;
  return Math.max(0, known.ranAt + (isUnfinished(known) ? SOON : EVERY) - now);
}

/** Milliseconds between two releases of details (OUT-7.6). */
const RELEASE_EVERY = 86_400_000;

function isReleaseDue(compared: Comparison | undefined, now: number): boolean {
  const at = compared?.releasedAt;
  return at === undefined || Math.abs(now - at) >= RELEASE_EVERY;
}

/** A scope that waits for the person's own change, or stays different, is no reason to hurry. */
function isUnfinished({ failure, streams }: Comparison): boolean {
  const reasons = Object.values(streams).flatMap(({ left }) =>
    Object.values(left).map(({ reason }) => reason),
  );
  return [failure, ...reasons].some((reason) => reason === 'later' || reason === 'behind');
}

async function isIdle(db: AccountDb): Promise<boolean> {
  const { phase, waiting } = await syncStatus(db);
  return phase === 'up-to-date' || (phase === 'needs-you' && waiting === 0);
}
