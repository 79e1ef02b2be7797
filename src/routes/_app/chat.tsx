import { createFileRoute, Outlet, useLocation } from '@tanstack/react-router';
import { ChatLayout } from '../../features/chat/chat-layout.tsx';

export const Route = createFileRoute('/_app/chat')({ component: Chat });

/** The conversations beside the one that is open; on a phone one or the other. */
function Chat() {
  const isOpen = useLocation({
    select: ({ pathname, search }) =>
      !pathname.startsWith('/chat/users-list') || search.channel !== undefined,
  });
  return (
    <ChatLayout isOpen={isOpen}>
      <Outlet />
    </ChatLayout>
  );
}
