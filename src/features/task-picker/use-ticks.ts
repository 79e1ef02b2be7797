import { useRef, useState } from 'react';
import type { Tick } from './picker-options.ts';

/** Ticks of one visit of a picker, written one after the other: each reads what the one before has written. */
export function useTicks() {
  const [last, setLast] = useState<string>();
  const queue = useRef<Promise<unknown>>(Promise.resolve());
  return {
    /** Id of the option that was ticked or unticked last; undefined before the first one. */
    last,
    toggle: (id: string, { toggle }: Tick) => {
      setLast(id);
      queue.current = queue.current.then(toggle, toggle);
    },
  };
}
