import type { Kysely } from 'kysely';
import { MAIL_TRIED_MS } from '../../model/entities/invitation.ts';
import type { Schema } from '../store/schema.ts';

export interface QueueLag {
  readonly waiting: number;
  /** Waiting time of the oldest entry in milliseconds; 0 for an empty queue. */
  readonly oldestMs: number;
}

/** Mails that wait to be sent; abandoned ones wait for nothing. */
export async function readMailQueue(db: Kysely<Schema>, now: number): Promise<QueueLag> {
  const { waiting, since } = await db
    .selectFrom('mail_queue')
    .select(({ fn }) => [fn.countAll<number>().as('waiting'), fn.min('written_at').as('since')])
    .where('written_at', '>', now - MAIL_TRIED_MS)
    .executeTakeFirstOrThrow();
  return { waiting: Number(waiting), oldestMs: since === null ? 0 : now - Number(since) };
}

/** Events of the security log that other systems have not accepted. */
export async function readSecurityQueue(db: Kysely<Schema>, now: number): Promise<QueueLag> {
  const { waiting, since } = await db
    .selectFrom('security_forwards as forward')
    .innerJoin('security_log as event', (join) =>
      join.onRef('event.org_id', '=', 'forward.org_id').onRef('event.id', '=', 'forward.id'),
    )
    .select(({ fn }) => [fn.countAll<number>().as('waiting'), fn.min('event.at').as('since')])
    .executeTakeFirstOrThrow();
  return { waiting: Number(waiting), oldestMs: since === null ? 0 : now - Number(since) };
}
