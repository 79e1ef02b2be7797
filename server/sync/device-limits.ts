import { orgStream } from '../../model/entities/scopes.ts';
import type { Check } from '../../model/protocol/messages.ts';
import type { Sql } from '../store/sql.ts';
import { coldVersion } from './cold-since.ts';
import { readStream } from './pull.ts';

interface LimitDeps {
  readonly clock: { readonly now: () => number };
  readonly limits: {
    readonly detailRows: number;
    /** Milliseconds after which an unchanged task is cold; undefined: the months of the organisation. */
    readonly coldAfter?: number | undefined;
  };
}

/** OUT-7.6: number of details for which a device has room, and the version up to which unchanged tasks are cold. */
export async function readLimits(
  sql: Sql,
  { clock, limits }: LimitDeps,
  orgId: string,
): Promise<NonNullable<Check['limits']>> {
  const state = await readStream(sql, { orgId, stream: orgStream(orgId) });
  const { detailRows, coldAfter } = limits;
  const since = state && (await coldVersion(sql, state, { orgId, now: clock.now(), coldAfter }));
  return {
    detail_rows: detailRows,
    ...(since !== undefined && { unchanged_since: since }),
  };
}
