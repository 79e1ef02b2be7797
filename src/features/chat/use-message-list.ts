import { useVirtualizer } from '@tanstack/react-virtual';
import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { Message } from '../../../model/entities/message.ts';
import { type MessagePage, useLoadMessages } from '../../data/chat-changes.ts';
import { type ChatPlace, type LastMessages, useMessagesBetween } from '../../data/chat.ts';
import { rowOfNew, type Unread } from './message-segment.ts';
import type { Delivery } from './message-item.tsx';
import type { ConversationPeople } from './use-conversation-people.ts';
import type { MessageView, StartAt } from './use-message-view.ts';

const ESTIMATE = 58;
/** Messages are asked for in steps of this many, one step ahead on both sides. */
const STEP = 30;
/** So near to an end that one is there. */
const NEAR = 48;
/** So near to the top that older messages are fetched before one arrives. */
const AHEAD = 1_200;

interface ListInput {
  readonly place: ChatPlace;
  readonly people: ConversationPeople;
  readonly end: LastMessages;
  readonly view: Pick<MessageView, 'segment' | 'start'>;
  readonly unread: Unread;
  /** Id of the message that was gone to. */
  readonly highlighted: string | undefined;
  /** Grows with each message that is written here. */
  readonly written: number;
  readonly scroller: RefObject<HTMLDivElement | null>;
}

/**
 * Messages of a conversation as rows: row 0 is what stands before them, own unnumbered ones are the last; behind a part
 * that does not go to the newest there is one more row.
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
  // oxlint-disable-next-line react/incompatible-library -- its functions are called, never handed to something memoised
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
  // A message of one's own that has just been numbered stays where it stands, as what it is.
  const wasHere = useIdsSeen(unnumbered);
  const newestOf = (seq: number) => newest.find((one) => one.seq === seq && wasHere.has(one.id));
  const messageAt = (index: number): Message | undefined =>
    index > numbered
      ? unnumbered[index - numbered - 1]
      : (known.get(from + index - 1) ?? newestOf(from + index - 1));
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
    deliveryOf: (message: Message) => deliveryOf(message, people, own.sent),
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

/** Ids of all messages that have stood there so far. */
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

/** Numbers of the messages that stand on the screen; undefined while one of them is not drawn. */
function shownOf(
  range: { readonly startIndex: number; readonly endIndex: number } | null,
  { from, numbered, messageAt }: Rows,
): { readonly from: number; readonly to: number } | undefined {
  if (range === null) return undefined;
  // The first row may be seen in part only.
  const first = range.startIndex === 0 ? 1 : range.startIndex + 1;
  const last = Math.min(numbered, range.endIndex);
  for (let index = first; index <= last; index += 1) {
    if (messageAt(index) === undefined) return undefined;
  }
  return last < first ? undefined : { from: from + first - 1, to: from + last - 1 };
}

export type MessageList = ReturnType<typeof useMessageList>;

/** Whether a message is shown under its number: that may be read before it leaves those without one. */
/** A piece of history around what is on screen, in whole steps, so that scrolling asks seldom. */
function stepsAround(first: number, last: number): { readonly from: number; readonly to: number } {
  return {
    from: Math.max(1, (Math.floor(first / STEP) - 1) * STEP),
    to: (Math.floor(last / STEP) + 2) * STEP,
  };
}

function deliveryOf(
  message: Message,
  people: ConversationPeople,
  sent: ReadonlySet<string>,
): Delivery | undefined {
  if (message.author !== people.me || message.deleted) return undefined;
  if (message.seq === 0) return sent.has(message.id) ? 'sent' : 'unsent';
  const { all, delivered, seen } = people.readersOf(message);
  if (all > 0 && seen >= all) return 'seen';
  return all > 0 && delivered >= all ? 'delivered' : 'sent';
}

/** Pages of messages at one end of what is here, one at a time. */
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
  /** Grows with each message at the end, never with older ones that are brought. */
  readonly newest: number;
  /** Grows with each message that is written here: a number may come so fast that it is never seen without one. */
  readonly written: number;
  readonly isEmpty: boolean;
  /** False where newer messages are not in this list: then its end is not the end. */
  readonly isNewest: boolean;
  readonly size: number;
}

/** Who reads the newest message, or has just written it, stays with it; who reads further up is left alone and told. */
function useEnd({ scroller, newest, written, isEmpty, isNewest, size }: EndInput) {
  const [isAtEnd, setAtEnd] = useState(isNewest);
  const [seen, setSeen] = useState({ newest, written });
  const stoodAt = useRef(0);
  const toEnd = useCallback(() => {
    const node = scroller.current;
    if (node === null) return;
    node.scrollTo({ top: node.scrollHeight });
    stoodAt.current = node.scrollTop;
  }, [scroller]);
  const follow = useCallback(() => {
    const node = scroller.current;
    if (node === null) return;
    // Only who moves up leaves the end: an image that comes later makes the list longer by itself.
    const movedUp = node.scrollTop < stoodAt.current;
    const isNear = node.scrollHeight - node.scrollTop - node.clientHeight < NEAR;
    stoodAt.current = node.scrollTop;
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
    // The place for messages shrinks when one answers or attaches something.
    const observer = new ResizeObserver(() => {
      if (node.clientHeight !== height) toEnd();
      height = node.clientHeight;
    });
    observer.observe(node);
    return () => observer.disconnect();
  }, [scroller, isEmpty, isAtEnd, toEnd]);
  return { isAtEnd, newBelow: Math.max(0, newest - seen.newest), toEnd, follow };
}

/** What one reads keeps its place when older messages come in above it. */
function usePrepended(scroller: RefObject<HTMLDivElement | null>, from: number): void {
  const before = useRef(from);
  useLayoutEffect(() => {
    const added = before.current - from;
    before.current = from;
    if (added > 0) scroller.current?.scrollBy({ top: added * ESTIMATE });
  }, [scroller, from]);
}

interface StartHelp {
  readonly numbered: number;
  readonly toIndex: (index: number, options: { readonly align: 'center' | 'start' }) => void;
}

/** Where the list opens: at the message that was gone to, else at the first new one, else at the end. */
function useStart(
  {
    view: { segment },
    startAt,
    unread,
    scroller,
  }: Pick<ListInput, 'view' | 'unread' | 'scroller'> & { readonly startAt: StartAt },
  { numbered, toIndex }: StartHelp,
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
