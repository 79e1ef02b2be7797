import type { FastifyRequest } from 'fastify';
import type { Actor } from '../../model/permissions/actor.ts';
import { CairnError } from '../../model/shared/errors.ts';
import { claimAttempt } from '../auth/buckets.ts';
import { originOf } from '../auth/throttle.ts';
import { Infected } from '../files/scanner.ts';
import { callerOf } from './cookies.ts';
import type { Services } from './services.ts';

/** Refusals of one person that are logged: 20 at once, then one in three minutes. */
const LOGGED = { burst: 20, refillMs: 3 * 60_000 };

interface Refused {
  readonly actor: Actor;
  readonly request: FastifyRequest;
  /** Method and path as they were called. */
  readonly call: string;
}

/**
 * Logs that a right, or a file with malware, was refused. Never rejects: the response is the refusal, whatever happens
 * to the log.
 */
export async function noteRefusal(
  { writer, security, clock, log }: Services,
  { actor, request, call }: Refused,
  infected?: Infected,
): Promise<void> {
  const { orgId, orgUserId, userId } = actor;
  const work = writer.separate(async (tx) => {
    const db = await tx.db();
    const isRight = infected === undefined;
    const key = `${isRight ? 'refusals' : 'malware'} ${orgId} ${userId}`;
    if ((await claimAttempt(db, { key, rule: LOGGED }, clock.now())) > 0) return;
    const from = originOf(callerOf(request));
    const who = { orgId, orgUserId, userId, from };
    if (isRight) return security.add(db, { ...who, kind: 'refused', details: { call } });
    const { file: subject, found } = infected;
    return security.add(db, { ...who, kind: 'malware_found', subject, details: { found } });
  });
  await work.catch((error: unknown) => log?.error({ err: error }, 'a refusal was not logged'));
}

/** Runs a call; the refusal of a right or of a file with malware is logged and stays the result. */
export async function withRefusalsLogged<T>(
  services: Services,
  refused: Refused,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof CairnError && error.code === 'forbidden') {
      await noteRefusal(services, refused);
    }
    if (error instanceof Infected) await noteRefusal(services, refused, error);
    throw error;
  }
}
