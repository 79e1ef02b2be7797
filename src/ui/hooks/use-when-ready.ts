import { useEffect, useRef } from 'react';

/**
 * For a key pressed before what its action needs is read: `work` runs at once when `isReady`, else once as soon as it
 * is, with the text of that moment. It does not run after an unmount.
 */
export function useWhenReady(isReady: boolean, work: () => Promise<void>): () => void {
  const isWanted = useRef(false);
  useEffect(() => {
    if (!isReady || !isWanted.current) return;
    isWanted.current = false;
    void work();
  });
  return () => {
    if (isReady) void work();
    else isWanted.current = true;
  };
}
