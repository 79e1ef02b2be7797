import { createFileRoute } from '@tanstack/react-router';
import { useCallback } from 'react';
import { DirectPage } from '../../features/chat/direct-page.tsx';

export const Route = createFileRoute('/_app/chat/chat-area/$id')({ component: Open });

/** Conversation; `?message=` links to a message in it. */
function Open() {
  const { id } = Route.useParams();
  const { message } = Route.useSearch();
  const navigate = Route.useNavigate();
  const show = useCallback(
    (next: string | undefined) => void navigate({ search: { message: next }, replace: true }),
    [navigate],
  );
  return <DirectPage key={id} id={id} messageId={message} onMessage={show} />;
}
