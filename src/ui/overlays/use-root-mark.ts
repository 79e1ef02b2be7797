import { useLayoutEffect } from 'react';

/** Pixels on wide screens. */
export type PanelWidth = 400 | 480 | 560 | 680;

type RootMark = 'sidePanels' | `side${PanelWidth}` | 'footBars' | 'openTask';

/**
 * What others have to make room for is told by an attribute of the root (`data-side-panels`, `data-side400` and so on by
 * their width, `data-foot-bars`, `data-open-task`) while there is one. Asked by `body:has()`, every element that comes or
 * goes anywhere would have the styles of the whole page worked out anew.
 */
export function useRootMark(name: RootMark, isOn = true): void {
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
