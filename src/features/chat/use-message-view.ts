import { useCallback, useEffect, useState } from 'react';
import { useLoadMessages } from '../../data/chat-changes.ts';
import { type MessageContext, useMessageNumber } from '../../data/chat.ts';
import { i18n } from '../../i18n/i18n.ts';
import { showToast } from '../../ui/overlays/toasts.tsx';
import { isWithin, firstToFetch, type Segment, segmentOf, type Unread } from './message-segment.ts';

/** Initial position of a list: a given message, or the default of the conversation. `jump` grows with each request. */
export interface StartAt {
  readonly seq: number | undefined;
  readonly jump: number;
  /** Used when no message is given: open at the first new message, not at the end. */
  readonly atNew: boolean;
}

export interface MessageView {
  /** A new key mounts a new list. */
  readonly key: number;
  readonly segment: Segment;
  readonly start: StartAt;
  readonly toNewest: () => void;
}

interface ViewInput {
  readonly conversation: string;
  readonly context: MessageContext | undefined;
  /** Undefined while it is being read. */
  readonly unread: Unread | undefined;
  /** Message to scroll to; `times` grows with each request, so that the same message can be requested again. */
  readonly message: { readonly id: string | undefined; readonly times: number };
  /** Grows with each message written on this device. */
  readonly written: number;
}

interface Shown extends StartAt {
  readonly key: number;
  /** Request that has been answered, whether or not the message was found. */
  readonly handled: string | undefined;
  /** Number of the first new message while the list that was opened there is shown. */
  readonly firstNew: number | undefined;
  /** False until it is known whether the first new message can be shown. */
  readonly isOpened: boolean;
  readonly written: number;
}

/**
 * Segment of a conversation to show: the newest messages, those around a message that a link, a search or a
 * reply points at (WIN-5), or those around the first new message when the loaded range does not contain it.
 * Messages that are not on the device are fetched first. Undefined until the initial position is known.
 */
export function useMessageView(input: ViewInput): MessageView | undefined {
  const { conversation, context, unread, message, written } = input;
  const [shown, setShown] = useState<Shown>({
    seq: undefined,
    jump: 0,
    atNew: true,
    key: 0,
    handled: message.id === undefined ? NONE : undefined,
    firstNew: undefined,
    isOpened: message.id !== undefined,
    written,
  });
  const toNewest = useCallback(
    () => setShown((before) => ({ ...before, ...NEWEST, key: before.key + 1 })),
    [],
  );
  const open = useCallback(() => setShown((before) => ({ ...before, isOpened: true })), []);
  const missing =
    shown.isOpened || context === undefined || unread === undefined
      ? undefined
      : firstToFetch(context, unread);
  useFetchNew({ conversation, from: missing, open });
  const wanted = message.id === undefined ? undefined : `${message.id} ${message.times}`;
  const seq = useMessageNumber(conversation, message.id);
  const isAsked = wanted !== undefined && wanted !== shown.handled;
  const isHere = context !== undefined && typeof seq === 'number' && isWithin(context, seq);
  const giveUp = useCallback(
    () => setShown((before) => ({ ...before, handled: wanted })),
    [wanted],
  );
  const isMissing = isAsked && context !== undefined && seq !== undefined && !isHere;
  const showMeanwhile = useCallback(
    () => setShown((before) => ({ ...before, handled: before.handled ?? NONE })),
    [],
  );
  useFetchMessages({ conversation, id: message.id, isMissing, giveUp, showMeanwhile });
  if (context === undefined || unread === undefined || missing !== undefined) return undefined;
  if (!shown.isOpened) {
    const firstNew = unread === 'none' ? undefined : unread.seen + 1;
    setShown({ ...shown, isOpened: true, firstNew });
    return undefined;
  }
  const segment = segmentOf(context, shown.seq ?? shown.firstNew);
  if (isAsked && isHere) {
    const isOther = segmentOf(context, seq).from !== segment.from;
    const key = isOther ? shown.key + 1 : shown.key;
    setShown({ ...shown, seq, jump: shown.jump + 1, atNew: false, key, handled: wanted });
  } else if (written !== shown.written) {
    // An own new message is at the end.
    if (!segment.isNewest) toNewest();
    setShown((before) => ({ ...before, written }));
  }
  // Render nothing until the linked message can be shown: other messages would flash first.
  if (isAsked && shown.handled === undefined) return undefined;
  return { key: shown.key, segment, start: shown, toNewest };
}

interface FetchMessagesInput {
  readonly conversation: string;
  readonly id: string | undefined;
  readonly isMissing: boolean;
  readonly giveUp: () => void;
  readonly showMeanwhile: () => void;
}

/**
 * A list waits this long for the linked or first new message before it opens with what is on the device.
 * Milliseconds.
 */
const WAITS = 1_200;

function useFetchMessages({
  conversation,
  id,
  isMissing,
  giveUp,
  showMeanwhile,
}: FetchMessagesInput): void {
  const load = useLoadMessages();
  useEffect(() => {
    if (!isMissing || id === undefined) return undefined;
    let isOver = false;
    const timer = window.setTimeout(showMeanwhile, WAITS);
    void load(conversation, { around: id }, false).then((how) => {
      if (isOver || how === 'here') return;
      showToast({ message: whyMissing(how), kind: 'info' });
      giveUp();
    });
    return () => {
      isOver = true;
      window.clearTimeout(timer);
    };
  }, [conversation, id, isMissing, load, giveUp, showMeanwhile]);
}

interface FetchNewInput {
  readonly conversation: string;
  readonly from: number | undefined;
  /** Opens the list with the messages on the device: no more can be fetched soon. */
  readonly open: () => void;
}

/** Once the messages are stored, the message context includes them and the list opens by itself. */
function useFetchNew({ conversation, from, open }: FetchNewInput): void {
  const load = useLoadMessages();
  useEffect(() => {
    if (from === undefined) return undefined;
    let isOver = false;
    const timer = window.setTimeout(open, WAITS);
    void load(conversation, { from }, false).then((how) => {
      if (!isOver && how !== 'here') open();
    });
    return () => {
      isOver = true;
      window.clearTimeout(timer);
    };
  }, [conversation, from, load, open]);
}

const NEWEST = { seq: undefined, firstNew: undefined, atNew: false } as const;

/** Value of `handled` when no message was requested. */
const NONE = '-';

function whyMissing(how: 'gone' | 'unavailable'): string {
  return how === 'gone'
    ? i18n.t('This message is not in this conversation')
    : i18n.t('This message is not on this device. It comes when you are online.');
}
