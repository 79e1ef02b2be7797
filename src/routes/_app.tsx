import { createFileRoute, Navigate, Outlet, redirect } from '@tanstack/react-router';
import { type ReactNode, useEffect } from 'react';
import { appSearchSchema } from '../data/app-search.ts';
import { useAccount, useIsSignedOut } from '../data/client.tsx';
import { useReceivedReport } from '../data/received.ts';
import { isOpen, isSignedIn, type RouteClient } from '../data/session.ts';
import { AppFrame } from '../features/frame/app-frame.tsx';
import { Bell } from '../features/notifications/bell.tsx';
import { DownloadGate } from '../features/sync-status/download-gate.tsx';
import { SyncBanners } from '../features/sync-status/sync-banners.tsx';
import { SyncPill } from '../features/sync-status/sync-pill.tsx';
import { useSignOut } from '../features/sync-status/use-sign-out.tsx';
import { TaskPickers } from '../features/task-picker/task-pickers.tsx';
import { loadWhenIdle, prefetch } from '../ui/prefetch.ts';
import { useFactorGate } from './-factor-gate.tsx';
import { useNewTask } from './-new-task.tsx';
import { usePalette } from './-palette.tsx';
import { Panels } from './-panels.tsx';

/** Text with its renderer for Markdown: the first one with Markdown must not change its look after it is shown. */
const longTexts = prefetch(async () => {
  const { loadMarkdown, MarkdownText } = await import('../ui/text/markdown-text.tsx');
  await loadMarkdown();
  return MarkdownText;
});

/** Layout route of every screen that needs a signed-in person; a visitor is redirected to sign-in and back. */
export const Route = createFileRoute('/_app')({
  validateSearch: appSearchSchema,
  beforeLoad: ({ context, location }) =>
    isOpen(context.client) ? undefined : letIn(context.client, location.href),
  component: AppLayout,
});

async function letIn(client: RouteClient, href: string): Promise<void> {
  if (await isSignedIn(client)) return;
  throw redirect({ to: '/', search: href === '/home-view' ? {} : { back: href } });
}

function AppLayout() {
  const account = useAccount();
  const isSignedOut = useIsSignedOut();
  if (isSignedOut) return <Navigate to="/" />;
  if (account === undefined) return null;
  return <Frame key={account.key} />;
}

/** Frame of one account: its state is recreated for another account. */
function Frame() {
  useEffect(() => loadWhenIdle([longTexts]), []);
  useReceivedReport();
  const signOut = useSignOut();
  const factor = useFactorGate();
  const newTask = useNewTask();
  const palette = usePalette({ onSignOut: () => void signOut(), onNewTask: newTask.open });
  return (
    <Pickers>
      <AppFrame
        bell={(collapsed) => <Bell collapsed={collapsed} />}
        pill={<SyncPill />}
        banners={<SyncBanners missing={factor.missing} />}
        onSearch={palette.open}
        onNewTask={() => newTask.open()}
        onSignOut={() => void signOut()}
        panels={
          <>
            <Panels />
            {palette.element}
            {newTask.element}
          </>
        }
      >
        {factor.around(
          <DownloadGate>
            <Outlet />
          </DownloadGate>,
        )}
      </AppFrame>
    </Pickers>
  );
}

/** By itself, because the frame need not render again when a task is opened. */
function Pickers({ children }: { readonly children: ReactNode }) {
  const task = Route.useSearch({ select: (search) => search.task });
  return <TaskPickers openTask={task}>{children}</TaskPickers>;
}
