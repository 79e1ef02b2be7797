import { UnstyledButton } from '@mantine/core';
import { IconBellOff, IconCheck, IconHash } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useMarkChatRead, useMuteConversation } from '../../data/notification-changes.ts';
import { i18n } from '../../i18n/i18n.ts';
import { SMALL_ICON } from '../../ui/marks/icon.ts';
import { PersonAvatar } from '../../ui/marks/person-avatar.tsx';
import styles from './inbox.module.css';
import { EntryMenu, EntryMenuItem } from './entry-menu.tsx';
import type { InboxEntry } from './inbox.ts';
import { Count, When } from './entry-parts.tsx';

interface ChatItemProps {
  readonly entry: Extract<InboxEntry, { readonly kind: 'chat' }>;
  readonly onDone: () => void;
}

/** Unread messages of one conversation. */
export function ChatItem({ entry: { key, at, chat }, onDone }: ChatItemProps) {
  const navigate = useNavigate();
  const markRead = useMarkChatRead();
  const { to, name, image, count } = chat;
  const mute = useMuteConversation();
  const toggle = async () => {
    await mute(key, true, {
      subject: name,
      action: { label: i18n.t('Undo'), run: () => void mute(key, false) },
    });
  };
  const open = async () => {
    onDone();
    if (to.kind === 'direct') {
      await navigate({ to: '/chat/chat-area/$id', params: { id: to.user }, search: {} });
    } else if (to.number === null) {
      await navigate({ to: '/chat/users-list', search: { channel: to.group } });
    } else {
      await navigate({ to: '/chat/group/$id', params: { id: String(to.number) }, search: {} });
    }
  };
  return (
    <li className={styles['row']} data-entry={key}>
      <UnstyledButton className={styles['entry']} data-entry-link onClick={() => void open()}>
        {to.kind === 'direct' ? (
          <PersonAvatar name={name} image={image} size={28} tooltip={false} />
        ) : (
          <span className={styles['hash']}>
            <IconHash {...SMALL_ICON} />
          </span>
        )}
        <span className={styles['words']}>
          <span className={styles['text']}>{name}</span>
          <span className={styles['meta']}>
            {i18n.t('{count, plural, one {# new message} other {# new messages}}', { count })} ·{' '}
            <When at={at} />
          </span>
        </span>
        <Count count={count} least={1} />
      </UnstyledButton>
      <EntryMenu label={i18n.t('More for {name}', { name })}>
        <EntryMenuItem icon={<IconCheck {...SMALL_ICON} />} onClick={() => void markRead(chat)}>
          {i18n.t('Mark as read')}
        </EntryMenuItem>
        <EntryMenuItem icon={<IconBellOff {...SMALL_ICON} />} onClick={() => void toggle()}>
          {i18n.t('Mute this conversation')}
        </EntryMenuItem>
      </EntryMenu>
    </li>
  );
}
