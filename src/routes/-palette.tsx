import { type ReactNode, Suspense, useEffect, useState } from 'react';
import { useSearch as useAddress } from '@tanstack/react-router';
import { useAccount } from '../data/client.tsx';
import { remember } from '../data/recent.ts';
import { useSearch } from '../data/search.ts';
import { isTyping } from '../ui/focus/is-typing.ts';
import { useTypedAhead } from '../ui/focus/typed-ahead.ts';
import { prefetch, loadWhenIdle } from '../ui/prefetch.ts';

const palette = prefetch(async () => (await import('../features/palette/palette.tsx')).Palette);
const sheet = prefetch(
  async () => (await import('../features/palette/shortcuts-sheet.tsx')).ShortcutsSheet,
);
const { Component: Palette } = palette;
const { Component: ShortcutsSheet } = sheet;

interface PaletteHost {
  readonly open: () => void;
  readonly element: ReactNode;
}

interface PaletteActions {
  readonly onSignOut: () => void;
  /** Opens the composer with this text. */
  readonly onNewTask: (text: string) => void;
}

/** Command palette (Ctrl/Cmd+K) and shortcut sheet (`?`), loaded on first use. */
export function usePalette({ onSignOut, onNewTask }: PaletteActions): PaletteHost {
  const [shown, setShown] = useState<'palette' | 'shortcuts'>();
  const search = useSearch(shown === 'palette');
  const close = () => setShown(undefined);
  const ahead = useTypedAhead();
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const isPalette =
        (event.ctrlKey || event.metaKey) && !event.altKey && event.key.toLowerCase() === 'k';
      const isSheet = event.key === '?' && !event.ctrlKey && !event.metaKey && !isTyping(event);
      if (!isPalette && !isSheet) return;
      event.preventDefault();
      const next = isPalette ? 'palette' : 'shortcuts';
      ahead.discard();
      if (isPalette && shown !== next) ahead.begin();
      setShown(shown === next ? undefined : next);
    };
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, [ahead, shown]);
  useVisits();
  useEffect(() => loadWhenIdle([palette, sheet]), []);
  return {
    open: () => setShown('palette'),
    element: (
      <Suspense>
        {shown === 'palette' ? (
          <Palette
            search={search}
            deliverTyped={ahead.deliver}
            onSignOut={onSignOut}
            onNewTask={onNewTask}
            onShortcuts={() => setShown('shortcuts')}
            onClose={close}
          />
        ) : null}
        {shown === 'shortcuts' ? <ShortcutsSheet onClose={close} /> : null}
      </Suspense>
    ),
  };
}

/** Records opened tasks for the palette's empty field. */
function useVisits(): void {
  const account = useAccount();
  const { task } = useAddress({ from: '/_app' });
  useEffect(() => {
    if (account !== undefined && task !== undefined) {
      remember(account.key, { kind: 'task', id: task });
    }
  }, [account, task]);
}
