import type { Message } from '../../../model/entities/message.ts';
import type { ChatPlace } from '../../data/chat.ts';
import { i18n } from '../../i18n/i18n.ts';
import { dateInFull, formatDate } from '../../ui/text/date-format.ts';
import { useNow } from '../../ui/hooks/use-now.ts';
import styles from './messages.module.css';
import type { Unread } from './message-segment.ts';
import { localDayOf, MessageItem } from './message-item.tsx';
import type { ConversationPeople } from './use-conversation-people.ts';
import type { MessageList } from './use-message-list.ts';

interface MessageRowProps {
  readonly place: ChatPlace;
  readonly people: ConversationPeople;
  readonly list: MessageList;
  readonly index: number;
  readonly unread: Unread;
  readonly linkTo: (messageId: string) => string;
  readonly onReply: (message: Message) => void;
  readonly onEdit: (message: Message) => void;
  readonly onOpen: (messageId: string) => void;
}

/** Messages of one sender within this time form a group. Milliseconds. */
const TOGETHER = 5 * 60_000;

/** Message with the separators before it: a new day, and the line above the first new message. */
export function MessageRow(props: MessageRowProps) {
  const { place, people, list, index, unread, linkTo } = props;
  const today = localDayOf(new Date(useNow(60_000)).toISOString());
  const message = list.messageAt(index);
  if (message === undefined) return <div className={styles['unread']} aria-hidden />;
  const before = list.messageAt(index - 1);
  const after = list.messageAt(index + 1);
  const day = localDayOf(message.created_at);
  const isNewDay = before === undefined ? index === 1 : localDayOf(before.created_at) !== day;
  const isFirstNew =
    unread !== 'none' && isBehind(message, unread.seen) && !isBehind(before, unread.seen);
  const delivery = list.deliveryOf(message);
  return (
    <>
      {isNewDay && (
        <div className={styles['day']}>
          <span title={dateInFull(day)}>{formatDate(day, today)}</span>
        </div>
      )}
      {isFirstNew && message.author !== people.me && (
        <div className={styles['new']}>
          <span>{i18n.t('New')}</span>
        </div>
      )}
      <MessageItem
        message={message}
        people={people}
        isGroup={place.kind === 'group'}
        isFirst={isNewDay || isFirstNew || before === undefined || !isTogether(before, message)}
        isLast={
          after === undefined || !isTogether(message, after) || list.deliveryOf(after) !== delivery
        }
        delivery={delivery}
        highlighted={list.highlighted === message.id}
        today={today}
        link={linkTo(message.id)}
        onReply={props.onReply}
        onEdit={props.onEdit}
        onOpen={props.onOpen}
      />
    </>
  );
}

function isBehind(message: Message | undefined, seen: number): boolean {
  return message !== undefined && (message.seq === 0 || message.seq > seen);
}

function isTogether(before: Message, message: Message): boolean {
  const apart = Date.parse(message.created_at) - Date.parse(before.created_at);
  return before.author === message.author && apart < TOGETHER;
}
