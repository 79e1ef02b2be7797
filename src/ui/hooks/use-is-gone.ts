import { type RefObject, useEffect, useRef } from 'react';

/** For what ends after a wait: whether what began it is not on the screen any more. */
export function useIsGone(): RefObject<boolean> {
  const isGone = useRef(false);
  useEffect(() => {
    isGone.current = false;
    return () => {
      isGone.current = true;
    };
  }, []);
  return isGone;
}
