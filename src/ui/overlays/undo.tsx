import { createContext, type ReactNode, useCallback, useEffect, useRef } from 'react';
import { i18n } from '../../i18n/i18n.ts';
import { useProvided } from '../hooks/use-provided.ts';
import { isField } from '../focus/is-typing.ts';
import { hideToast, showToast } from './toasts.tsx';
import { undoPresses } from './undo-presses.ts';

/**
 * `changed`: nothing was reverted, because somebody has changed it again; `refused`: the person has been told why;
 * `asked`: a dialog that has opened asks for more, so the undo stays on offer. `partly`: what was reverted of several,
 * with the reasons for the rest.
 */
type UndoOutcome = 'undone' | 'changed' | 'refused' | 'asked' | { readonly partly: string };

interface UndoEntry {
  /** Description of the change in the past tense: "Task archived". */
  readonly message: string;
  /** Reverts the change by a new mutation. */
  readonly undo: () => Promise<UndoOutcome>;
  /** Duration of the toast in milliseconds; Ctrl/Cmd+Z works as long as the page is open. */
  readonly duration?: number;
}

interface OwnedEntry extends UndoEntry {
  readonly owner: unknown;
}

type PushUndo = (entry: UndoEntry) => void;

const UndoContext = createContext<PushUndo | undefined>(undefined);

const OFFER = 6000;
const REMEMBERED = 20;

interface UndoProviderProps {
  /** Whose data is on the screen: changes to data of others cannot be seen, and are undone when it is back. */
  readonly owner: unknown;
  /** Resolves when running changes have registered their undo; undefined when none runs. */
  readonly settled: () => Promise<void> | undefined;
  readonly children: ReactNode;
}

/** Undo by toast and by Ctrl/Cmd+Z, latest first (product.md, What must be felt). */
export function UndoProvider({ owner, settled, children }: UndoProviderProps) {
  const done = useRef<readonly OwnedEntry[]>([]);
  const shown = useRef(owner);
  const push = useCallback<PushUndo>(
    (input) => {
      const entry = { ...input, owner };
      done.current = [...done.current, entry].slice(-REMEMBERED);
      // It was in flight while the person left for other data.
      if (shown.current !== owner) return;
      showToast({
        id: 'undo',
        message: entry.message,
        duration: entry.duration ?? OFFER,
        action: { label: i18n.t('Undo'), run: () => void undo(done, entry) },
      });
    },
    [owner],
  );
  useEffect(() => {
    shown.current = owner;
    const press = undoPresses({
      done: () => done.current.filter((entry) => entry.owner === owner),
      undo: (entry) => {
        void undo(done, entry).then((outcome) => {
          // After a click on the toast the change itself shows it.
          if (outcome === 'undone') showUndone(entry.message);
        });
      },
      settled,
    });
    const listen = (event: KeyboardEvent) => {
      const isUndo = (event.ctrlKey || event.metaKey) && !event.shiftKey && /^z$/i.test(event.key);
      if (isUndo && !isField(event.target) && press()) event.preventDefault();
    };
    document.addEventListener('keydown', listen);
    return () => {
      document.removeEventListener('keydown', listen);
      hideToast('undo');
    };
  }, [owner, settled]);
  return <UndoContext value={push}>{children}</UndoContext>;
}

/**
 * Offers to undo a change. Register also changes that can be reverted elsewhere (unarchived in a panel):
 * otherwise the latest entry could describe a state that no longer exists.
 */
export function useUndo(): PushUndo {
  return useProvided(UndoContext);
}

/** Reverts a change; undefined when it is being reverted already. */
async function undo(
  done: { current: readonly OwnedEntry[] },
  entry: OwnedEntry,
): Promise<UndoOutcome | undefined> {
  if (!done.current.includes(entry)) return undefined;
  done.current = done.current.filter((other) => other !== entry);
  const outcome = await entry.undo();
  const { message } = entry;
  if (outcome === 'asked') done.current = [...done.current, entry];
  if (outcome === 'changed') {
    showOutcome(i18n.t('Not undone, changed again since: {message}', { message }));
  }
  if (typeof outcome === 'object') showUndone(outcome.partly, OFFER);
  return outcome;
}

function showUndone(message: string, duration?: number): void {
  showOutcome(i18n.t('Undone: {message}', { message }), duration);
}

function showOutcome(message: string, duration?: number): void {
  showToast({ id: 'undo', message, kind: 'info', duration });
}
