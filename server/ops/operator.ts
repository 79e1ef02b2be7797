import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { CairnError } from '../../model/shared/errors.ts';

/** Rejects with `unauthenticated` unless the request has the operator's token (`METRICS_TOKEN`) as its bearer. */
export function requireOperator({ headers }: Pick<FastifyRequest, 'headers'>, token: string): void {
  if (isSame(headers.authorization, `Bearer ${token}`)) return;
  throw new CairnError({ code: 'unauthenticated', message: "This needs the operator's token" });
}

/** Compares digests, so that the duration reveals nothing about the token. */
function isSame(given: string | undefined, wanted: string): boolean {
  if (given === undefined) return false;
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(wanted));
}
