import { TASK_DETAIL_TABLES } from '../../model/entities/cold-tasks.ts';
import { DETAIL_TABLES, TASK_TABLE } from '../../model/entities/details.ts';
import type { EngineContext } from './context.ts';
import { rowsOfFill, rowsOfOpened } from './details-here.ts';
import { NONE, type Repaired, repairScope, type RowsToRepair } from './repair-scope.ts';
import type { Place } from './rows-here.ts';

/** Details of a hot project that differ: those that a fill contains, or those of one cold task that was opened. */
export type DetailsToRepair = {
  readonly unchangedSince: number;
  /** Number of these rows by the server's check. */
  readonly count: number;
} & ({ readonly kind: 'hot' } | { readonly kind: 'opened'; readonly task: string });

/** PULL-9.6: replaces the details that differ, by downloads of these rows alone. Details of other cold tasks stay. */
export async function repairDetails(
  context: EngineContext,
  { stream, scope }: Place,
  differing: readonly DetailsToRepair[],
): Promise<Repaired> {
  let found = NONE;
  for (const part of differing) {
    const place = { stream, scope, count: part.count };
    const repaired = await repairScope(context, place, rowsToRepair(scope, part));
    found = {
      missing: found.missing + repaired.found.missing,
      extra: found.extra + repaired.found.extra,
      old: found.old + repaired.found.old,
      damaged: found.damaged + repaired.found.damaged,
    };
    if (repaired.reason !== undefined) return { reason: repaired.reason, found };
  }
  return { reason: undefined, found };
}

function rowsToRepair(scope: string, part: DetailsToRepair): RowsToRepair {
  const { unchangedSince } = part;
  const fits: RowsToRepair['fits'] = ({ hot }) => hot?.[scope] === unchangedSince;
  const readWith = [TASK_TABLE];
  if (part.kind === 'hot') {
    const query = { rows: 'details', unchangedSince } as const;
    return { tables: DETAIL_TABLES, query, fits, readWith, ownRows: rowsOfFill };
  }
  const { task } = part;
  const query = { rows: 'details', task } as const;
  const ownRows: RowsToRepair['ownRows'] = (tx, rows) => rowsOfOpened(tx, rows, task);
  return { tables: TASK_DETAIL_TABLES, query, fits, readWith, ownRows };
}
