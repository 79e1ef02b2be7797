import { useEffect, useRef } from 'react';

interface Readiness {
  /** False while data that the action needs are read. */
  readonly isReady: boolean;
  /** What the action is about; undefined while there is nothing to do. */
  readonly subject: string | undefined;
}

/**
 * Defers an action until the data that it needs are read: `work` runs at once when they are, otherwise once, with the
 * text of that moment. It does not run after an unmount, or when the subject has changed.
 */
export function useWhenReady(
  { isReady, subject }: Readiness,
  work: () => Promise<void>,
): () => void {
  const wanted = useRef<string>(undefined);
  useEffect(() => {
    const { current } = wanted;
    if (current === undefined || (current === subject && !isReady)) return;
    wanted.current = undefined;
    if (current === subject) void work();
  });
  return () => {
    if (isReady) void work();
    else wanted.current = subject;
  };
}
