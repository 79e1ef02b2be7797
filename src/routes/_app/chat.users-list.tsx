import { createFileRoute } from '@tanstack/react-router';
import { ChatGreeting } from '../../features/chat/chat-layout.tsx';
import { NewChannel } from '../../features/chat/group-page.tsx';

export const Route = createFileRoute('/_app/chat/users-list')({ component: UsersList });

/** Chat home; `?channel=` is the id of a channel without a number. */
function UsersList() {
  const { channel } = Route.useSearch();
  return channel === undefined ? <ChatGreeting /> : <NewChannel key={channel} id={channel} />;
}
