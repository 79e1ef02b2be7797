import { useEffect, useRef, useState } from 'react';
import type { PickerOption, Tick } from './picker-options.ts';

/**
 * Ticks of one visit of a picker, written one after the other. A second toggle may come before the first one is on the
 * screen: it reverses what the person has asked for last, not what is shown.
 */
export function useTicks(options: readonly PickerOption[]) {
  const [last, setLast] = useState<string>();
  const queue = useRef<Promise<unknown>>(Promise.resolve());
  /** By option id: what was asked for and is not on the screen yet. */
  const asked = useRef(new Map<string, boolean>());
  useEffect(() => {
    for (const { id, tick } of options) {
      if (tick !== undefined && asked.current.get(id) === isOn(tick)) asked.current.delete(id);
    }
  }, [options]);
  return {
    /** Id of the option that was ticked or unticked last; undefined before the first one. */
    last,
    toggle: (id: string, tick: Tick) => {
      setLast(id);
      const next = !(asked.current.get(id) ?? isOn(tick));
      asked.current.set(id, next);
      const write = async () => {
        const isSet = await tick.set(next);
        // What was refused never comes to the screen.
        if (!isSet && asked.current.get(id) === next) asked.current.delete(id);
      };
      queue.current = queue.current.then(write, write);
    },
  };
}

function isOn({ state }: Tick): boolean {
  return state === 'on';
}
