import { createContext, type ReactNode, useContext, useEffect, useRef, useState } from 'react';
import { i18n } from '../../i18n/i18n.ts';
import { isField } from '../focus/is-typing.ts';
import { showToast } from './toasts.tsx';
import { undoPresses } from './undo-presses.ts';

interface UndoEntry {
  /** Description of the change in the past tense: "Task archived". */
  readonly message: string;
  /** Reverts the change by a new mutation; false, also later: it did not, because somebody has changed it again. */
  readonly undo: () => unknown;
  /** Duration of the toast in milliseconds; Ctrl/Cmd+Z works as long as the page is open. */
  readonly duration?: number;
}

type PushUndo = (entry: UndoEntry) => void;

const UndoContext = createContext<PushUndo | undefined>(undefined);

const OFFER = 6000;
const REMEMBERED = 20;

interface UndoProviderProps {
  /** Resolves when running changes have registered their undo; undefined when none runs. */
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
      duration: entry.duration ?? OFFER,
      action: { label: i18n.t('Undo'), run: () => void undo(done, entry) },
    });
  });
  useEffect(() => {
    const press = undoPresses({
      done: () => done.current,
      undo: (entry) => {
        void undo(done, entry).then((isUndone) => {
          if (isUndone) showOutcome(i18n.t('Undone: {message}', { message: entry.message }));
        });
      },
      settled,
    });
    const listen = (event: KeyboardEvent) => {
      const isUndo =
        (event.ctrlKey || event.metaKey) && !event.shiftKey && event.key.toLowerCase() === 'z';
      if (isUndo && !isField(event.target) && press()) event.preventDefault();
    };
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, [settled]);
  return <UndoContext value={push}>{children}</UndoContext>;
}

/**
 * Offers to undo a change. Register also changes that can be reverted elsewhere (unarchived in a panel):
 * otherwise the latest entry could describe a state that no longer exists.
 */
export function useUndo(): PushUndo {
  const push = useContext(UndoContext);
  if (push === undefined) throw new Error('useUndo needs UndoProvider');
  return push;
}

/** True when the change was reverted. */
async function undo(done: { current: UndoEntry[] }, entry: UndoEntry): Promise<boolean> {
  if (!done.current.includes(entry)) return false;
  done.current = done.current.filter((other) => other !== entry);
  if ((await entry.undo()) !== false) return true;
  showOutcome(i18n.t('Not undone, changed again since: {message}', { message: entry.message }));
  return false;
}

function showOutcome(message: string): void {
  showToast({ id: 'undo', message, kind: 'info' });
}
