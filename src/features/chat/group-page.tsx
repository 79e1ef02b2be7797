import { Navigate } from '@tanstack/react-router';
import { useGroupPlace } from '../../data/chat.ts';
import { i18n } from '../../i18n/i18n.ts';
import { EmptyState } from '../../ui/layout/empty-state.tsx';
import { Conversation } from './conversation.tsx';
import { linkOf } from './direct-page.tsx';

interface GroupPageProps {
  /** Number of the channel, or its id until the server has assigned a number. */
  readonly id: string;
  readonly messageId: string | undefined;
  readonly onMessage: (id: string | undefined) => void;
}

/** `/chat/group/{id}`, by number; an id that is no number goes to / (sessions spec, 5). */
export function GroupPage({ id, messageId, onMessage }: GroupPageProps) {
  if (!/^[0-9]+$/.test(id)) return <Navigate to="/" replace />;
  return <Channel named={id} messageId={messageId} onMessage={onMessage} />;
}

/** Channel created offline: navigates to its numbered address as soon as the server has assigned the number. */
export function NewChannel({ id }: { readonly id: string }) {
  return <Channel named={id} messageId={undefined} onMessage={() => undefined} />;
}

interface ChannelProps extends Omit<GroupPageProps, 'id'> {
  readonly named: string;
}

function Channel({ named, messageId, onMessage }: ChannelProps) {
  const place = useGroupPlace(named);
  if (place === undefined) return null;
  if (place === null || place.kind !== 'group') {
    return <EmptyState text={i18n.t('There is no such channel, or you are not a member of it')} />;
  }
  const number = place.group.number;
  if (number !== null && named !== String(number)) {
    return <Navigate to="/chat/group/$id" params={{ id: String(number) }} search={{}} replace />;
  }
  return (
    <Conversation
      key={place.id}
      place={place}
      messageId={messageId}
      onMessage={onMessage}
      linkTo={(message) => linkOf(`/chat/group/${named}`, message)}
    />
  );
}
