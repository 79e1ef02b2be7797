import { sweepBuckets } from '../auth/buckets.ts';
import { eraseOrganizations } from '../erasure/erase-organizations.ts';
import { erasePeople } from '../erasure/erase-people.ts';
import { runErasure } from '../erasure/run.ts';
import type { Services } from '../http/services.ts';
import { sweepMail } from '../mail/queue.ts';
import { removeOldEvents } from '../security/retention.ts';
import type { Database } from '../store/database.ts';
import { sweepRequestCounts } from '../store/request-counts.ts';
import { sweepDeliveries } from '../webhooks/deliveries.ts';
import { eraseDeletedTexts } from '../writer/deleted-texts.ts';
import { pruneBefore, pruneSettledKeys } from '../writer/maintenance.ts';
import { mayCleanUp } from './clean-up-clock.ts';

const DAY_MS = 24 * 60 * 60_000;
/** A device that was away longer than this downloads again instead of pulling. */
const TOMBSTONES_MS = 180 * DAY_MS;
/** Longer than devices keep retired mutations for a restored server (MUT-3). */
const SETTLED_MS = 90 * DAY_MS;

interface CleanUpDeps {
  readonly database: Database;
  readonly services: Pick<Services, 'writer' | 'security' | 'files'>;
  /** Days for which an event of the security log is kept. */
  readonly securityDays: number;
  /** Milliseconds. */
  readonly now: number;
  readonly log: {
    readonly warn: (details: object, text: string) => void;
    readonly error: (details: object, text: string) => void;
  };
}

/**
 * Erases and removes what is due, at the start of the server and once a day; nothing while the clock has just jumped
 * (clean-up-clock.ts). A step that fails is logged and keeps no other one from running. Resolves when all have ended.
 */
export async function cleanUp(deps: CleanUpDeps): Promise<void> {
  const { services, now, log } = deps;
  const failed = (what: string) => (error: unknown) => log.error({ err: error }, what);
  try {
    if (!(await mayCleanUp(services.writer, now))) {
      log.warn(
        { now: new Date(now).toISOString() },
        'the last clean-up was more than three days ago: if the clock of this machine is wrong, correct it now. The first clean-up in twelve hours or later erases what is due by it',
      );
      return;
    }
  } catch (error) {
    failed('the daily clean-up could not begin')(error);
    return;
  }
  await Promise.all(stepsOf(deps).map(([what, run]) => run().catch(failed(what))));
}

type Step = readonly [failure: string, run: () => Promise<unknown>];

function stepsOf({ database, services, securityDays, now, log }: CleanUpDeps): readonly Step[] {
  const { writer, security, files } = services;
  return [
    ['old tombstones could not be removed', () => pruneBefore(writer, now - TOMBSTONES_MS)],
    ['old digests of calls could not be removed', () => pruneSettledKeys(writer, now - SETTLED_MS)],
    [
      'deleted texts could not be erased from the activity log',
      () => eraseDeletedTexts({ database, writer, now }),
    ],
    [
      'what was deleted could not be erased',
      () =>
        runErasure({ database, writer, now }, (error, what) =>
          log.error({ err: error }, `${what} could not be erased`),
        ),
    ],
    ['people could not be erased', () => erasePeople({ database, writer, security, now })],
    [
      'organisations could not be erased',
      async () => {
        const erased = await eraseOrganizations({ database, writer, security, now });
        for (const one of erased) log.warn({ ...one }, 'an organisation was erased for good');
      },
    ],
    [
      'unused rate limits could not be removed',
      () =>
        writer.separate(async (tx) => {
          await sweepBuckets(await tx.sql(), database.kind, now);
          await sweepRequestCounts(await tx.sql(), database.kind);
        }),
    ],
    [
      'old events could not be removed from the security log',
      () =>
        writer.separate(async (tx) => removeOldEvents(await tx.sql(), now - securityDays * DAY_MS)),
    ],
    [
      'old deliveries of webhooks could not be removed',
      () => writer.separate(async (tx) => sweepDeliveries(await tx.db(), now)),
    ],
    [
      'abandoned mails could not be removed',
      () => writer.separate(async (tx) => sweepMail(await tx.db(), now)),
    ],
    ['unused files could not be removed', () => files.sweep()],
  ];
}
