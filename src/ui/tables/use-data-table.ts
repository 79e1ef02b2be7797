import {
  type ColumnDef,
  createSortedRowModel,
  type Row as TableRow,
  rowSortingFeature,
  tableFeatures,
  useTable,
} from '@tanstack/react-table';
import { type CSSProperties, type ReactNode, useMemo } from 'react';

/** Attributes of a cell, besides its class, that style sheets select. */
interface CellProps {
  readonly className?: string | undefined;
  readonly title?: string | undefined;
  readonly style?: CSSProperties;
  readonly [data: `data-${string}`]: string | number | boolean | undefined;
}

export interface TableColumn<Row> {
  readonly key: string;
  readonly header: ReactNode;
  /** @param index index among the rows of the table, from 0 */
  readonly cell: (row: Row, index: number) => ReactNode;
  /** Sort key of a row. */
  readonly sortBy?: (row: Row) => string | number;
  /** True: the header sorts. The rows arrive sorted, or the table sorts them by `sortBy`. */
  readonly isSortable?: boolean;
  readonly headerProps?: CellProps;
  readonly cellProps?: (row: Row) => CellProps;
}

export interface TableSort {
  readonly key: string;
  readonly descending: boolean;
}

interface DataTableInput<Row> {
  readonly columns: readonly TableColumn<Row>[];
  readonly rows: readonly Row[];
  readonly rowKey: (row: Row) => string | number;
  /** Sort order that the headers show. */
  readonly sort?: TableSort | undefined;
}

/** Model of a table without its appearance: columns, sorted rows, sort order. */
export interface TableModel<Row> extends DataTableInput<Row> {}

const FEATURES = tableFeatures({
  rowSortingFeature,
  sortedRowModel: createSortedRowModel(),
});

/** Sorts by the column of `sort` if it has a `sortBy`; ties keep their order. */
export function useDataTable<Row extends object>(input: DataTableInput<Row>): TableModel<Row> {
  const { columns, rows, rowKey, sort } = input;
  const defs = useMemo(() => columns.map(definitionOf), [columns]);
  const data = useMemo(() => [...rows], [rows]);
  const id = sort?.key;
  const desc = sort?.descending === true;
  const sorting = useMemo(() => (id === undefined ? [] : [{ id, desc }]), [id, desc]);
  const table = useTable({ features: FEATURES, columns: defs, data, state: { sorting } });
  const sorted = table.getRowModel().rows;
  return {
    columns,
    rows: useMemo(() => sorted.map(({ original }) => original), [sorted]),
    rowKey,
    sort,
  };
}

function definitionOf<Row extends object>({
  key,
  sortBy,
}: TableColumn<Row>): ColumnDef<typeof FEATURES, Row> {
  return {
    id: key,
    accessorFn: (row) => sortBy?.(row),
    enableSorting: sortBy !== undefined,
    sortFn: (left, right, id) => compare(valueOf(left, id), valueOf(right, id)),
  };
}

function valueOf<Row extends object>(row: TableRow<typeof FEATURES, Row>, column: string) {
  return row.getValue<string | number>(column);
}

// Created once: `localeCompare` creates a collator for each comparison.
const TEXTS = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

function compare(left: string | number, right: string | number): number {
  if (typeof left === 'number' && typeof right === 'number') return left - right;
  return TEXTS.compare(String(left), String(right));
}
