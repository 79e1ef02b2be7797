import { ORGANIZATION_SCOPE } from '../../model/entities/scopes.ts';
import { NO_DIGEST, type ScopeDigest } from '../store/scope-digests.ts';
import { rangedEntityOf } from './message-ranges.ts';
import { type PartlySent, sentOf, tablesToSend } from './outlines.ts';

/** Largest number of rows of the scopes that share lines: with more, a line is full without company. */
const MOST_ROWS = 250;
/** Largest number of these scopes: the rights to each are checked in one read. */
const MOST_SCOPES = 40;

interface Download {
  /** Readable scopes in the order in which a download sends them. */
  readonly order: readonly string[];
  readonly digests: ReadonlyMap<string, ScopeDigest>;
  readonly parts: PartlySent;
  /** The open scope. */
  readonly first: string | undefined;
}

/**
 * PULL-6.7: the order in groups, whose scopes share lines of rows. A device stores each line in a few transactions, so
 * that a line of ten rows costs it nearly as much as one of a hundred. The organisation scope, the open one and
 * conversations have lines of their own. The others share them with their neighbours of the same tables while their
 * rows are few.
 */
export function groupSmallScopes({ order, digests, parts, first }: Download): readonly string[][] {
  const groups: string[][] = [];
  let open: { readonly scopes: string[]; readonly tables: string; rows: number } | undefined;
  for (const scope of order) {
    const rows = rowsOf(digests.get(scope) ?? NO_DIGEST, scope, parts);
    const tables = tablesToSend(scope, sentOf(parts, scope))
      .map(({ table }) => table)
      .join(' ');
    const isAlone =
      scope === ORGANIZATION_SCOPE ||
      scope === first ||
      rangedEntityOf(scope) !== undefined ||
      rows > MOST_ROWS;
    const fits =
      open !== undefined &&
      open.tables === tables &&
      open.rows + rows <= MOST_ROWS &&
      open.scopes.length < MOST_SCOPES;
    if (isAlone) {
      groups.push([scope]);
      open = undefined;
    } else if (open !== undefined && fits) {
      open.scopes.push(scope);
      open.rows += rows;
    } else {
      open = { scopes: [scope], tables, rows };
      groups.push(open.scopes);
    }
  }
  return groups;
}

/** Number of rows that a download sends of a scope, without those that are loaded in ranges. */
export function rowsOf(
  { others, tasks, details }: ScopeDigest,
  scope: string,
  { outlined, summarized, hot }: PartlySent,
): number {
  const shown = summarized.has(scope) ? 0 : tasks.count;
  return others.count + shown + (hot.get(scope) ?? (outlined.has(scope) ? 0 : details.count));
}
