import { TextInput } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useAccount } from '../../data/client.tsx';
import { useMe } from '../../data/people.ts';
import { i18n } from '../../i18n/i18n.ts';
import { SMALL_ICON } from '../../ui/marks/icon.ts';
import { PersonAvatar } from '../../ui/marks/person-avatar.tsx';
import { ConversationLists } from './chat-lists.tsx';
import styles from './chat.module.css';
import { CreateGroupPanel } from './create-group-panel.tsx';
import { OnlineProvider } from './online.tsx';

interface ChatLayoutProps {
  /** On a phone the conversation covers the list. */
  readonly isOpen: boolean;
  readonly children: ReactNode;
}

/**
 * Layout of the chat screens (sessions spec, 2 "Chat home"): the viewer, people and channels on the left, the
 * open conversation on the right.
 */
export function ChatLayout({ isOpen, children }: ChatLayoutProps) {
  const account = useAccount();
  const me = useMe();
  const [query, setText] = useState('');
  const [creating, setCreating] = useState(false);
  useDocumentTitle(`${i18n.t('Chat')} · Cairn`);
  const name = me?.display_name ?? account?.record.displayName ?? '';
  return (
    <OnlineProvider>
      <div className={styles['layout']} data-open={isOpen || undefined} data-fills>
        <aside className={styles['side']} aria-label={i18n.t('Conversations')}>
          <div className={styles['me']}>
            <PersonAvatar name={name} image={me?.profile_image} size={34} tooltip={false} />
            <div className={styles['words']}>
              <span className={styles['strong']}>{name}</span>
              <span className={styles['meta']}>
                {me?.email ?? account?.record.email ?? '\u00a0'}
              </span>
            </div>
          </div>
          <div className={styles['search']}>
            <TextInput
              aria-label={i18n.t('Search Person')}
              placeholder={i18n.t('Search Person')}
              leftSection={<IconSearch {...SMALL_ICON} />}
              value={query}
              onChange={(event) => setText(event.currentTarget.value)}
            />
          </div>
          <ConversationLists query={query} onCreateGroup={() => setCreating(true)} />
        </aside>
        <section className={styles['area']} aria-label={i18n.t('Conversation')}>
          {children}
        </section>
        {creating && <CreateGroupPanel onClose={() => setCreating(false)} />}
      </div>
    </OnlineProvider>
  );
}

/** Shown while no conversation is open. */
export function ChatGreeting() {
  return (
    <div className={styles['greeting']}>
      <p>{i18n.t('Select a user or channel to start chatting.')}</p>
    </div>
  );
}
