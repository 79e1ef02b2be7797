import { useLayoutEffect } from 'react';

/**
 * What others have to make room for is told by an attribute of the root (`data-side-panels`, `data-foot-bars`,
 * `data-open-task`) while there is one. Asked by `body:has()`, every element that comes or goes anywhere would have the
 * styles of the whole page worked out anew.
 */
export function useRootMark(name: 'sidePanels' | 'footBars' | 'openTask', isOn = true): void {
  useLayoutEffect(() => {
    if (!isOn) return undefined;
    const { dataset } = document.documentElement;
    const open = () => Number(dataset[name] ?? 0);
    dataset[name] = String(open() + 1);
    return () => {
      if (open() > 1) dataset[name] = String(open() - 1);
      else delete dataset[name];
    };
  }, [name, isOn]);
}
