import { Button } from '@mantine/core';
import { IconArrowDown } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import type { Message } from '../../../model/entities/message.ts';
import { type ChatPlace, type LastMessages, useLastMessages } from '../../data/chat.ts';
import { useOnline } from '../../data/online.ts';
import { i18n } from '../../i18n/i18n.ts';
import { useDelay } from '../../ui/hooks/use-delay.ts';
import { SMALL_ICON } from '../../ui/marks/icon.ts';
import { LoadingRows } from '../../ui/layout/loading-rows.tsx';
import styles from './messages.module.css';
import { MessageRow } from './message-row.tsx';
import { opensWhole, type Unread } from './message-segment.ts';
import type { ConversationPeople } from './use-conversation-people.ts';
import { type MessageList, useMessageList } from './use-message-list.ts';
import { type MessageView, useMessageView } from './use-message-view.ts';
import { useSeenBefore, useSeenWhileReading, useUnreadAtOpening } from './use-reading.ts';

interface MessagesProps {
  readonly place: ChatPlace;
  readonly people: ConversationPeople;
  /** Message to scroll to; `times` grows with each request, so that the same message can be requested again. */
  readonly message: { readonly id: string | undefined; readonly times: number };
  /** Grows with each message written on this device. */
  readonly written: number;
  readonly linkTo: (messageId: string) => string;
  readonly onReply: (message: Message) => void;
  readonly onEdit: (message: Message) => void;
  /** Scrolls to another message, e.g. the one that was replied to. */
  readonly onOpen: (messageId: string) => void;
}

/** Message list of a conversation. Virtualised: 50,000 messages open as fast as fifty. */
export function Messages(props: MessagesProps) {
  const { place, message, written } = props;
  const end = useLastMessages(place.id);
  const unread = useUnreadAtOpening(place.id);
  const view = useMessageView({ conversation: place.id, context: end, unread, message, written });
  if (end === undefined || unread === undefined || view === undefined) {
    return (
      <div className={styles['waiting']}>
        <LoadingRows count={3} height={44} />
      </div>
    );
  }
  const list = `${place.id} ${view.key}`;
  return <Loaded key={list} {...props} end={end} view={view} unread={unread} />;
}

interface LoadedProps extends MessagesProps {
  readonly end: LastMessages;
  readonly view: MessageView;
  readonly unread: Unread;
}

function Loaded(props: LoadedProps) {
  const { place, people, end, view, unread, message, written } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const highlighted = message.id;
  const input = { place, people, end, view, unread, highlighted, written, scroller };
  const list = useMessageList(input);
  const isMeasured = useIsMeasured(list.shown !== undefined);
  const { isNewest } = view.segment;
  const isWhole = opensWhole(view.segment, unread);
  useSeenWhileReading(place.id, { last: end.last, isAtEnd: list.isAtEnd, opensWhole: isWhole });
  useSeenBefore(place.id, list.shown, people.joined);
  if (list.count === 0) {
    const name = place.kind === 'direct' ? place.person.display_name : place.group.name;
    return (
      <div className={styles['empty']}>
        <p>{i18n.t('This is the beginning of your conversation with {name}.', { name })}</p>
      </div>
    );
  }
  return (
    <div className={styles['frame']}>
      <div
        ref={scroller}
        className={styles['scroller']}
        role="log"
        aria-label={i18n.t('Messages')}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the keyboard scrolls this region
        tabIndex={0}
        onScroll={list.onScroll}
      >
        <div
          className={styles['content']}
          style={{ height: list.height, visibility: isMeasured ? 'visible' : 'hidden' }}
        >
          {list.items.map((item) => (
            <div
              key={item.key}
              ref={list.measure}
              data-index={item.index}
              className={styles['item']}
              style={{ transform: `translateY(${item.start}px)` }}
            >
              <Row {...props} list={list} index={item.index} />
            </div>
          ))}
        </div>
      </div>
      {!list.isAtEnd && (
        <Button
          className={styles['newest']}
          size="compact-sm"
          radius="xl"
          leftSection={<IconArrowDown {...SMALL_ICON} />}
          onClick={isNewest ? list.toEnd : view.toNewest}
        >
          {list.newBelow > 0 ? i18n.t('{count} new', { count: list.newBelow }) : i18n.t('Newest')}
        </Button>
      )}
    </div>
  );
}

/** Milliseconds until the list is shown although a visible message is missing on this device. */
const LONGEST_WAIT = 500;

/** True once the visible messages have their own heights: until then they would move. */
function useIsMeasured(hasRows: boolean): boolean {
  const [isMeasured, setMeasured] = useState(false);
  const isLate = useDelay(LONGEST_WAIT);
  useEffect(() => {
    if (!hasRows || isMeasured) return undefined;
    // The list is measured in the first frame and has its positions in the second.
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(() => setMeasured(true));
    });
    return () => cancelAnimationFrame(frame);
  }, [hasRows, isMeasured]);
  return isMeasured || isLate;
}

function Row(props: LoadedProps & { readonly list: MessageList; readonly index: number }) {
  const { list, index } = props;
  if (index === 0) return <Edge isMore={list.hasOlder} of="Earlier" load={list.older} />;
  if (index > list.count) return <Edge isMore of="Later" load={list.later} />;
  return <MessageRow {...props} />;
}

interface EdgeProps {
  readonly isMore: boolean;
  readonly of: 'Earlier' | 'Later';
  readonly load: { readonly isLoading: boolean; readonly loadAsked: () => void };
}

/**
 * Row before the first and after the last loaded message: end of the conversation, loading, or not available
 * offline.
 */
function Edge({ isMore, of, load }: EdgeProps) {
  const isOnline = useOnline();
  if (!isMore) return <p className={styles['beginning']}>{i18n.t('The beginning')}</p>;
  if (!isOnline) {
    return (
      <p className={styles['beginning']}>
        {of === 'Earlier'
          ? i18n.t('Earlier messages are not on this device. They come when you are online.')
          : i18n.t('Later messages are not on this device. They come when you are online.')}
      </p>
    );
  }
  return (
    <div className={styles['beginning']}>
      <Button size="compact-sm" variant="subtle" color="gray" onClick={load.loadAsked}>
        {loadText(of, load.isLoading)}
      </Button>
    </div>
  );
}

function loadText(of: EdgeProps['of'], isLoading: boolean): string {
  if (of === 'Earlier') {
    return isLoading ? i18n.t('Loading earlier messages…') : i18n.t('Load earlier messages');
  }
  return isLoading ? i18n.t('Loading later messages…') : i18n.t('Load later messages');
}
