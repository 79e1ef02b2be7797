import { Navigate } from '@tanstack/react-router';
import { useDirectPlace } from '../../data/chat.ts';
import { i18n } from '../../i18n/i18n.ts';
import { EmptyState } from '../../ui/layout/empty-state.tsx';
import { Conversation } from './conversation.tsx';

interface ChatPageProps {
  /** Id as in the address. */
  readonly id: string;
  readonly messageId: string | undefined;
  readonly onMessage: (id: string | undefined) => void;
}

/** `/chat/chat-area/{id}`, by user id; an id that is no number goes to / (sessions spec, 5). */
export function DirectPage({ id, messageId, onMessage }: ChatPageProps) {
  const place = useDirectPlace(id);
  if (!/^[0-9]+$/.test(id)) return <Navigate to="/" replace />;
  if (place === undefined) return null;
  if (place === null) {
    return <EmptyState text={i18n.t('There is no such person in this organisation')} />;
  }
  return (
    <Conversation
      key={place.id}
      place={place}
      messageId={messageId}
      onMessage={onMessage}
      linkTo={(message) => linkOf(`/chat/chat-area/${id}`, message)}
    />
  );
}

export function linkOf(path: string, message: string): string {
  return `${window.location.origin}${path}?message=${encodeURIComponent(message)}`;
}
