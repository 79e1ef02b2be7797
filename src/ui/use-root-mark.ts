import { useLayoutEffect } from 'react';

/**
 * What messages have to make room for is told by an attribute of the root, `data-side-panels` or `data-foot-bars`, while
 * there is one. Asked by `body:has()`, every element that comes or goes anywhere would have the styles of the whole page
 * worked out anew.
 */
export function useRootMark(name: 'sidePanels' | 'footBars'): void {
  useLayoutEffect(() => {
    const { dataset } = document.documentElement;
    const open = () => Number(dataset[name] ?? 0);
    dataset[name] = String(open() + 1);
    return () => {
      if (open() > 1) dataset[name] = String(open() - 1);
      else delete dataset[name];
    };
  }, [name]);
}
