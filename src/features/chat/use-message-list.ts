import { useVirtualizer } from '@tanstack/react-virtual';
import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { Message } from '../../../model/entities/message.ts';
import { type MessagePage, useLoadMessages } from '../../data/chat-changes.ts';
import { type ChatPlace, type LastMessages, useMessagesBetween } from '../../data/chat.ts';
import { useUnsentEdits } from '../../data/unsent-edits.ts';
import type { ReceiptState } from '../../ui/marks/receipt-mark.tsx';
import { rowOfNew, type Unread } from './message-segment.ts';
import type { ConversationPeople } from './use-conversation-people.ts';
import type { MessageView, StartAt } from './use-message-view.ts';

const ESTIMATE = 58;
/** Messages are loaded in blocks of this size, one block beyond the visible range at both ends. */
const STEP = 30;
/** Within this distance the list counts as scrolled to its end. Pixels. */
const NEAR = 48;
/** Older messages are fetched when the top is nearer than this. Pixels. */
const AHEAD = 1_200;

interface ListInput {
  readonly place: ChatPlace;
  readonly people: ConversationPeople;
  readonly end: LastMessages;
  readonly view: Pick<MessageView, 'segment' | 'start'>;
  readonly unread: Unread;
  /** Id of the message that was scrolled to. */
  readonly highlighted: string | undefined;
  /** Grows with each message written on this device. */
  readonly written: number;
  readonly scroller: RefObject<HTMLDivElement | null>;
}

/**
 * Messages of a conversation as rows: row 0 is the edge before them, own unnumbered messages come last; a
 * segment that does not end with the newest message has an edge row after it.
 */
export function useMessageList(input: ListInput) {
  const { place, people, scroller } = input;
  const { last, own, newest } = input.end;
  const { segment, start: startAt } = input.view;
  const { from, to, isNewest } = segment;
  const numbered = Math.max(0, to - from + 1);
  const unnumbered = own.messages;
  const count = numbered + (isNewest ? unnumbered.length : 0);
  const isEmpty = count === 0 && from <= 1;
  // oxlint-disable-next-line react/incompatible-library -- functions stay outside memoised code
  const virtualizer = useVirtualizer<HTMLDivElement, HTMLDivElement>({
    count: count + (isNewest ? 1 : 2),
    getScrollElement: () => scroller.current,
    estimateSize: (index) => (index === 0 ? 44 : ESTIMATE),
    getItemKey: (index) => (index === 0 ? 'beginning' : from + index - 1),
    overscan: 8,
    paddingEnd: 8,
  });
  const items = virtualizer.getVirtualItems();
  const [first = 0, final = 0] = [items[0]?.index, items.at(-1)?.index];
  const known = useMessagesBetween(place.id, stepsAround(from + first - 1, from + final - 1));
  // An own message keeps its position and its component when the server has numbered it.
  const wasHere = useIdsSeen(unnumbered);
  const newestOf = (seq: number) => newest.find((one) => one.seq === seq && wasHere.has(one.id));
  const messageAt = (index: number): Message | undefined =>
    index > numbered
      ? unnumbered[index - numbered - 1]
      : (known.get(from + index - 1) ?? newestOf(from + index - 1));
  const edits = useUnsentEdits();
  const shown = shownOf(virtualizer.range, { from, numbered, messageAt });
  const older = useMore(place.id, from > 1 ? { part: { before: from } } : undefined);
  const later = useMore(place.id, isNewest ? undefined : { part: { from: to + 1 } });
  const end = useEnd({
    scroller,
    newest: last + unnumbered.length,
    written: input.written,
    isEmpty,
    isNewest,
    size: virtualizer.getTotalSize(),
  });
  usePrepended(scroller, from);
  const start = useStart({ ...input, startAt }, { numbered, toIndex: virtualizer.scrollToIndex });
  const onScroll = () => {
    end.follow();
    const node = scroller.current;
    if (node === null || !start.isDone()) return;
    if (node.scrollTop < AHEAD) older.loadQuietly();
    if (node.scrollHeight - node.scrollTop - node.clientHeight < AHEAD) later.loadQuietly();
  };
  return {
    count: isEmpty ? 0 : count,
    height: virtualizer.getTotalSize(),
    items,
    measure: virtualizer.measureElement,
    messageAt,
    shown,
    deliveryOf: (message: Message) => deliveryOf(message, { people, sent: own.sent, edits }),
    onScroll,
    isAtEnd: end.isAtEnd,
    newBelow: end.newBelow,
    toEnd: end.toEnd,
    hasOlder: from > 1,
    older,
    later,
    highlighted: input.highlighted,
  };
}

/** Ids of all messages that the list has shown so far. */
function useIdsSeen(messages: readonly Message[]): ReadonlySet<string> {
  const [seen, setSeen] = useState<ReadonlySet<string>>(new Set());
  const isNew = messages.some(({ id }) => !seen.has(id));
  if (isNew) setSeen(new Set([...seen, ...messages.map(({ id }) => id)]));
  return seen;
}

interface Rows {
  readonly from: number;
  readonly numbered: number;
  readonly messageAt: (index: number) => Message | undefined;
}

/** First and last message number on the screen; undefined while one of the rows is not rendered. */
function shownOf(
  range: { readonly startIndex: number; readonly endIndex: number } | null,
  { from, numbered, messageAt }: Rows,
): { readonly from: number; readonly to: number } | undefined {
  if (range === null) return undefined;
  // The first row may be visible only in part.
  const first = range.startIndex === 0 ? 1 : range.startIndex + 1;
  const last = Math.min(numbered, range.endIndex);
  for (let index = first; index <= last; index += 1) {
    if (messageAt(index) === undefined) return undefined;
  }
  return last < first ? undefined : { from: from + first - 1, to: from + last - 1 };
}

export type MessageList = ReturnType<typeof useMessageList>;

/** True when the message is listed under its number; the numbered row may be read before the unnumbered row is gone. */
/** Range of messages around the visible one, rounded to whole blocks so that scrolling seldom starts a query. */
function stepsAround(first: number, last: number): { readonly from: number; readonly to: number } {
  return {
    from: Math.max(1, (Math.floor(first / STEP) - 1) * STEP),
    to: (Math.floor(last / STEP) + 2) * STEP,
  };
}

interface DeliveryInput {
  readonly people: ConversationPeople;
  /** Ids of the messages without a number that the server has confirmed. */
  readonly sent: ReadonlySet<string>;
  /** Ids of the messages with an edit that the server has not confirmed. */
  readonly edits: ReadonlySet<string> | undefined;
}

/** The furthest that an own message has come with the text that is shown. */
function deliveryOf(
  message: Message,
  { people, sent, edits }: DeliveryInput,
): ReceiptState | undefined {
  if (message.author !== people.me || message.deleted) return undefined;
  // What others have seen is the former text.
  if (edits?.has(message.id) === true) return 'here';
  if (message.seq === 0) return sent.has(message.id) ? 'server' : 'here';
  const { seen, reached } = people.readersOf(message);
  if (seen.length > 0) return 'seen';
  return reached.length > 0 ? 'device' : 'server';
}

/** Fetches pages of messages at one end of the segment, one at a time. */
function useMore(conversation: string, more: { readonly part: MessagePage } | undefined) {
  const load = useLoadMessages();
  const [isLoading, setLoading] = useState(false);
  const busy = useRef(false);
  const run = async (asked: boolean) => {
    if (busy.current || more === undefined) return;
    busy.current = true;
    setLoading(true);
    await load(conversation, more.part, asked).finally(() => {
      busy.current = false;
      setLoading(false);
    });
  };
  return { isLoading, loadAsked: () => void run(true), loadQuietly: () => void run(false) };
}

interface EndInput {
  readonly scroller: RefObject<HTMLDivElement | null>;
  /** Number of the newest message; grows with each message at the end, not with older ones that are fetched. */
  readonly newest: number;
  /**
   * Grows with each message written on this device. Needed because the number may arrive before the
   * unnumbered row was rendered.
   */
  readonly written: number;
  readonly isEmpty: boolean;
  /** False when newer messages exist outside this list, so that its last row is not the end of the conversation. */
  readonly isNewest: boolean;
  readonly size: number;
}

/**
 * Scrolls to a new message when the list is at its end or the viewer wrote the message; otherwise reports
 * that new messages are below.
 */
function useEnd({ scroller, newest, written, isEmpty, isNewest, size }: EndInput) {
  const [isAtEnd, setAtEnd] = useState(isNewest);
  const [seen, setSeen] = useState({ newest, written });
  const lastTop = useRef(0);
  const toEnd = useCallback(() => {
    const node = scroller.current;
    if (node === null) return;
    node.scrollTo({ top: node.scrollHeight });
    lastTop.current = node.scrollTop;
  }, [scroller]);
  const follow = useCallback(() => {
    const node = scroller.current;
    if (node === null) return;
    // Only an upward scroll leaves the end: an image that loads later lengthens the list without one.
    const movedUp = node.scrollTop < lastTop.current;
    const isNear = node.scrollHeight - node.scrollTop - node.clientHeight < NEAR;
    lastTop.current = node.scrollTop;
    if (isNear || movedUp) setAtEnd(isNear && isNewest);
  }, [scroller, isNewest]);
  const hasWritten = isNewest && written > seen.written;
  if (hasWritten) setAtEnd(true);
  if (hasWritten || (isAtEnd && newest !== seen.newest)) {
    setSeen({ newest, written });
  }
  useLayoutEffect(() => {
    if (isAtEnd) toEnd();
  }, [isAtEnd, size, toEnd]);
  useEffect(() => {
    const node = scroller.current;
    if (node === null || isEmpty || !isAtEnd) return undefined;
    let height = node.clientHeight;
    // A reply preview or an attachment in the composer makes the list shorter.
    const observer = new ResizeObserver(() => {
      if (node.clientHeight !== height) toEnd();
      height = node.clientHeight;
    });
    observer.observe(node);
    return () => observer.disconnect();
  }, [scroller, isEmpty, isAtEnd, toEnd]);
  return { isAtEnd, newBelow: Math.max(0, newest - seen.newest), toEnd, follow };
}

/** Keeps the visible messages in place when older ones are inserted above them. */
function usePrepended(scroller: RefObject<HTMLDivElement | null>, from: number): void {
  const before = useRef(from);
  useLayoutEffect(() => {
    const added = before.current - from;
    before.current = from;
    if (added > 0) scroller.current?.scrollBy({ top: added * ESTIMATE });
  }, [scroller, from]);
}

interface StartInput {
  readonly numbered: number;
  readonly toIndex: (index: number, options: { readonly align: 'center' | 'start' }) => void;
}

/** Initial scroll position: the requested message, else the first new one, else the end. */
function useStart(
  {
    view: { segment },
    startAt,
    unread,
    scroller,
  }: Pick<ListInput, 'view' | 'unread' | 'scroller'> & { readonly startAt: StartAt },
  { numbered, toIndex }: StartInput,
) {
  const done = useRef<number>(undefined);
  useLayoutEffect(() => {
    if (done.current === startAt.jump || scroller.current === null) return;
    const isOpening = done.current === undefined;
    done.current = startAt.jump;
    if (startAt.seq !== undefined) {
      const index = startAt.seq === 0 ? numbered + 1 : startAt.seq - segment.from + 1;
      toIndex(index, { align: 'center' });
    } else if (isOpening && startAt.atNew && unread !== 'none') {
      toIndex(rowOfNew(segment, unread), { align: 'start' });
    }
  });
  return { isDone: () => done.current !== undefined };
}
