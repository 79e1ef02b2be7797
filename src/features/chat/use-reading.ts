import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { backWith, reachedBack } from '../../../model/shared/message-readers.ts';
import { useConversations } from '../../data/conversations.ts';
import { useMarkRead } from '../../data/mark-read.ts';
import type { Unread } from './message-segment.ts';
import type { ConversationPeople } from './use-conversation-people.ts';

/** Read marks are written at most this often (sessions spec, 9). Milliseconds. */
const SEEN_EVERY = 1_500;

/** Last message seen before the conversation was opened; undefined while it is read. */
export function useUnreadAtOpening(conversation: string): Unread | undefined {
  const conversations = useConversations();
  const [opened, setOpened] = useState<{
    readonly conversation: string;
    readonly unread: Unread;
  }>();
  if (opened?.conversation === conversation) return opened.unread;
  if (conversations === undefined) return undefined;
  const known = conversations.find(({ id }) => id === conversation);
  const unread =
    known === undefined || known.unread === 0 ? 'none' : ({ seen: known.seen } as const);
  setOpened({ conversation, unread });
  return unread;
}

/**
 * Marks a conversation as seen up to its newest message while the page is visible: when the list was opened
 * with every new message in it (`opensWhole`), or when it is scrolled to its end. An older segment, or the
 * newest one with new messages before it, does not count.
 */
export function useSeenWhileReading(
  conversation: string,
  {
    last,
    isAtEnd,
    opensWhole,
  }: { readonly last: number; readonly isAtEnd: boolean; readonly opensWhole: boolean },
): void {
  const isVisible = useIsVisible();
  const markRead = useMarkRead();
  const summary = useConversations()?.find(({ id }) => id === conversation);
  const notifiedAt = useRef(-Infinity);
  const [isOpening, setOpening] = useState(opensWhole);
  const unread = summary?.unread ?? 0;
  useEffect(() => {
    if (!isVisible || unread === 0 || !(isAtEnd || isOpening)) return undefined;
    const wait = Math.max(0, notifiedAt.current + SEEN_EVERY - performance.now());
    const timer = window.setTimeout(() => {
      notifiedAt.current = performance.now();
      setOpening(false);
      void markRead(conversation, { seen: last });
    }, wait);
    return () => window.clearTimeout(timer);
  }, [conversation, isVisible, unread, isAtEnd, isOpening, last, markRead]);
}

/**
 * Extends the range of seen messages backwards from the point where the person joined, without a gap. These
 * messages never count as unread and their senders do not wait for this person.
 */
export function useSeenBefore(
  conversation: string,
  shown: { readonly from: number; readonly to: number } | undefined,
  joined: ConversationPeople['joined'],
): void {
  const isVisible = useIsVisible();
  const markRead = useMarkRead();
  const reached = useRef(Infinity);
  const notifiedAt = useRef(-Infinity);
  const reportedTo = joined === undefined ? 0 : reachedBack(joined);
  const { from = 0, to = 0 } = shown ?? {};
  useEffect(() => {
    if (!isVisible || reportedTo === 0) return undefined;
    const back = backWith(Math.min(reached.current, reportedTo), { from, to });
    reached.current = back;
    if (back >= reportedTo) return undefined;
    const wait = Math.max(0, notifiedAt.current + SEEN_EVERY - performance.now());
    const timer = window.setTimeout(() => {
      notifiedAt.current = performance.now();
      void markRead(conversation, { back });
    }, wait);
    return () => window.clearTimeout(timer);
  }, [conversation, isVisible, reportedTo, from, to, markRead]);
}

function useIsVisible(): boolean {
  return useSyncExternalStore(subscribe, () => document.visibilityState === 'visible');
}

function subscribe(changed: () => void): () => void {
  document.addEventListener('visibilitychange', changed);
  return () => document.removeEventListener('visibilitychange', changed);
}
