import { useLayoutEffect } from 'react';

/** Pixels on wide screens. */
export type PanelWidth = 400 | 480 | 560 | 680;

type RootMark = 'sidePanels' | `side${PanelWidth}` | 'footBars' | 'openTask';

/**
 * Sets an attribute of the root element while something is mounted that the rest of the page leaves space for
 * (`data-side-panels`, `data-side400` and so on by width, `data-foot-bars`, `data-open-task`). With
 * `body:has()` instead, every element that is added or removed would recalculate the styles of the whole
 * page.
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
