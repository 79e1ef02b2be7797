import { Button } from '@mantine/core';
import { IconArrowDown } from '@tabler/icons-react';
import { useRef } from 'react';
import type { Message } from '../../../model/entities/message.ts';
import { type ChatPlace, useHistoryFacts } from '../../data/chat.ts';
import { useOnline } from '../../data/online.ts';
import { SMALL_ICON } from '../../ui/icon.ts';
import { LoadingRows } from '../../ui/loading-rows.tsx';
import styles from './history.module.css';
import { HistoryRow } from './history-row.tsx';
import type { ConversationPeople } from './use-conversation-people.ts';
import { type HistoryList, useHistoryList } from './use-history-list.ts';
import { useSeenWhileReading, useUnreadAtOpening } from './use-reading.ts';

interface HistoryProps {
  readonly place: ChatPlace;
  readonly people: ConversationPeople;
  readonly messageId: string | undefined;
  /** Grows with each message that is written here. */
  readonly written: number;
  readonly linkTo: (messageId: string) => string;
  readonly onReply: (message: Message) => void;
  readonly onEdit: (message: Message) => void;
  /** Shows another message, e.g. the one that is answered. */
  readonly onOpen: (messageId: string) => void;
}

/** What has been said, of which only what is on screen is drawn; 50,000 messages open like fifty. */
export function History(props: HistoryProps) {
  const { place } = props;
  const facts = useHistoryFacts(place.id);
  const unread = useUnreadAtOpening(place.id);
  if (facts === undefined || unread === undefined) {
    return (
      <div className={styles['waiting']}>
        <LoadingRows count={3} height={44} />
      </div>
    );
  }
  return <Loaded key={place.id} {...props} facts={facts} unread={unread} />;
}

interface LoadedProps extends HistoryProps {
  readonly facts: { readonly from: number; readonly last: number };
  /** Number of the last message seen before this was opened; messages behind it are new. Undefined: none is. */
  readonly unread: { readonly seen: number } | 'none';
}

function Loaded(props: LoadedProps) {
  const { place, people, facts, unread, messageId, written } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const list = useHistoryList({ place, people, facts, unread, messageId, written, scroller });
  useSeenWhileReading(place.id, { last: facts.last, isAtEnd: list.isAtEnd });
  if (list.count === 0) {
    const name = place.kind === 'direct' ? place.person.display_name : place.group.name;
    return (
      <div className={styles['empty']}>
        <p>This is the beginning of your conversation with {name}.</p>
      </div>
    );
  }
  return (
    <div className={styles['frame']}>
      <div
        ref={scroller}
        className={styles['scroller']}
        role="log"
        aria-label="Messages"
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls is reached by the keyboard
        tabIndex={0}
        onScroll={list.onScroll}
      >
        <div className={styles['content']} style={{ height: list.height }}>
          {list.items.map((item) => (
            <div
              key={item.key}
              ref={list.measure}
              data-index={item.index}
              className={styles['item']}
              style={{ transform: `translateY(${item.start}px)` }}
            >
              {item.index === 0 ? (
                <Beginning list={list} />
              ) : (
                <HistoryRow {...props} list={list} index={item.index} />
              )}
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
          onClick={list.toEnd}
        >
          {list.newBelow > 0 ? `${list.newBelow} new` : 'Newest'}
        </Button>
      )}
    </div>
  );
}

/** Before the first message here: there is nothing, or more comes, or it cannot come now. */
function Beginning({ list }: { readonly list: HistoryList }) {
  const isOnline = useOnline();
  if (!list.hasOlder) return <p className={styles['beginning']}>The beginning</p>;
  if (!isOnline) {
    return (
      <p className={styles['beginning']}>
        Earlier messages are not on this device. They come when you are online.
      </p>
    );
  }
  return (
    <div className={styles['beginning']}>
      <Button size="compact-sm" variant="subtle" color="gray" onClick={list.loadOlder}>
        {list.isLoading ? 'Loading earlier messages…' : 'Load earlier messages'}
      </Button>
    </div>
  );
}
