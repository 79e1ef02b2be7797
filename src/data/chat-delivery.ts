import { useEffect, useRef } from 'react';
import { peopleOfDirect } from '../../model/entities/scopes.ts';
import { useConversations } from './conversations.ts';
import { useMarkRead } from './mark-read.ts';

/** Delivery marks are written at most this often, for all conversations together. Milliseconds. */
const EVERY = 1_500;

/**
 * Writes delivery marks for direct conversations when their messages have reached this device. Channels have
 * only read marks: a delivery mark would cost a write for each member and message.
 */
export function useDeliveryMarks(): void {
  const conversations = useConversations();
  const markRead = useMarkRead();
  const notifiedAt = useRef(-Infinity);
  const due = (conversations ?? [])
    .filter(({ id, unread, delivered, lastSeq }) => {
      const isDirect = peopleOfDirect(id) !== undefined;
      return isDirect && unread > 0 && delivered < lastSeq;
    })
    .map(({ id, lastSeq }) => ({ id, lastSeq }));
  const key = due.map(({ id, lastSeq }) => `${id}=${lastSeq}`).join();
  useEffect(() => {
    if (key === '') return undefined;
    const notify = () => {
      notifiedAt.current = performance.now();
      for (const { id, lastSeq } of due) void markRead(id, { delivered: lastSeq });
    };
    const timer = window.setTimeout(
      notify,
      Math.max(300, notifiedAt.current + EVERY - performance.now()),
    );
    return () => window.clearTimeout(timer);
    // `key` represents `due`: it is the same text when nothing has changed.
    // oxlint-disable-next-line react/exhaustive-deps -- see above
  }, [key, markRead]);
}
