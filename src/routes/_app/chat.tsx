import { createFileRoute, Outlet, useLocation } from '@tanstack/react-router';
import { ChatLayout } from '../../features/chat/chat-layout.tsx';

export const Route = createFileRoute('/_app/chat')({ component: Chat });

/** List of conversations beside the open one; on a phone one of the two. */
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
