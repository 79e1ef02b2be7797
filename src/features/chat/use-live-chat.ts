import type { ChatPlace } from '../../data/chat.ts';

/** Who is typing in a conversation, and how one says that one does. */
export function useLiveChat(_place: ChatPlace): {
  readonly typing: readonly string[];
  readonly tellTyping: () => void;
} {
  return { typing: [], tellTyping: () => undefined };
}
