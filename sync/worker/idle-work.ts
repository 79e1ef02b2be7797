import type { Clock, Lock, Online, Random, Timers } from '../core/ports/machine.ts';
import type { Reply } from '../core/ports/transport.ts';
import type { Engine } from '../engine/engine.ts';
import type { AccountDb } from '../store/database.ts';
import type { Session } from '../browser/session.ts';
import type { AccountRecord, DeviceDb } from '../store/device-db.ts';

/** Milliseconds after the start until the code of FILE-4 and of PULL-9 is loaded; where it fails, until the next attempt. */
const PACK_DELAY = 4_000;
const COMPARE_DELAY = 45_000;

interface Parts {
  readonly device: DeviceDb;
  readonly session: Pick<Session, 'token'>;
  readonly machine: {
    readonly clock: Clock;
    readonly random: Random;
    readonly timers: Timers;
    readonly lock: Lock;
  };
  readonly online: Online;
}

interface Idle {
  readonly db: AccountDb;
  readonly record: AccountRecord;
  readonly currentBoard: () => string | null;
  readonly engine: Pick<Engine, 'compare' | 'releaseCold'>;
  readonly renew: () => Promise<Reply<void>>;
}

/** Downloads of files and comparisons with the server while the engine is idle. Returns the function that stops both. */
export function startIdleWork(
  parts: Parts,
  { db, record, currentBoard, engine, renew }: Idle,
): () => void {
  const { timers } = parts.machine;
  const isRenewed = async () => (await renew()).ok;
  const stops = [
    startLater(timers, PACK_DELAY, async () => {
      const { startPacking } = await import('./packing.ts');
      return startPacking(parts, { db, record, currentBoard, renew: isRenewed });
    }),
    startLater(timers, COMPARE_DELAY, async () => {
      const { startComparing } = await import('./comparing.ts');
      return startComparing(parts, { db, engine });
    }),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}

/** Starts something whose code is loaded after a delay; returns the function that stops it at any time. */
function startLater(
  timers: Timers,
  milliseconds: number,
  start: () => Promise<() => void>,
): () => void {
  let isStopped = false;
  let stop: () => void = () => undefined;
  const load = async () => {
    try {
      const started = await start();
      // Stopped while the code was loaded.
      if (isStopped) started();
      else stop = started;
    } catch {
      if (!isStopped) stop = timers.after(milliseconds, () => void load());
    }
  };
  stop = timers.after(milliseconds, () => void load());
  return () => {
    isStopped = true;
    stop();
  };
}
