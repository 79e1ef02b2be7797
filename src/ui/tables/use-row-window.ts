import { useVirtualizer } from '@tanstack/react-virtual';
import { type RefObject, useLayoutEffect, useRef, useState } from 'react';

interface LiveRowsInput<Row> {
  readonly rows: readonly Row[];
  readonly rowKey: (row: Row) => string | number;
  /** Estimated height of a row, in pixels; measured when `isMeasured` is set. */
  readonly heightOf: (row: Row) => number;
  /** Scroll container of the rows; default: the page or panel around them. */
  readonly scroller?: RefObject<HTMLElement | null>;
  /** False: all rows are rendered, for the browser's own search and for printing. */
  readonly isOn?: boolean;
  readonly overscan?: number;
}

interface WindowedRow {
  readonly index: number;
  /** Offset from the top of the first row. Pixels. */
  readonly start: number;
  readonly end: number;
}

/** Rendered range of a table: the visible rows and some beyond them. */
export interface LiveRows {
  readonly items: readonly WindowedRow[];
  /** Height of all rows. Pixels. */
  readonly height: number;
  readonly body: RefObject<HTMLTableSectionElement | null>;
  readonly measure: (node: Element | null) => void;
  readonly scrollTo: (index: number) => void;
}

/** Undefined while all rows are rendered. */
export function useLiveRows<Row>(input: LiveRowsInput<Row>): LiveRows | undefined {
  const { rows, rowKey, heightOf, scroller: own, isOn = true, overscan = 12 } = input;
  const body = useRef<HTMLTableSectionElement>(null);
  const [scroller, setScroller] = useState<Element | null>(null);
  const [margin, setMargin] = useState(0);
  const isInPage = own === undefined;
  useLayoutEffect(() => {
    const node = body.current;
    if (!isInPage || !isOn || node === null) return;
    const parent = scrollerOf(node);
    setScroller(parent);
    const top = node.getBoundingClientRect().top - parent.getBoundingClientRect().top;
    setMargin(top + parent.scrollTop);
  }, [isInPage, isOn, rows.length]);
  // oxlint-disable-next-line react/incompatible-library -- functions stay outside memoised code
  const virtual = useVirtualizer({
    count: isOn ? rows.length : 0,
    getScrollElement: () => (own === undefined ? scroller : own.current),
    estimateSize: (index) => {
      const row = rows[index];
      return row === undefined ? 0 : heightOf(row);
    },
    getItemKey: (index) => {
      const row = rows[index];
      return row === undefined ? index : rowKey(row);
    },
    overscan,
    scrollMargin: margin,
  });
  if (!isOn) return undefined;
  return {
    items: virtual.getVirtualItems().map(({ index, start, end }) => ({
      index,
      start: start - margin,
      end: end - margin,
    })),
    height: virtual.getTotalSize(),
    body,
    measure: virtual.measureElement,
    scrollTo: (index) => virtual.scrollToIndex(index, { align: 'auto' }),
  };
}

function scrollerOf(node: Element): Element {
  for (let parent = node.parentElement; parent !== null; parent = parent.parentElement) {
    const { overflowY } = getComputedStyle(parent);
    if (overflowY === 'auto' || overflowY === 'scroll') return parent;
  }
  return document.documentElement;
}
