import type { Kysely } from 'kysely';
import type { Schema } from '../store/schema.ts';
import { claimForwards, forwardsAccepted, forwardsFailed } from './forward-queue.ts';
import type { SecurityTarget } from './targets.ts';

/** The queue is read this often: events come from every process, and often outside of a commit of synced rows. */
const CHECK_MS = 2_000;

interface ForwarderDeps {
  readonly targets: readonly SecurityTarget[];
  /** Runs work in a write transaction and resolves when it is on disk. */
  readonly write: <T>(work: (db: Kysely<Schema>) => Promise<T>) => Promise<T>;
  readonly now: () => number;
  readonly report: (failure: { readonly target: string; readonly reason: string }) => void;
}

export interface Forwarder {
  /** Sends what is due to every target. Never rejects; concurrent calls share one run. */
  readonly drain: () => Promise<void>;
  readonly close: () => Promise<void>;
}

/**
 * Sends the events of the queue to other systems. Each event is sent at least once: a crash between sending and storing
 * the outcome sends it again, under the same id.
 */
export function startForwarder({ targets, write, now, report }: ForwarderDeps): Forwarder {
  let running: Promise<void> | undefined;
  let closed = false;
  const drainOne = async (target: SecurityTarget) => {
    while (!closed) {
      const events = await write((db) => claimForwards(db, target.name, now()));
      if (events.length === 0) return;
      try {
        await target.send(events);
      } catch (error) {
        report({ target: target.name, reason: reasonOf(error) });
        await write((db) => forwardsFailed(db, target.name, { events, now: now() }));
        return;
      }
      await write((db) => forwardsAccepted(db, target.name, events));
    }
  };
  const drain = async () => {
    running ??= Promise.all(
      targets.map((target) =>
        drainOne(target).catch((error: unknown) =>
          report({ target: target.name, reason: reasonOf(error) }),
        ),
      ),
    )
      .then(() => undefined)
      .finally(() => {
        running = undefined;
      });
    await running;
  };
  const timer = targets.length === 0 ? undefined : setInterval(() => void drain(), CHECK_MS);
  timer?.unref();
  return {
    drain,
    close: async () => {
      closed = true;
      clearInterval(timer);
      await running;
    },
  };
}

/** The kind of failure; a text of another system may contain anything. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  const { cause } = error;
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : undefined;
  return code ?? ('code' in error ? String(error.code) : error.message);
}
