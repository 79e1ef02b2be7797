import { useCallback, useEffect, useState } from 'react';
import { useLoadMessages } from '../../data/chat-changes.ts';
import { type MessageContext, useMessageNumber } from '../../data/chat.ts';
import { showToast } from '../../ui/overlays/toasts.tsx';
import { isWithin, newToBring, type Segment, segmentOf, type Unread } from './message-segment.ts';

/** Where a list opens: at a message, or where a conversation does. `jump` grows with each message that is gone to. */
export interface StartAt {
  readonly seq: number | undefined;
  readonly jump: number;
  /** Where no message is named: at what is new, not at the end. */
  readonly atNew: boolean;
}

export interface MessageView {
  /** Another one is another list. */
  readonly key: number;
  readonly segment: Segment;
  readonly start: StartAt;
  readonly toNewest: () => void;
}

interface ViewInput {
  readonly conversation: string;
  readonly context: MessageContext | undefined;
  /** Undefined while it is read. */
  readonly unread: Unread | undefined;
  /** The message to go to, and how often one has been gone to: the same one may be asked for again. */
  readonly message: { readonly id: string | undefined; readonly times: number };
  /** Grows with each message that is written here. */
  readonly written: number;
}

interface Shown extends StartAt {
  readonly key: number;
  /** Which message was gone to, or could not be. */
  readonly handled: string | undefined;
  /** Number of the first new message, while the list is the one that was opened there. */
  readonly firstNew: number | undefined;
  /** False until it is known whether the first new message can be shown. */
  readonly isOpened: boolean;
  readonly written: number;
}

/**
 * Which part of a history is shown: the newest messages, or those around one that a link, a search or an answer points
 * at (WIN-5), or around the first new one when more are new than the window holds. What is not on this device is brought
 * first. Undefined until it is known where to begin.
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
      : newToBring(context, unread);
  useBringNew({ conversation, from: missing, open });
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
  useBring({ conversation, id: message.id, isMissing, giveUp, showMeanwhile });
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
    // What one has just said is at the end.
    if (!segment.isNewest) toNewest();
    setShown((before) => ({ ...before, written }));
  }
  // A page that opens at a message does not show others first.
  if (isAsked && shown.handled === undefined) return undefined;
  return { key: shown.key, segment, start: shown, toNewest };
}

interface Bringing {
  readonly conversation: string;
  readonly id: string | undefined;
  readonly isMissing: boolean;
  readonly giveUp: () => void;
  readonly showMeanwhile: () => void;
}

/** So long a page that opens at a message, or at what is new, waits for it; then it shows what is here. Milliseconds. */
const WAITS = 1_200;

function useBring({ conversation, id, isMissing, giveUp, showMeanwhile }: Bringing): void {
  const load = useLoadMessages();
  useEffect(() => {
    if (!isMissing || id === undefined) return undefined;
    let isOver = false;
    const timer = window.setTimeout(showMeanwhile, WAITS);
    void load(conversation, { around: id }, false).then((how) => {
      if (isOver || how === 'here') return;
      showToast({ message: WHY[how], kind: 'info' });
      giveUp();
    });
    return () => {
      isOver = true;
      window.clearTimeout(timer);
    };
  }, [conversation, id, isMissing, load, giveUp, showMeanwhile]);
}

interface BringingNew {
  readonly conversation: string;
  readonly from: number | undefined;
  /** Opens what is here: nothing more comes, or not soon. */
  readonly open: () => void;
}

/** Once it is brought the facts say that it is here. */
function useBringNew({ conversation, from, open }: BringingNew): void {
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

/** Nothing had to be gone to when the conversation was opened. */
const NONE = '-';

const WHY = {
  gone: 'This message is not in this conversation',
  unavailable: 'This message is not on this device. It comes when you are online.',
} as const;
