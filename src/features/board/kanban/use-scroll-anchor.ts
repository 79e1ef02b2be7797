import type { Virtualizer } from '@tanstack/react-virtual';
import { useLayoutEffect, useRef } from 'react';

/**
 * Keeps visible rows in place when rows above them are inserted or removed by sync. At the very top the
 * newest row should be visible, so the list is left alone there.
 */
export function useScrollAnchor(
  virtualizer: Virtualizer<HTMLDivElement, HTMLLIElement>,
  ids: readonly string[],
  active: boolean,
): void {
  const before = useRef<{
    readonly ids: readonly string[];
    readonly starts: ReadonlyMap<string, number>;
  }>(undefined);
  useLayoutEffect(() => {
    const last = before.current;
    const scroller = virtualizer.scrollElement;
    if (
      active &&
      last !== undefined &&
      last.ids !== ids &&
      scroller !== null &&
      scroller.scrollTop > 0
    ) {
      const anchor = [...last.starts].find(
        ([id, start]) => start >= scroller.scrollTop && ids.includes(id),
      );
      if (anchor !== undefined) {
        const now = virtualizer.measurementsCache[ids.indexOf(anchor[0])]?.start ?? anchor[1];
        if (now !== anchor[1]) scroller.scrollBy({ top: now - anchor[1] });
      }
    }
    const shown = virtualizer.getVirtualItems();
    before.current = { ids, starts: new Map(shown.map((item) => [String(item.key), item.start])) };
  });
}
