import { useEffect, useRef } from 'react';
import { shortcutOf } from '../../../ui/keys/shortcut-keys.ts';
import type { Selection } from '../selection/use-selection.ts';

interface Input {
  /** Ids of all tasks from top to bottom, rendered or not. */
  readonly ids: readonly string[];
  readonly selection: Selection;
  readonly focusAt: (index: number) => void;
}

const STEPS: Readonly<Record<string, -1 | 1>> = { ArrowDown: 1, j: 1, ArrowUp: -1, k: -1 };

/** Arrows and J/K move between tasks, X selects one, Shift with an arrow extends the selection; J starts at the top. */
export function useListKeys(input: Input): void {
  const latest = useRef(input);
  useEffect(() => {
    latest.current = input;
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
      const { target } = event;
      const name = target instanceof HTMLElement ? target.dataset['taskName'] : undefined;
      const nowhere = target === document.body || target === document.querySelector('#content');
      if (name === undefined && !nowhere) return;
      if (actOn(event, name, latest.current)) event.preventDefault();
    };
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
}

function actOn(event: KeyboardEvent, name: string | undefined, input: Input): boolean {
  const { ids, selection, focusAt } = input;
  const at = name === undefined ? -1 : ids.indexOf(name);
  const key = shortcutOf(event);
  if (key === 'x' && name !== undefined) {
    selection.toggle(name);
    return true;
  }
  const step = STEPS[key];
  if (step === undefined || (name === undefined && key.startsWith('Arrow'))) return false;
  const next = Math.min(ids.length - 1, Math.max(0, at + step));
  const id = ids[next];
  if (id === undefined) return false;
  if (event.shiftKey && name !== undefined) selection.add([name, id]);
  focusAt(next);
  return true;
}
