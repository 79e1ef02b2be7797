import { useVirtualizer } from '@tanstack/react-virtual';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { type ReactNode, useLayoutEffect, useMemo, useRef, useState } from 'react';
import styles from './virtual-table.module.css';

export interface TableColumn<Row> {
  readonly key: string;
  readonly header: string;
  readonly cell: (row: Row) => ReactNode;
  /** Track of the grid on wide screens, e.g. `minmax(0, 2fr)` or `120px`. */
  readonly width: string;
  /** Left out where a screen is narrow. */
  readonly wideOnly?: boolean;
  /** What the column sorts by; without it the header is no button. */
  readonly sortBy?: (row: Row) => string | number;
  /** The header is for screen readers alone. */
  readonly quiet?: boolean;
  readonly align?: 'center' | 'end';
}

export interface TableSort {
  readonly key: string;
  readonly descending: boolean;
}

interface VirtualTableProps<Row> {
  /** Names the table for screen readers. */
  readonly label: string;
  readonly columns: readonly TableColumn<Row>[];
  readonly rows: readonly Row[];
  readonly rowKey: (row: Row) => string;
  /** Instead of rows when there are none. */
  readonly empty: ReactNode;
  readonly sort: TableSort;
  readonly onSort: (sort: TableSort) => void;
  /** Rows that are pale, such as people who were deactivated. */
  readonly isPale?: (row: Row) => boolean;
}

/** Up to this many rows all of them stand in the page, for the browser's own search and for printing. */
const ALL_AT_ONCE = 80;
const ROW_HEIGHT = 52;

/** A table of any length: only the rows one sees are in the page. It scrolls with the page, headers stay in sight. */
export function VirtualTable<Row>(props: VirtualTableProps<Row>) {
  const { label, columns, rows, rowKey, empty, sort, onSort, isPale } = props;
  const sorted = useMemo(() => sortRows(rows, columns, sort), [rows, columns, sort]);
  const wide = columns.map(({ width }) => width).join(' ');
  const narrow = columns
    .filter(({ wideOnly }) => wideOnly !== true)
    .map(({ width }, index) => (index === 0 ? 'minmax(0, 1fr)' : fixed(width)))
    .join(' ');
  const many = sorted.length > ALL_AT_ONCE;
  return (
    <table
      aria-label={label}
      aria-rowcount={sorted.length + 1}
      className={styles['table']}
      style={{ '--columns': wide, '--columns-narrow': narrow }}
    >
      <thead className={styles['head']}>
        <tr aria-rowindex={1} className={styles['row']}>
          {columns.map((column) => (
            <HeaderCell key={column.key} column={column} sort={sort} onSort={onSort} />
          ))}
        </tr>
      </thead>
      {sorted.length === 0 ? (
        <tbody>
          <tr>
            <td className={styles['empty']}>{empty}</td>
          </tr>
        </tbody>
      ) : many ? (
        <WindowedRows rows={sorted} columns={columns} rowKey={rowKey} isPale={isPale} />
      ) : (
        <tbody>
          {sorted.map((row, index) => (
            <BodyRow
              key={rowKey(row)}
              row={row}
              index={index}
              columns={columns}
              isPale={isPale?.(row) === true}
            />
          ))}
        </tbody>
      )}
    </table>
  );
}

function HeaderCell<Row>(props: {
  readonly column: TableColumn<Row>;
  readonly sort: TableSort;
  readonly onSort: (sort: TableSort) => void;
}) {
  const { column, sort, onSort } = props;
  const isSorted = sort.key === column.key;
  const Arrow = sort.descending ? IconArrowDown : IconArrowUp;
  return (
    <th
      scope="col"
      className={styles['header']}
      data-wide={column.wideOnly}
      data-align={column.align}
      aria-sort={
        column.sortBy === undefined || !isSorted
          ? undefined
          : sort.descending
            ? 'descending'
            : 'ascending'
      }
    >
      {column.sortBy === undefined ? (
        <span className={column.quiet === true ? styles['quiet'] : undefined}>{column.header}</span>
      ) : (
        <button
          type="button"
          className={styles['sort']}
          onClick={() => onSort({ key: column.key, descending: isSorted && !sort.descending })}
        >
          {column.header}
          <Arrow size={13} stroke={1.75} aria-hidden data-shown={isSorted} />
        </button>
      )}
    </th>
  );
}

interface RowsProps<Row> {
  readonly rows: readonly Row[];
  readonly columns: readonly TableColumn<Row>[];
  readonly rowKey: (row: Row) => string;
  readonly isPale: ((row: Row) => boolean) | undefined;
}

function WindowedRows<Row>({ rows, columns, rowKey, isPale }: RowsProps<Row>) {
  const body = useRef<HTMLTableSectionElement>(null);
  const [scroller, setScroller] = useState<Element | null>(null);
  const [margin, setMargin] = useState(0);
  useLayoutEffect(() => {
    const node = body.current;
    if (node === null) return;
    const parent = scrollerOf(node);
    setScroller(parent);
    const top = node.getBoundingClientRect().top - parent.getBoundingClientRect().top;
    setMargin(top + parent.scrollTop);
  }, [rows.length]);
  // oxlint-disable-next-line react/incompatible-library -- its functions are called, never handed to something memoised
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller,
    estimateSize: () => ROW_HEIGHT,
    getItemKey: (index) => {
      const row = rows[index];
      return row === undefined ? index : rowKey(row);
    },
    overscan: 12,
    scrollMargin: margin,
  });
  return (
    <tbody
      ref={body}
      className={styles['window']}
      style={{ '--window-height': `${virtual.getTotalSize()}px` }}
    >
      {virtual.getVirtualItems().map((item) => {
        const row = rows[item.index];
        return row === undefined ? null : (
          <BodyRow
            key={item.key}
            row={row}
            index={item.index}
            columns={columns}
            isPale={isPale?.(row) === true}
            place={{ top: item.start - margin, measure: virtual.measureElement }}
          />
        );
      })}
    </tbody>
  );
}

interface BodyRowProps<Row> {
  readonly row: Row;
  readonly index: number;
  readonly columns: readonly TableColumn<Row>[];
  readonly isPale: boolean;
  /** Where it stands when only some of the rows are in the page. */
  readonly place?: {
    readonly top: number;
    readonly measure: (node: Element | null) => void;
  };
}

function BodyRow<Row>({ row, index, columns, isPale, place }: BodyRowProps<Row>) {
  return (
    <tr
      aria-rowindex={index + 2}
      data-index={index}
      data-pale={isPale}
      className={styles['row']}
      ref={place?.measure}
      {...(place !== undefined && {
        'data-placed': true,
        style: { '--row-top': `${place.top}px` },
      })}
    >
      {columns.map((column) => (
        <td
          key={column.key}
          className={styles['cell']}
          data-wide={column.wideOnly}
          data-align={column.align}
        >
          {column.cell(row)}
        </td>
      ))}
    </tr>
  );
}

function sortRows<Row>(
  rows: readonly Row[],
  columns: readonly TableColumn<Row>[],
  sort: TableSort,
): readonly Row[] {
  const by = columns.find(({ key }) => key === sort.key)?.sortBy;
  if (by === undefined) return rows;
  const sign = sort.descending ? -1 : 1;
  const keyed = rows.map((row) => ({ row, key: by(row) }));
  keyed.sort((left, right) => sign * compare(left.key, right.key));
  return keyed.map(({ row }) => row);
}

// Made once: `localeCompare` makes one for each comparison.
const TEXTS = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

function compare(left: string | number, right: string | number): number {
  if (typeof left === 'number' && typeof right === 'number') return left - right;
  return TEXTS.compare(String(left), String(right));
}

/** On narrow screens only tracks of a fixed width keep it; the others share what is left. */
function fixed(width: string): string {
  return /^\d+px$/.test(width) ? width : 'minmax(0, 0.6fr)';
}

function scrollerOf(node: Element): Element {
  for (let parent = node.parentElement; parent !== null; parent = parent.parentElement) {
    const { overflowY } = getComputedStyle(parent);
    if (overflowY === 'auto' || overflowY === 'scroll') return parent;
  }
  return document.documentElement;
}
