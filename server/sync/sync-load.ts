import { CairnError, refuse } from '../../model/shared/errors.ts';

/** Milliseconds over which large pages are counted, and their number within them. */
const WINDOW_MS = 1_000;
const LARGE_PULLS = 300;
/** First downloads at the same time: each holds its rows in memory while its reader is slow. */
const DOWNLOADS = 50;
/** Longest `Retry-After` in seconds: the outbox of the device waits as well (ENG-4.1). */
const LONGEST_WAIT = 5;

/**
 * Bounds what one process does at the same time for devices that all need much at once: after a bulk change, and after
 * a restore (PULL-7.5). A request beyond it is refused with `rate_limited` and the seconds after which there is room; the device
 * repeats it (ENG-3.1), and nothing of it has happened.
 */
export interface SyncLoad {
  /** Throws while the last second had as many large pages as this process sends. */
  readonly requirePull: () => void;
  readonly countLargePull: () => void;
  /** Throws while too many downloads run; returns the function that ends this one. */
  readonly beginDownload: () => () => void;
}

export function createSyncLoad(): SyncLoad {
  let large = 0;
  let refused = 0;
  let downloads = 0;
  let waiting = 0;
  let timer: NodeJS.Timeout | undefined;
  const count = () => {
    timer ??= setTimeout(() => {
      timer = undefined;
      large = 0;
      refused = 0;
    }, WINDOW_MS).unref();
  };
  return {
    requirePull: () => {
      if (large < LARGE_PULLS) return;
      refused += 1;
      throw busy(1 + Math.floor(refused / LARGE_PULLS));
    },
    countLargePull: () => {
      large += 1;
      count();
    },
    beginDownload: () => {
      if (downloads >= DOWNLOADS) {
        waiting += 1;
        throw busy(1 + Math.floor(waiting / DOWNLOADS));
      }
      downloads += 1;
      let hasEnded = false;
      return () => {
        if (hasEnded) return;
        hasEnded = true;
        downloads -= 1;
        waiting = Math.max(0, waiting - 1);
      };
    },
  };
}

function busy(seconds: number): CairnError {
  return new CairnError(
    refuse('rate_limited', /*i18n*/ 'Too many requests. Try again a little later.', {
      retry_after: Math.min(seconds, LONGEST_WAIT),
    }),
  );
}
