import { type ReactNode, useMemo } from 'react';
import { DataTable } from './data-table.tsx';
import styles from './plain-table.module.css';
import { type TableColumn, useDataTable } from './use-data-table.ts';

export interface PlainColumn<Row> extends Pick<TableColumn<Row>, 'key' | 'header' | 'cell'> {
  /** CSS width. */
  readonly width?: string;
  /** Hidden on narrow screens. */
  readonly wideOnly?: boolean;
}

interface PlainTableProps<Row> {
  /** Accessible name of the table. */
  readonly label: string;
  readonly columns: readonly PlainColumn<Row>[];
  readonly rows: readonly Row[];
  readonly rowKey: (row: Row) => string;
  /** Shown instead of rows when there are none. */
  readonly empty: ReactNode;
}

/** Short table in given order: hairlines, 13 px, tabular figures. */
export function PlainTable<Row extends object>(props: PlainTableProps<Row>) {
  const { label, columns, rows, rowKey, empty } = props;
  const cells = useMemo(() => columns.map(cellsOf), [columns]);
  const table = useDataTable({ columns: cells, rows, rowKey });
  return (
    <div className={styles['scroll']}>
      <DataTable label={label} table={table} look={styles} empty={empty} />
    </div>
  );
}

function cellsOf<Row>({ width, wideOnly, ...column }: PlainColumn<Row>): TableColumn<Row> {
  return {
    ...column,
    headerProps: { style: { '--column-width': width }, 'data-wide': wideOnly },
    cellProps: () => ({ 'data-wide': wideOnly }),
  };
}
