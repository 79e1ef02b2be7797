import type { CommittedVersion } from '../writer/writer-types.ts';
import { createRecent } from './recent.ts';

/** Publishes the versions of one stream in order, at a limited rate. */
export interface Feed {
  /** A commit of this process: its versions of this stream, in order. */
  readonly committed: (versions: readonly CommittedVersion[]) => void;
  /** The head that another process has announced. */
  readonly announced: (head: number) => void;
  /** A new subscriber needs the versions since its snapshot. */
  readonly wake: () => void;
}

/** Every version after `from` up to the head; undefined when this process does not have them all. */
export type VersionsSince = (from: number) => readonly CommittedVersion[] | undefined;

interface FeedDeps {
  readonly deliver: (since: VersionsSince, head: number) => Promise<void>;
  readonly report: (error: unknown) => void;
}

/** Deliveries that leave at once within one interval; further ones wait for its end. */
const AT_ONCE = 8;
const WINDOW_MS = 100;

/** idle --commit--> deliver at once --more than 8 in 100 ms--> gather until the interval ends --> deliver together */
export function createFeed({ deliver, report }: FeedDeps): Feed {
  const recent = createRecent();
  let head = 0;
  let sent = 0;
  let delivering = false;
  let again = false;
  let interval: NodeJS.Timeout | undefined;

  const since: VersionsSince = (from) => {
    const versions = recent.after(from);
    return versions?.at(-1)?.v === head ? versions : undefined;
  };
  const run = async (): Promise<void> => {
    delivering = true;
    do {
      again = false;
      await deliver(since, head);
    } while (again);
    delivering = false;
  };
  const start = (): void => {
    if (delivering) {
      again = true;
      return;
    }
    run().catch((error: unknown) => {
      delivering = false;
      report(error);
    });
  };
  const schedule = (): void => {
    sent += 1;
    interval ??= setTimeout(() => {
      const waiting = sent > AT_ONCE;
      interval = undefined;
      sent = 0;
      if (waiting) start();
    }, WINDOW_MS).unref();
    if (sent <= AT_ONCE) start();
  };
  return {
    committed: (versions) => {
      for (const version of versions) {
        recent.add(version);
        head = Math.max(head, version.v);
      }
      schedule();
    },
    announced: (announced) => {
      if (announced <= head) return;
      head = announced;
      schedule();
    },
    wake: schedule,
  };
}
