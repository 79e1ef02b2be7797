import { useVirtualizer } from '@tanstack/react-virtual';
import {
  type RefObject,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import type { Message } from '../../../model/entities/message.ts';
import { useLoadOlder } from '../../data/chat-changes.ts';
import { type ChatPlace, useMessage, useMessagesBetween, useUnnumbered } from '../../data/chat.ts';
import type { Delivery } from './message-item.tsx';
import type { ConversationPeople } from './use-conversation-people.ts';

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
  readonly facts: { readonly from: number; readonly last: number };
  readonly unread: { readonly seen: number } | 'none';
  readonly messageId: string | undefined;
  /** Grows with each message that is written here. */
  readonly written: number;
  readonly scroller: RefObject<HTMLDivElement | null>;
}

/** The messages of a conversation as rows: row 0 is what stands before them, own unnumbered ones are the last. */
export function useHistoryList(input: ListInput) {
  const { place, people, facts, scroller } = input;
  const { from, last } = facts;
  const { messages: unnumbered, sent } = useUnnumbered(place.id) ?? NONE;
  const numbered = Math.max(0, last - from + 1);
  const count = numbered + unnumbered.length;
  const isEmpty = count === 0 && from <= 1;
  // oxlint-disable-next-line react/incompatible-library -- its functions are called, never handed to something memoised
  const virtualizer = useVirtualizer<HTMLDivElement, HTMLDivElement>({
    count: count + 1,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => (index === 0 ? 44 : ESTIMATE),
    getItemKey: (index) => (index === 0 ? 'beginning' : from + index - 1),
    overscan: 8,
    paddingEnd: 8,
  });
  const items = virtualizer.getVirtualItems();
  const [first = 0, final = 0] = [items[0]?.index, items.at(-1)?.index];
  const known = useMessagesBetween(place.id, stepsAround(from + first - 1, from + final - 1));
  const messageAt = (index: number): Message | undefined =>
    index > numbered ? unnumbered[index - numbered - 1] : known.get(from + index - 1);
  const older = useOlder(place.id, from);
  const end = useEnd({
    scroller,
    newest: last + unnumbered.length,
    written: input.written,
    isEmpty,
    size: virtualizer.getTotalSize(),
  });
  usePrepended(scroller, from);
  const start = useStart(input, { numbered, toIndex: virtualizer.scrollToIndex, older });
  const onScroll = () => {
    end.follow();
    if ((scroller.current?.scrollTop ?? AHEAD) < AHEAD && start.isDone()) older.loadQuietly();
  };
  return {
    count: isEmpty ? 0 : count,
    height: virtualizer.getTotalSize(),
    items,
    measure: virtualizer.measureElement,
    messageAt,
    deliveryOf: (message: Message) => deliveryOf(message, people, sent),
    onScroll,
    isAtEnd: end.isAtEnd,
    newBelow: end.newBelow,
    toEnd: end.toEnd,
    hasOlder: from > 1,
    isLoading: older.isLoading,
    loadOlder: older.loadAsked,
    highlighted: start.highlighted,
  };
}

export type HistoryList = ReturnType<typeof useHistoryList>;

const NONE = { messages: [], sent: new Set<string>() } as const;

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
  const all = people.others.length;
  if (all > 0 && people.seenBy(message.seq) >= all) return 'seen';
  return all > 0 && people.deliveredTo(message.seq) >= all ? 'delivered' : 'sent';
}

/** Pages of older messages, one at a time. */
function useOlder(conversation: string, from: number) {
  const load = useLoadOlder();
  const [isLoading, setLoading] = useState(false);
  const busy = useRef(false);
  const run = useCallback(
    async (asked: boolean) => {
      if (busy.current || from <= 1) return;
      busy.current = true;
      setLoading(true);
      await load(conversation, asked).finally(() => {
        busy.current = false;
        setLoading(false);
      });
    },
    [conversation, from, load],
  );
  return useMemo(
    () => ({
      isLoading,
      loadAsked: () => void run(true),
      loadQuietly: () => void run(false),
    }),
    [isLoading, run],
  );
}

interface EndInput {
  readonly scroller: RefObject<HTMLDivElement | null>;
  /** Grows with each message at the end, never with older ones that are brought. */
  readonly newest: number;
  /** Grows with each message that is written here: a number may come so fast that it is never seen without one. */
  readonly written: number;
  readonly isEmpty: boolean;
  readonly size: number;
}

/** Who reads the newest message, or has just written it, stays with it; who reads further up is left alone and told. */
function useEnd({ scroller, newest, written, isEmpty, size }: EndInput) {
  const [isAtEnd, setAtEnd] = useState(true);
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
    if (isNear || movedUp) setAtEnd(isNear);
  }, [scroller]);
  const hasWritten = written > seen.written;
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
  readonly older: { readonly isLoading: boolean; readonly loadQuietly: () => void };
}

/** Where the history opens: at the message a link points at, else at the first new one, else at the end. */
function useStart(
  { facts, unread, messageId, scroller }: ListInput,
  { numbered, toIndex, older }: StartHelp,
) {
  const target = useMessage(messageId ?? null);
  const done = useRef<string>(undefined);
  const opened = useRef(false);
  const wanted = messageId === undefined ? 'end' : messageId;
  const isBelow = target !== undefined && target !== null && target.seq >= facts.from;
  useEffect(() => {
    if (messageId === undefined || target === undefined || isBelow) return;
    // Not here yet: older pages are brought until it is, or there are no more.
    if (facts.from > 1 && !older.isLoading) older.loadQuietly();
  }, [messageId, target, isBelow, facts.from, older]);
  useLayoutEffect(() => {
    if (done.current === wanted || scroller.current === null) return;
    if (messageId !== undefined) {
      if (!isBelow) return;
      toIndex(target.seq - facts.from + 1, { align: 'center' });
    } else if (!opened.current && unread !== 'none' && unread.seen >= facts.from) {
      toIndex(Math.min(unread.seen - facts.from + 1, numbered), { align: 'start' });
    }
    opened.current = true;
    done.current = wanted;
  });
  return { isDone: () => opened.current, highlighted: messageId };
}
