import { type RefObject, useEffect, useRef } from 'react';

/** For code after an await: true when the component has unmounted meanwhile. */
export function useIsUnmounted(): RefObject<boolean> {
  const isGone = useRef(false);
  useEffect(() => {
    isGone.current = false;
    return () => {
      isGone.current = true;
    };
  }, []);
  return isGone;
}
