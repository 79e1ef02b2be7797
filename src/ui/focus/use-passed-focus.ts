import { type RefObject, useLayoutEffect } from 'react';
import { passFocus } from './pass-focus.ts';

/**
 * An item of a list that goes passes the focus it had to the first button of the next one, the last one to the one before
 * it, and the only one to `otherwise`, or to its panel.
 */
export function usePassedFocus(
  item: RefObject<HTMLElement | null>,
  otherwise?: RefObject<HTMLElement | null>,
): void {
  useLayoutEffect(() => {
    const row = item.current?.closest('li');
    const only = otherwise?.current ?? row?.closest('dialog') ?? null;
    return () => {
      if (row?.contains(document.activeElement) !== true) return;
      const before = row.previousElementSibling?.querySelector('button');
      passFocus(row, { rows: row.parentElement?.children ?? [], last: before ?? only });
    };
  }, [item, otherwise]);
}
