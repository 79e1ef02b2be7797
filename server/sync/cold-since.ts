import { DEFAULT_DETAIL_MONTHS } from '../../model/shared/detail-months.ts';
import { monthsBefore } from '../../model/shared/months-before.ts';
import { numberOf, type Sql } from '../store/sql.ts';
import type { StreamState } from '../writer/writer-types.ts';

/** OUT-7.1: time before which a completed or archived task was last changed to be cold, in milliseconds. */
export async function coldBefore(
  sql: Sql,
  { orgId, now }: { readonly orgId: string; readonly now: number },
): Promise<number> {
  const [row] = await sql.all(
    'select detail_months from organizations where org_id = ? and id = ?',
    [orgId, orgId],
  );
  return monthsBefore(
    now,
    row === undefined ? DEFAULT_DETAIL_MONTHS : numberOf(row, 'detail_months'),
  );
}

/** Version up to which unchanged tasks are cold; undefined when none is. */
export async function coldVersion(
  sql: Sql,
  state: Pick<StreamState, 'stream' | 'head'>,
  {
    orgId,
    now,
    coldAfter,
  }: {
    readonly orgId: string;
    readonly now: number;
    /** Milliseconds after which an unchanged task is cold; undefined: the months of the organisation. */
    readonly coldAfter?: number | undefined;
  },
): Promise<number | undefined> {
  const before = coldAfter === undefined ? await coldBefore(sql, { orgId, now }) : now - coldAfter;
  return coldSince(sql, state, { orgId, before });
}

/**
 * Newest version of the stream that is older than this time; undefined when nothing known is that old. Versions and
 * their times increase together, so the activity log is searched by halving.
 */
export async function coldSince(
  sql: Sql,
  { stream, head }: Pick<StreamState, 'stream' | 'head'>,
  { orgId, before }: { readonly orgId: string; readonly before: number },
): Promise<number | undefined> {
  /** Time of the first logged version from `v` on; undefined when there is none. */
  const timeFrom = async (v: number) => {
    const [row] = await sql.all(
      'select v, at from activity where org_id = ? and stream = ? and v >= ? order by v limit 1',
      [orgId, stream, v],
    );
    return row && { v: numberOf(row, 'v'), at: numberOf(row, 'at') };
  };
  let cold: number | undefined;
  let [low, high] = [0, head];
  while (low <= high) {
    const middle = Math.floor((low + high) / 2);
    const found = await timeFrom(middle);
    if (found === undefined || found.at >= before) high = middle - 1;
    else {
      cold = found.v;
      low = found.v + 1;
    }
  }
  return cold;
}
