import { isCold, isTaskDetail } from '../../model/entities/cold-tasks.ts';
import type { RawRow } from '../../model/entities/define-entity.ts';
import { DETAIL_TABLES, TASK_TABLE } from '../../model/entities/details.ts';
import { tasks } from '../../model/entities/task.ts';
import { addSums, hexOf, NO_SUMS, sumsOf } from '../../model/shared/digest.ts';
import type { EngineContext } from './context.ts';
import {
  addRow,
  newSums,
  type Place,
  readRowsHere,
  type RowsLeft,
  type TallySums,
  tallyOf,
} from './rows-here.ts';
import type { Tally } from '../core/ports/comparison.ts';
import type { RowsPort } from '../core/ports/rows.ts';
import type { StreamState } from '../core/ports/streams.ts';
import { rowKey } from '../core/row-key.ts';

/** Details that a device has to have of a hot project, at one cursor (PULL-9.6). */
export interface DetailsHere {
  readonly kind: 'read';
  readonly state: StreamState;
  /** Tasks that are unchanged up to this version are cold. */
  readonly unchangedSince: number;
  /** Digest of the ids of the cold tasks. */
  readonly cold: string;
  /** Those that a fill of the project contains (OUT-7.5). */
  readonly hot: Tally;
  /** All details of each cold task that the person has opened. */
  readonly opened: ReadonlyMap<string, Tally>;
}

/**
 * Reads the tasks of a hot project and its details. Details of other cold tasks may be here or not, and belong to
 * nothing. `arriving`: details of a task are being downloaded, or the project is not hot any more.
 */
export async function detailsHere(
  context: EngineContext,
  place: Place,
): Promise<DetailsHere | RowsLeft> {
  const { scope } = place;
  const all = new Set<string>();
  const cold = new Set<string>();
  const opened = new Map<string, TallySums>();
  const hot = newSums();
  const read = await readRowsHere(context, place, {
    tables: () => [TASK_TABLE, ...DETAIL_TABLES],
    visit: (entity, row, state) => {
      const since = state.hot?.[scope] ?? 0;
      if (entity.table === TASK_TABLE) {
        all.add(row.id);
        if (!isCold(tasks.parse(row), since)) return;
        cold.add(row.id);
        if (isOpened(state, scope, row.id)) opened.set(row.id, newSums());
        return;
      }
      const task = taskOf(entity.table, row);
      if (isOfFill(row, { task, since, cold })) addRow(hot, entity, row);
      const own = opened.get(task ?? '');
      if (own !== undefined) addRow(own, entity, row);
    },
  });
  if (read.kind === 'left') return read;
  const { state } = read;
  const unchangedSince = state.hot?.[scope];
  const isArriving = Object.entries(state.coldTasks ?? {}).some(
    ([id, task]) => !task.isHere && (task.scope === scope || all.has(id)),
  );
  if (unchangedSince === undefined || isArriving) return { kind: 'left', reason: 'arriving' };
  return {
    kind: 'read',
    state,
    unchangedSince,
    cold: hexOf([...cold].map(sumsOf).reduce(addSums, NO_SUMS)),
    hot: tallyOf(hot),
    opened: new Map([...opened].map(([id, sums]) => [id, tallyOf(sums)])),
  };
}

/** True for a task whose details are here although it was cold. */
function isOpened({ coldTasks }: StreamState, scope: string, id: string): boolean {
  const known = coldTasks?.[id];
  return known?.isHere === true && known.scope === scope;
}

/** Task of a detail; undefined for a file, which belongs to none. */
function taskOf(table: string, row: RawRow): string | undefined {
  return isTaskDetail(table) ? String(row['task']) : undefined;
}

interface Fill {
  readonly task: string | undefined;
  readonly since: number;
  readonly cold: ReadonlySet<string>;
}

/** OUT-7.1: true for a detail that a download or a fill of the project contains. */
function isOfFill({ v }: RawRow, { task, since, cold }: Fill): boolean {
  return task === undefined || v > since || !cold.has(task);
}

/** Rows of a table in one transaction of a repair. */
export interface RowsOfTable {
  readonly state: StreamState;
  readonly scope: string;
  readonly table: string;
  readonly rows: readonly RawRow[];
  /** Rows of tasks that were changed after this version are left out. */
  readonly unchangedFrom: number;
}

/** Those of these rows that a fill contains, by the tasks as the server has them here. */
export async function rowsOfFill(
  tx: RowsPort,
  { state, scope, table, rows, unchangedFrom }: RowsOfTable,
): Promise<readonly RawRow[]> {
  const since = state.hot?.[scope] ?? 0;
  const own = await serverTasks(tx, table, rows);
  const cold = new Set([...own].filter(([, row]) => isCold(tasks.parse(row), since)).map(first));
  return rows.filter((row) => {
    const task = taskOf(table, row);
    const isChanged = (own.get(task ?? '')?.v ?? 0) > unchangedFrom;
    return !isChanged && isOfFill(row, { task, since, cold });
  });
}

/** Those of these rows that belong to a cold task whose details are here. */
export async function rowsOfOpened(
  tx: RowsPort,
  { state, scope, table, rows, unchangedFrom }: RowsOfTable,
  task: string,
): Promise<readonly RawRow[]> {
  const own = await serverTasks(tx, table, rows);
  const isChanged = (own.get(task)?.v ?? 0) > unchangedFrom;
  if (isChanged || !isOpened(state, scope, task)) return [];
  return rows.filter((row) => taskOf(table, row) === task);
}

function first([id]: readonly [string, RawRow]): string {
  return id;
}

/** The server's rows of the tasks of these details, by id. */
export async function serverTasks(
  tx: RowsPort,
  table: string,
  rows: readonly RawRow[],
): Promise<ReadonlyMap<string, RawRow>> {
  const ids = [...new Set(rows.flatMap((row) => taskOf(table, row) ?? []))];
  const [views, bases] = await Promise.all([
    tx.rows(TASK_TABLE, ids),
    tx.base(ids.map((id) => rowKey(TASK_TABLE, id))),
  ]);
  return new Map(
    ids.flatMap((id, index) => {
      const base = bases.get(rowKey(TASK_TABLE, id));
      const row = base === undefined ? views[index] : base.row;
      return row ? [[id, row] as const] : [];
    }),
  );
}
