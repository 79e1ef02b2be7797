import { createContext, type ReactNode, useContext, useSyncExternalStore } from 'react';
import type { Shell, ShellStatus } from './service-worker.ts';

const ShellContext = createContext<Shell | undefined>(undefined);

interface ShellProviderProps {
  readonly shell: Shell;
  readonly children: ReactNode;
}

/** Provides the state of the service worker to the screens. */
export function ShellProvider({ shell, children }: ShellProviderProps) {
  return <ShellContext value={shell}>{children}</ShellContext>;
}

/**
 * State of the service worker and of the installation; `apply` activates the new version and reloads, `install` opens
 * the browser's question.
 */
export function useShell(): ShellStatus & {
  readonly apply: () => void;
  readonly install: () => void;
} {
  const shell = useContext(ShellContext);
  if (shell === undefined) throw new Error('No provider');
  const status = useSyncExternalStore(shell.subscribe, shell.status);
  return { ...status, apply: shell.applyUpdate, install: shell.install };
}
