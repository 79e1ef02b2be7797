import { createContext, type ReactNode, useContext, useEffect, useRef, useState } from 'react';
import { showToast } from './toasts.tsx';

interface UndoEntry {
  /** What was done, in the past tense: "Task archived". */
  readonly message: string;
  /** Does the opposite as a new change. */
  readonly undo: () => void;
}

type PushUndo = (entry: UndoEntry) => void;

const UndoContext = createContext<PushUndo | undefined>(undefined);

/** How long the offer stays on screen; Ctrl/Cmd+Z works as long as the page is open. */
const OFFER = 6000;
const REMEMBERED = 20;

interface UndoProviderProps {
  /** Waits for what was done and has not offered its way back yet; undefined when there is nothing to wait for. */
  readonly settled: () => Promise<void> | undefined;
  readonly children: ReactNode;
}

/** Undo by toast and by Ctrl/Cmd+Z, latest first (product.md, What must be felt). */
export function UndoProvider({ settled, children }: UndoProviderProps) {
  const done = useRef<UndoEntry[]>([]);
  const [push] = useState<PushUndo>(() => (entry: UndoEntry) => {
    done.current = [...done.current, entry].slice(-REMEMBERED);
    showToast({
      id: 'undo',
      message: entry.message,
      stays: OFFER,
      action: { label: 'Undo', run: () => takeBack(done, entry) },
    });
  });
  useEffect(() => {
    let presses: Promise<void> | undefined;
    const takeBackLast = () => {
      const last = done.current.at(-1);
      if (last === undefined) return;
      takeBack(done, last);
      showToast({ id: 'undo', message: `Undone: ${last.message}`, kind: 'info' });
    };
    const listen = (event: KeyboardEvent) => {
      const isUndo =
        (event.ctrlKey || event.metaKey) && !event.shiftKey && event.key.toLowerCase() === 'z';
      if (!isUndo || isTyping(event.target)) return;
      const waiting = presses ?? settled();
      if (waiting === undefined) {
        if (done.current.length > 0) event.preventDefault();
        takeBackLast();
        return;
      }
      // What was done a moment ago is on screen before its way back is offered: the press means that.
      event.preventDefault();
      const press = waiting
        .then(settled)
        .then(takeBackLast)
        .finally(() => {
          if (presses === press) presses = undefined;
        });
      presses = press;
    };
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, [settled]);
  return <UndoContext value={push}>{children}</UndoContext>;
}

/** Offers to take back what was just done. */
export function useUndo(): PushUndo {
  const push = useContext(UndoContext);
  if (push === undefined) throw new Error('useUndo needs UndoProvider');
  return push;
}

function takeBack(done: { current: UndoEntry[] }, entry: UndoEntry): void {
  if (!done.current.includes(entry)) return;
  done.current = done.current.filter((other) => other !== entry);
  entry.undo();
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    target.matches('input:not([type="checkbox"]), textarea, select, [contenteditable]')
  );
}
