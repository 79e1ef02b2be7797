import '@fontsource-variable/inter/wght.css';
import { i18n } from './i18n/i18n.ts';
import './ui/theme/mantine-styles.ts';
import './ui/theme/theme.css';
import { createRouter, RouterProvider } from '@tanstack/react-router';
import { type ReactNode, StrictMode, useCallback } from 'react';
import type { Client } from '../sync/client/index.ts';
import { ShellProvider } from './data/app-update.tsx';
import { ClientProvider, useAccount, useChangesInFlight } from './data/client.tsx';
import type { Shell } from './data/service-worker.ts';
import { type ShowSuccess, SuccessProvider } from './data/success.tsx';
import { FailurePage } from './features/frame/failure-page.tsx';
import { routeTree } from './routeTree.gen.ts';
import { DialogProvider, useDialogs } from './ui/overlays/dialogs.tsx';
import { EscapeProvider } from './ui/focus/use-escape.tsx';
import { ThemeProvider } from './ui/theme/theme-provider.tsx';
import { hideToast, showToast, Toasts } from './ui/overlays/toasts.tsx';
import { UndoProvider, useUndo } from './ui/overlays/undo.tsx';

declare module '@tanstack/react-router' {
  interface Register {
    router: AppRouter;
  }
}

type AppRouter = ReturnType<typeof appRouter>;

/** Router over the address of this page. */
export function appRouter(client: Client) {
  return createRouter({
    routeTree,
    context: { client },
    defaultPreload: 'intent',
    // A screen that throws leaves the frame around it in place.
    defaultErrorComponent: FailurePage,
    scrollRestoration: false,
  });
}

interface AppProps {
  readonly client: Client;
  readonly shell: Shell;
  readonly router: AppRouter;
}

/** The whole app: the screen of the address with all providers. */
export function App(props: AppProps) {
  return (
    <StrictMode>
      <ThemeProvider>
        <Toasts />
        <DialogProvider>
          <EscapeProvider>
            <Data {...props} />
          </EscapeProvider>
        </DialogProvider>
      </ThemeProvider>
    </StrictMode>
  );
}

function Data({ client, shell, router }: AppProps) {
  const dialogs = useDialogs();
  return (
    <ClientProvider
      client={client}
      showRefusal={dialogs.alert}
      showNotSaved={showNotSaved}
      showFailing={showFailing}
    >
      <ShellProvider shell={shell}>
        <Screens router={router} />
      </ShellProvider>
    </ClientProvider>
  );
}

function Screens({ router }: Pick<AppProps, 'router'>) {
  const account = useAccount();
  const { settled } = useChangesInFlight();
  return (
    <UndoProvider owner={account} settled={settled}>
      <Successes>
        <RouterProvider router={router} />
      </Successes>
    </UndoProvider>
  );
}

/** Success of mutations: a message, with Undo where the change can be reverted. */
function Successes({ children }: { readonly children: ReactNode }) {
  const offerUndo = useUndo();
  const show: ShowSuccess = useCallback(
    ({ undo, ...toast }) => {
      if (undo === undefined) showToast(toast);
      else offerUndo({ ...toast, undo });
    },
    [offerUndo],
  );
  return <SuccessProvider show={show}>{children}</SuccessProvider>;
}

/** About the safety of unsaved work, so it stays until dismissed. */
function showNotSaved(message: string): void {
  showToast({ id: 'not-saved', message, kind: 'error', duration: false });
}

/** Without the worker nothing is sent and nobody can sign in, so the message stays until it runs. */
function showFailing(isFailing: boolean): void {
  if (!isFailing) return hideToast('worker');
  showToast({
    id: 'worker',
    message: i18n.t(
      'Cairn could not start its background process. Trying again. What you saved on this device is kept.',
    ),
    kind: 'error',
    duration: false,
    action: { label: i18n.t('Reload'), run: () => location.reload() },
  });
}
