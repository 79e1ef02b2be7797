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
    let isWaiting = false;
    let takingBack = 0;
    const takeBackAndSay = (entry: UndoEntry | undefined) => {
      if (entry === undefined) return;
      takeBack(done, entry);
      showToast({ id: 'undo', message: `Undone: ${entry.message}`, kind: 'info' });
      const back = settled();
      if (back === undefined) return;
      takingBack += 1;
      void back.then(() => {
        takingBack -= 1;
      });
    };
    const takeBackWhatComes = async (settling: Promise<void>) => {
      // What was refused, or has no way back, offers none; what was done before it is meant only after another Undo.
      const notMeant = takingBack > 0 ? [] : done.current;
      isWaiting = true;
      await settling;
      isWaiting = false;
      takeBackAndSay(done.current.filter((entry) => !notMeant.includes(entry)).at(-1));
    };
    const listen = (event: KeyboardEvent) => {
      const isUndo =
        (event.ctrlKey || event.metaKey) && !event.shiftKey && event.key.toLowerCase() === 'z';
      if (!isUndo || isTyping(event.target)) return;
      const settling = settled();
      if (isWaiting || settling !== undefined || done.current.length > 0) event.preventDefault();
      // Whoever presses again because nothing has happened yet means it once.
      if (isWaiting) return;
      if (settling === undefined) takeBackAndSay(done.current.at(-1));
      else void takeBackWhatComes(settling);
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
