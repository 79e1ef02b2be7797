import { ActionIcon } from '@mantine/core';
import { IconArrowLeft, IconHash, IconSearch, IconUserPlus } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useChatRealtime } from '../../data/chat-realtime.ts';
import {
  type ChatPlace,
  useGroupMembers,
  useHalfEdited,
  useMessage,
  useMessageContext,
} from '../../data/chat.ts';
import { useShots } from '../../data/shots.ts';
import { i18n } from '../../i18n/i18n.ts';
import { OfferedFileProvider } from '../../ui/files/offered-file.tsx';
import { useFileToSend } from '../../ui/files/use-file-to-send.ts';
import { ICON } from '../../ui/marks/icon.ts';
import styles from './chat.module.css';
import { Composer, type Subject } from './composer.tsx';
import { GroupPanel } from './group-panel.tsx';
import { MessageSearch } from './message-search.tsx';
import { Messages } from './messages.tsx';
import { MuteButton } from './mute-button.tsx';
import { OnlineAvatar, useIsOnline } from './online.tsx';
import { RejectedMessages } from './rejected-messages.tsx';
import { TypingLine } from './typing-line.tsx';
import { useConversationPeople } from './use-conversation-people.ts';

interface ConversationProps {
  readonly place: ChatPlace;
  /** Id of the message that the address links to. */
  readonly messageId: string | undefined;
  readonly onMessage: (id: string | undefined) => void;
  /** Address of a message. */
  readonly linkTo: (messageId: string) => string;
}

/** Conversation with one person or in a channel (sessions spec, 2 "Chat area" and "Group chat"). */
export function Conversation({ place, messageId, onMessage, linkTo }: ConversationProps) {
  const [searching, setSearching] = useState(false);
  const [inPanel, setInPanel] = useState(false);
  const [subject, setSubject, hasEdited] = useSubject(place);
  const [written, setWritten] = useState(0);
  const [times, setTimes] = useState(0);
  const open = (id: string) => {
    setTimes((before) => before + 1);
    onMessage(id);
  };
  const people = useConversationPeople(place);
  const shots = useShots(`chat:${place.id}`);
  const attachment = useFileToSend(shots);
  const live = useChatRealtime(place, useMessageContext(place.id)?.last);
  return (
    <OfferedFileProvider>
      <Head
        place={place}
        onSearch={() => setSearching((before) => !before)}
        onMembers={() => setInPanel(true)}
      />
      {searching && (
        <MessageSearch
          conversation={place.id}
          nameOf={people.nameOf}
          onChoose={(id) => {
            setSearching(false);
            open(id);
          }}
          onClose={() => setSearching(false)}
        />
      )}
      <Messages
        place={place}
        people={people}
        message={{ id: messageId, times }}
        written={written}
        linkTo={linkTo}
        onOpen={open}
        onReply={(message) => setSubject({ kind: 'reply', message })}
        onEdit={(message) => setSubject({ kind: 'edit', message })}
      />
      <RejectedMessages conversation={place.id} />
      <TypingLine typing={live.typing} nameOf={people.nameOf} />
      <Composer
        key={subject?.kind === 'edit' ? subject.message.id : 'new'}
        place={place}
        people={people}
        subject={subject}
        shots={shots}
        attachment={attachment}
        isBackFromEdit={hasEdited}
        onSubject={setSubject}
        onTyping={live.sendTyping}
        onSent={() => setWritten((before) => before + 1)}
      />
      {inPanel && place.kind === 'group' && (
        <GroupPanel group={place.group} onClose={() => setInPanel(false)} />
      )}
    </OfferedFileProvider>
  );
}

/**
 * Message that the composer replies to or edits, and whether one was edited before. A half-typed edit opens with the
 * conversation: nothing else points to it.
 */
function useSubject(place: ChatPlace) {
  const [subject, setSubject] = useState<Subject>();
  const [hasEdited, setHasEdited] = useState(false);
  const [isChecked, setChecked] = useState(false);
  const halfEdited = useHalfEdited(place.id);
  if (!isChecked && halfEdited !== undefined) {
    setChecked(true);
    if (halfEdited !== null) {
      setSubject((chosen) => chosen ?? { kind: 'edit', message: halfEdited, isRestored: true });
    }
  }
  const answered = useMessage(subject?.kind === 'reply' ? subject.message.id : null);
  // Its author has deleted it: the line above the field would go on showing its text.
  if (answered?.deleted === true && answered.id === subject?.message.id) setSubject(undefined);
  if (subject?.kind === 'edit' && !hasEdited) setHasEdited(true);
  return [subject, setSubject, hasEdited] as const;
}

function PersonLine({ id, email }: { readonly id: string; readonly email: string }) {
  const isOnline = useIsOnline(id);
  return (
    <span className={styles['meta']}>
      {isOnline ? i18n.t('Online · {email}', { email }) : email}
    </span>
  );
}

interface HeadProps {
  readonly place: ChatPlace;
  readonly onSearch: () => void;
  readonly onMembers: () => void;
}

function Head({ place, onSearch, onMembers }: HeadProps) {
  return (
    <header className={styles['head']}>
      <ActionIcon
        component={Link}
        to="/chat/users-list"
        className={styles['back']}
        variant="subtle"
        color="gray"
        size={36}
        aria-label={i18n.t('Back to the conversations')}
      >
        <IconArrowLeft {...ICON} />
      </ActionIcon>
      {place.kind === 'direct' ? (
        <OnlineAvatar person={place.person} />
      ) : (
        <span className={styles['hash']}>
          <IconHash {...ICON} />
        </span>
      )}
      <div className={styles['words']}>
        <h1 className={styles['headTitle']}>
          {place.kind === 'direct' ? place.person.display_name : place.group.name}
        </h1>
        {place.kind === 'direct' ? (
          <PersonLine id={place.person.id} email={place.person.email} />
        ) : (
          <MemberCount group={place.group.id} />
        )}
      </div>
      <MuteButton
        conversation={place.id}
        name={place.kind === 'direct' ? place.person.display_name : place.group.name}
      />
      <ActionIcon
        variant="subtle"
        color="gray"
        size={36}
        aria-label={i18n.t('Search in this conversation')}
        data-tip={i18n.t('Search')}
        onClick={onSearch}
      >
        <IconSearch {...ICON} />
      </ActionIcon>
      {place.kind === 'group' && (
        <ActionIcon
          variant="subtle"
          color="gray"
          size={36}
          aria-label={i18n.t('Add Team Member')}
          data-tip={i18n.t('Add Team Member')}
          onClick={onMembers}
        >
          <IconUserPlus {...ICON} />
        </ActionIcon>
      )}
    </header>
  );
}

function MemberCount({ group }: { readonly group: string }) {
  const count = useGroupMembers(group)?.length;
  if (count === undefined) return <span className={styles['meta']}>&nbsp;</span>;
  return (
    <span className={styles['meta']}>
      {i18n.t('{count, plural, one {# member} other {# members}}', { count })}
    </span>
  );
}
