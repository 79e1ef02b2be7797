import { useCallback, useEffect, useRef, useState } from 'react';
import { type ChatLive, openChatLive } from '../../sync/client/index.ts';
import type { ChatPlace } from './chat.ts';
import { useClient } from './client.tsx';

/** Somebody who has typed nothing for this long has stopped. */
const STOPS_AFTER = 4_500;

/**
 * Who is typing in a conversation now, and how one says that one does. Silent without a network, and until the
 * conversation's people and messages are there (sessions spec, 4).
 */
export function useChatLive(
  place: ChatPlace,
  isLoaded: boolean,
): {
  readonly typing: readonly string[];
  readonly tellTyping: () => void;
} {
  const client = useClient();
  const live = useRef<ChatLive>(undefined);
  const [typing, setTyping] = useState<readonly string[]>([]);
  const address = isLoaded ? addressOf(place) : undefined;
  useEffect(() => {
    if (address === undefined) return undefined;
    const timers = new Map<string, number>();
    const stop = (person: string) => {
      timers.delete(person);
      setTyping([...timers.keys()]);
    };
    const opened = openChatLive({
      address,
      ticket: () => client.own.socketTicket(),
      typing: (person) => {
        window.clearTimeout(timers.get(person));
        timers.set(
          person,
          window.setTimeout(() => stop(person), STOPS_AFTER),
        );
        setTyping([...timers.keys()]);
      },
    });
    live.current = opened;
    return () => {
      live.current = undefined;
      opened.close();
      for (const timer of timers.values()) window.clearTimeout(timer);
      setTyping([]);
    };
  }, [client, address]);
  const tellTyping = useCallback(() => live.current?.tellTyping(), []);
  return { typing, tellTyping };
}

/** Where the conversation is at the server; undefined for a channel that has no number yet. */
function addressOf(place: ChatPlace): string | undefined {
  if (place.kind === 'direct') return `user/${place.person.user}`;
  return place.group.number === null ? undefined : `group/${place.group.number}`;
}
