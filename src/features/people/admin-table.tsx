import { type ReactNode, useMemo } from 'react';
import { DataTable } from '../../ui/tables/data-table.tsx';
import { type TableColumn, type TableSort, useDataTable } from '../../ui/tables/use-data-table.ts';
import { useLiveRows } from '../../ui/tables/use-row-window.ts';
import styles from './admin-table.module.css';

export interface AdminColumn<Row> extends Pick<TableColumn<Row>, 'key' | 'cell' | 'sortBy'> {
  readonly header: string;
  /** Track of the grid on wide screens, e.g. `minmax(0, 2fr)` or `120px`. */
  readonly width: string;
  /** Hidden on narrow screens. */
  readonly wideOnly?: boolean;
  /** True: the header is visible to screen readers only. */
  readonly quiet?: boolean;
  readonly align?: 'center' | 'end';
}

interface AdminTableProps<Row> {
  /** Accessible name of the table. */
  readonly label: string;
  readonly columns: readonly AdminColumn<Row>[];
  readonly rows: readonly Row[];
  readonly rowKey: (row: Row) => string;
  /** Shown instead of rows when there are none. */
  readonly empty: ReactNode;
  readonly sort: TableSort;
  readonly onSort: (sort: TableSort) => void;
  /** Rows shown pale, e.g. deactivated people. */
  readonly isPale?: (row: Row) => boolean;
}

/** Up to this number all rows are rendered, for the browser's own search and for printing. */
const ALL_AT_ONCE = 80;
const ROW_HEIGHT = 52;

/** Table of any length that scrolls with the page; headers are sticky, and only visible rows are rendered. */
export function AdminTable<Row extends object>(props: AdminTableProps<Row>) {
  const { label, columns, rows, rowKey, empty, sort, onSort, isPale } = props;
  const cells = useMemo(() => columns.map(cellsOf), [columns]);
  const table = useDataTable({ columns: cells, rows, rowKey, sort });
  const window = useLiveRows({
    rows: table.rows,
    rowKey,
    heightOf: () => ROW_HEIGHT,
    isOn: rows.length > ALL_AT_ONCE,
  });
  const wide = columns.map(({ width }) => width).join(' ');
  const narrow = columns
    .filter(({ wideOnly }) => wideOnly !== true)
    .map(({ width }, index) => (index === 0 ? 'minmax(0, 1fr)' : fixed(width)))
    .join(' ');
  return (
    <DataTable
      label={label}
      table={table}
      look={styles}
      window={window}
      isMeasured
      isCounted
      onSort={(key) => onSort({ key, descending: sort.key === key && !sort.descending })}
      rowProps={(row) => ({ 'data-pale': isPale?.(row) === true })}
      empty={empty}
      style={{ '--columns': wide, '--columns-narrow': narrow }}
    />
  );
}

function cellsOf<Row>(column: AdminColumn<Row>): TableColumn<Row> {
  const { header, wideOnly, quiet, align, ...rest } = column;
  const attributes = { 'data-wide': wideOnly, 'data-align': align };
  return {
    ...rest,
    header: quiet === true ? <span className={styles['quiet']}>{header}</span> : header,
    headerProps: attributes,
    cellProps: () => attributes,
  };
}

/** On narrow screens only tracks of a fixed width keep it; the others share the rest. */
function fixed(width: string): string {
  return /^\d+px$/.test(width) ? width : 'minmax(0, 0.6fr)';
}
