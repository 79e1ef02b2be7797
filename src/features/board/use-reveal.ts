import { type RefObject, useEffect, useRef } from 'react';

/** Task requested by "Show". */
export interface Revealing {
  readonly id: string | undefined;
  readonly done: () => void;
}

/**
 * Scrolls a task into view and focuses its name as soon as it is rendered in `region`.
 *
 * @param approach scrolls a virtual list to the task's position; called again after each change until the
 * task is rendered
 */
export function useReveal(
  region: RefObject<HTMLElement | null>,
  { id, done }: Revealing,
  approach?: (id: string) => void,
): void {
  const latest = useRef({ done, approach });
  useEffect(() => {
    latest.current = { done, approach };
  });
  useEffect(() => {
    const node = region.current;
    if (node === null || id === undefined) return undefined;
    const reveal = (): boolean => {
      latest.current.approach?.(id);
      const name = node.querySelector<HTMLElement>(`[data-task-name="${CSS.escape(id)}"]`);
      if (name === null) return false;
      name.scrollIntoView({ block: 'nearest', inline: 'nearest' });
      name.focus({ preventScroll: true });
      latest.current.done();
      return true;
    };
    if (reveal()) return undefined;
    const observer = new MutationObserver(() => {
      if (reveal()) observer.disconnect();
    });
    observer.observe(node, { childList: true, subtree: true });
    return () => observer.disconnect();
  }, [region, id]);
}
