import { ActionIcon, Menu } from '@mantine/core';
import { IconArrowBackUp, IconDots, IconLink, IconPencil, IconTrash } from '@tabler/icons-react';
import { memo, useCallback } from 'react';
import type { Message } from '../../../model/entities/message.ts';
import { piecesOf, withMentionNames } from '../../../model/shared/mentions.ts';
import { plainText } from '../../../model/shared/plain-text.ts';
import { useDeleteMessage } from '../../data/chat-changes.ts';
import { useMessage } from '../../data/chat.ts';
import { InAppLink } from '../../data/in-app-link.tsx';
import { i18n } from '../../i18n/i18n.ts';
import { copyText } from '../../ui/text/copy-text.ts';
import { formatDate } from '../../ui/text/date-format.ts';
import { timeOfDay } from '../../ui/text/field-format.ts';
import { useDialogs } from '../../ui/overlays/dialogs.tsx';
import { SMALL_ICON } from '../../ui/marks/icon.ts';
import { PersonAvatar } from '../../ui/marks/person-avatar.tsx';
import type { ReceiptState } from '../../ui/marks/receipt-mark.tsx';
import { MarkdownText } from '../../ui/text/markdown-text.tsx';
import { showToast } from '../../ui/overlays/toasts.tsx';
import { MessageFile } from './message-file.tsx';
import { MessageReceipt } from './message-receipt.tsx';
import { AddReaction, Reactions } from './reactions.tsx';
import styles from './message.module.css';
import type { ConversationPeople } from './use-conversation-people.ts';
import { formatMoment } from '../../ui/text/locale.ts';

interface MessageItemProps {
  readonly message: Message;
  readonly people: ConversationPeople;
  /** The sender's name is shown only in a channel. */
  readonly isGroup: boolean;
  /** False when the previous message has the same sender and is close in time. */
  readonly isFirst: boolean;
  /** False when the next message has the same sender, day and delivery state and is close in time. */
  readonly isLast: boolean;
  /** Of an own message; never ahead of what the server has confirmed. */
  readonly delivery: ReceiptState | undefined;
  readonly highlighted: boolean;
  readonly today: string;
  readonly link: string;
  readonly onReply: (message: Message) => void;
  readonly onEdit: (message: Message) => void;
  readonly onOpen: (id: string) => void;
}

/** One message; own messages on the right, with date, time and the eye icon (sessions spec, 2). */
export const MessageItem = memo(function MessageItem(props: MessageItemProps) {
  const { message, people, isGroup, isFirst, highlighted, onOpen } = props;
  const isOwn = message.author === people.me;
  const name = isOwn ? i18n.t('You') : people.nameOf(message.author);
  return (
    <article
      className={styles['row']}
      data-own={isOwn || undefined}
      data-first={isFirst || undefined}
      data-highlighted={highlighted || undefined}
      aria-label={`${name}, ${timeOf(message.created_at)}`}
    >
      {isGroup && !isOwn && (
        <span className={styles['face']}>
          {isFirst && (
            <PersonAvatar
              name={name}
              image={people.imageOf(message.author)}
              size={28}
              tooltip={false}
            />
          )}
        </span>
      )}
      <div className={styles['column']}>
        {isGroup && isFirst && <span className={styles['sender']}>{name}</span>}
        <div className={styles['bubble']}>
          {message.reply_to !== null && !message.deleted && (
            <Quote id={message.reply_to} people={people} onOpen={onOpen} />
          )}
          {message.deleted ? (
            <p className={styles['deleted']}>{i18n.t('This message was deleted')}</p>
          ) : (
            <Text message={message} people={people} />
          )}
          {!message.deleted && message.attachment !== null && (
            <MessageFile id={message.attachment} onReply={() => props.onReply(message)} />
          )}
          <Foot {...props} />
        </div>
        {!message.deleted && <Reactions message={message} people={people} />}
      </div>
      {!message.deleted && (
        <div className={styles['actions']}>
          <Actions {...props} isOwn={isOwn} />
        </div>
      )}
    </article>
  );
});

function Text({ message, people }: Pick<MessageItemProps, 'message' | 'people'>) {
  const { nameOf } = people;
  const pieces = useCallback((text: string) => piecesOf(text, nameOf), [nameOf]);
  if (message.text === '') return null;
  return (
    <div className={styles['text']}>
      <MarkdownText text={message.text} pieces={pieces} InAppLink={InAppLink} headingLevel={3} />
    </div>
  );
}

function Foot({ message, people, isGroup, isLast, delivery, today }: MessageItemProps) {
  const isEdited = message.edited && !message.deleted;
  return (
    // One line a group of messages; the others have it for screen readers and on hover.
    <span className={styles['foot']} data-quiet={(!isLast && !isEdited) || undefined}>
      {isEdited && <span>{i18n.t('edited')}</span>}
      <time dateTime={message.created_at} title={formatMoment(message.created_at)}>
        {formatDate(localDayOf(message.created_at), today)} {timeOf(message.created_at)}
      </time>
      {delivery !== undefined && (
        <MessageReceipt message={message} people={people} isGroup={isGroup} state={delivery} />
      )}
    </span>
  );
}

interface QuoteProps {
  readonly id: string;
  readonly people: ConversationPeople;
  readonly onOpen: (id: string) => void;
}

/** Preview of the message that this one replies to. */
function Quote({ id, people, onOpen }: QuoteProps) {
  const message = useMessage(id);
  if (message === undefined) return <span className={styles['quote']}>&nbsp;</span>;
  const isHere = message !== null && !message.deleted;
  const query =
    message === null
      ? i18n.t('An earlier message')
      : message.deleted
        ? i18n.t('This message was deleted')
        : withMentionNames(plainText(message.text), people.nameOf) || i18n.t('A file');
  return (
    <button type="button" className={styles['quote']} onClick={() => onOpen(id)}>
      {isHere && (
        <strong>
          {message.author === people.me ? i18n.t('You') : people.nameOf(message.author)}
        </strong>
      )}
      <span className={styles['quoteWords']}>{query}</span>
    </button>
  );
}

function Actions(props: MessageItemProps & { readonly isOwn: boolean }) {
  const { message, people, link, isOwn, onReply, onEdit } = props;
  const remove = useDeleteMessage();
  const dialogs = useDialogs();
  const ask = async () => {
    const sure = await dialogs.confirm({
      title: i18n.t('Delete this message?'),
      message: i18n.t('Others then read "This message was deleted" in its place.'),
      confirm: i18n.t('Delete'),
      danger: true,
    });
    if (sure) await remove(message.id);
  };
  const copy = async () => {
    await copyText(link);
    showToast({ message: i18n.t('Link copied') });
  };
  return (
    <>
      <AddReaction message={message} people={people} />
      <Menu position="bottom-end" width={160}>
        <Menu.Target>
          <ActionIcon
            size={26}
            variant="subtle"
            color="gray"
            className={styles['more']}
            aria-label={i18n.t('Actions for this message')}
          >
            <IconDots {...SMALL_ICON} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item
            leftSection={<IconArrowBackUp {...SMALL_ICON} />}
            onClick={() => onReply(message)}
          >
            {i18n.t('Reply')}
          </Menu.Item>
          <Menu.Item leftSection={<IconLink {...SMALL_ICON} />} onClick={() => void copy()}>
            {i18n.t('Copy link')}
          </Menu.Item>
          {isOwn && message.text !== '' && (
            <Menu.Item leftSection={<IconPencil {...SMALL_ICON} />} onClick={() => onEdit(message)}>
              {i18n.t('Edit')}
            </Menu.Item>
          )}
          {isOwn && (
            <Menu.Item leftSection={<IconTrash {...SMALL_ICON} />} onClick={() => void ask()}>
              {i18n.t('Delete')}
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
    </>
  );
}

/** Calendar day of an instant in the viewer's time zone, `YYYY-MM-DD`. */
export function localDayOf(iso: string): string {
  const at = new Date(iso);
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 10);
}

/** Time of day of an instant in the viewer's time zone, by the clock of the locale. */
function timeOf(iso: string): string {
  const at = new Date(iso);
  const local = new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString();
  return timeOfDay(local.slice(11, 16));
}
