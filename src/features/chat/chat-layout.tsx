import { ActionIcon, TextInput } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import { IconPlus, IconSearch } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useAccount } from '../../data/client.tsx';
import { useMe } from '../../data/people.ts';
import { i18n } from '../../i18n/i18n.ts';
import { SMALL_ICON } from '../../ui/marks/icon.ts';
import { PersonAvatar } from '../../ui/marks/person-avatar.tsx';
import { ChannelList, DirectList, useAreConversationsListed } from './chat-lists.tsx';
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
  const isListed = useAreConversationsListed();
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
          <div className={styles['lists']}>
            <div className={styles['listHead']}>
              <h2 id="chat-direct">{i18n.t('Direct Messages')}</h2>
            </div>
            <DirectList words={query} />
            {/* Hidden until its place below the people is known. */}
            <div className={styles['listHead']} hidden={!isListed}>
              <h2 id="chat-channels">{i18n.t('Channels')}</h2>
              <ActionIcon
                variant="subtle"
                color="gray"
                aria-label={i18n.t('Create New Group')}
                data-tip={i18n.t('Create New Group')}
                onClick={() => setCreating(true)}
              >
                <IconPlus {...SMALL_ICON} />
              </ActionIcon>
            </div>
            <ChannelList />
          </div>
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
