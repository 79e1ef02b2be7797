import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { type CSSProperties, memo, type ReactNode } from 'react';
import type { TableColumn, TableModel } from './use-data-table.ts';
import type { LiveRows } from './use-row-window.ts';

/** Class names of a table's elements, from its screen's style sheet. */
export type TableClasses = Readonly<
  Partial<
    Record<
      'table' | 'head' | 'row' | 'header' | 'body' | 'cell' | 'sort' | 'arrow' | 'empty',
      string
    >
  >
>;

/** Attributes of a row besides its class. */
type RowProps = Readonly<Record<`data-${string}`, string | number | boolean | undefined>>;

interface DataTableProps<Row> {
  /** Accessible name of the table. */
  readonly label: string;
  readonly table: TableModel<Row>;
  readonly look: TableClasses;
  /** Called when a sortable header is clicked. */
  readonly onSort?: ((key: string) => void) | undefined;
  /** Shown instead of rows when there are none. */
  readonly empty?: ReactNode;
  /** Rendered range of rows, for a virtualised table. */
  readonly window?: LiveRows | undefined;
  /**
   * Position of a rendered row in a virtualised table: absolute in the body, or in the flow with spacers for
   * the others.
   */
  readonly placing?: 'absolute' | 'gaps';
  /** True when a row of a virtualised table may be higher than `heightOf`. */
  readonly isMeasured?: boolean;
  /** Rows have `aria-rowindex`; those of a virtualised table always do. */
  readonly isCounted?: boolean;
  readonly rowProps?: ((row: Row, index: number) => RowProps) | undefined;
  readonly bodyProps?: RowProps | undefined;
  readonly style?: CSSProperties;
}

/**
 * Table component of the app: sortable headers, optionally virtualised rows, appearance from the caller's
 * style sheet.
 */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { label, table, look, onSort, empty, window, bodyProps, style } = props;
  const { columns, rows } = table;
  const isCounted = window !== undefined || props.isCounted === true;
  return (
    <table
      className={look.table}
      aria-label={label}
      aria-rowcount={isCounted ? rows.length + 1 : undefined}
      style={style}
    >
      <thead className={look.head}>
        <tr className={look.row} aria-rowindex={isCounted ? 1 : undefined}>
          {columns.map((column) => (
            <Header key={column.key} column={column} table={table} look={look} onSort={onSort} />
          ))}
        </tr>
      </thead>
      <tbody
        ref={window?.body}
        className={look.body}
        {...bodyProps}
        {...(window !== undefined &&
          props.placing !== 'gaps' && { 'data-windowed': true, style: { height: window.height } })}
      >
        {rows.length === 0 && empty !== undefined ? (
          <tr>
            <td colSpan={columns.length} className={look.empty}>
              {empty}
            </td>
          </tr>
        ) : (
          <Rows {...props} isCounted={isCounted} />
        )}
      </tbody>
    </table>
  );
}

interface HeaderProps<Row> extends Pick<DataTableProps<Row>, 'table' | 'look' | 'onSort'> {
  readonly column: TableColumn<Row>;
}

function Header<Row>({ column, table, look, onSort }: HeaderProps<Row>) {
  const { key, header, isSortable = column.sortBy !== undefined, headerProps } = column;
  const order =
    table.sort?.key === key ? (table.sort.descending ? 'descending' : 'ascending') : undefined;
  const Arrow = order === 'descending' ? IconArrowDown : IconArrowUp;
  return (
    <th
      scope="col"
      aria-sort={isSortable ? (order ?? 'none') : undefined}
      {...headerProps}
      className={headerProps?.className ?? look.header}
    >
      {isSortable && onSort !== undefined ? (
        <button type="button" className={look.sort} onClick={() => onSort(key)}>
          {header}
          <span className={look.arrow} aria-hidden="true">
            {order === undefined ? null : <Arrow size={13} stroke={1.8} />}
          </span>
        </button>
      ) : (
        header
      )}
    </th>
  );
}

function Rows<Row>(props: DataTableProps<Row> & { readonly isCounted: boolean }) {
  const { table, look, window, placing = 'absolute', isMeasured, rowProps, isCounted } = props;
  const { columns, rows, rowKey } = table;
  const rowAt = (index: number, start?: number) => {
    const row = rows[index];
    if (row === undefined) return null;
    return (
      <BodyRow
        key={rowKey(row)}
        row={row}
        index={index}
        columns={columns}
        look={look}
        isCounted={isCounted}
        start={start}
        measure={isMeasured === true ? window?.measure : undefined}
        rowProps={rowProps}
      />
    );
  };
  if (window === undefined) return rows.map((_, index) => rowAt(index));
  const { items, height } = window;
  if (placing === 'absolute') return items.map(({ index, start }) => rowAt(index, start));
  return (
    <>
      <Gap height={items[0]?.start ?? 0} />
      {items.map(({ index }) => rowAt(index))}
      <Gap height={height - (items.at(-1)?.end ?? 0)} />
    </>
  );
}

/** Spacer for rows that are not rendered. */
function Gap({ height }: { readonly height: number }) {
  return height > 0 ? <tr aria-hidden="true" style={{ height }} /> : null;
}

interface BodyRowProps<Row> {
  readonly row: Row;
  readonly index: number;
  readonly columns: readonly TableColumn<Row>[];
  readonly look: TableClasses;
  readonly isCounted: boolean;
  /** Offset from the top of the body for an absolutely positioned row. Pixels. */
  readonly start: number | undefined;
  readonly measure: ((node: Element | null) => void) | undefined;
  readonly rowProps: ((row: Row, index: number) => RowProps) | undefined;
}

function PlainRow<Row>(props: BodyRowProps<Row>) {
  const { row, index, columns, look, isCounted, start, measure, rowProps } = props;
  return (
    <tr
      ref={measure}
      className={look.row}
      aria-rowindex={isCounted ? index + 2 : undefined}
      data-index={measure === undefined ? undefined : index}
      {...rowProps?.(row, index)}
      {...(start !== undefined && {
        'data-placed': true,
        style: { transform: `translateY(${start}px)` },
      })}
    >
      {columns.map(({ key, cell, cellProps }) => {
        const extra = cellProps?.(row);
        return (
          <td key={key} {...extra} className={extra?.className ?? look.cell}>
            {cell(row, index)}
          </td>
        );
      })}
    </tr>
  );
}

/** Rendered again only when the row, its position or the columns change. */
const BodyRow = memo(PlainRow) as typeof PlainRow; // oxlint-disable-line typescript/consistent-type-assertions -- `memo` loses the type parameter
