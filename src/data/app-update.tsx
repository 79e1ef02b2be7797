import { createContext, type ReactNode, useContext, useSyncExternalStore } from 'react';
import type { Shell, ShellStatus } from './service-worker.ts';

const ShellContext = createContext<Shell | undefined>(undefined);

interface ShellProviderProps {
  readonly shell: Shell;
  readonly children: ReactNode;
}

/** Hands the shell of the page (service worker) to the screens. */
export function ShellProvider({ shell, children }: ShellProviderProps) {
  return <ShellContext value={shell}>{children}</ShellContext>;
}

/** Whether the app opens without a network and whether a newer version waits; `apply` switches and reloads. */
export function useShell(): ShellStatus & { readonly apply: () => void } {
  const shell = useContext(ShellContext);
  if (shell === undefined) throw new Error('useShell needs ShellProvider');
  const status = useSyncExternalStore(shell.subscribe, shell.status);
  return { ...status, apply: shell.applyUpdate };
}
