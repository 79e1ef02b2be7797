import { useCallback, useEffect, useRef, useState } from 'react';
import { type ChatRealtime, openChatRealtime } from '../../sync/client/index.ts';
import { type ChatPlace, useMessagesBetween } from './chat.ts';
import { useClient } from './client.tsx';

/** A person who has not typed for this long counts as stopped. Milliseconds. */
const STOPS_AFTER = 4_500;

/** Number of the newest messages whose arrival or edit ends the typing state of their authors. */
const AT_ONCE = 10;

/**
 * People who are typing in a conversation, and a function that publishes the viewer's own typing. Inactive
 * offline and until the people and messages of the conversation are read (sessions spec, 4). `last` is the
 * number of the newest message.
 */
export function useChatRealtime(
  place: ChatPlace,
  last: number | undefined,
): {
  readonly typing: readonly string[];
  readonly sendTyping: () => void;
} {
  const client = useClient();
  const live = useRef<ChatRealtime>(undefined);
  const { typing, begin, end } = useTypists();
  const address = last === undefined ? undefined : addressOf(place);
  useEffect(() => {
    if (address === undefined) return undefined;
    const opened = openChatRealtime({
      address,
      ticket: () => client.own.socketTicket(),
      typing: begin,
    });
    live.current = opened;
    return () => {
      live.current = undefined;
      opened.close();
      end();
    };
  }, [client, address, begin, end]);
  const newest = useMessagesBetween(place.id, { from: (last ?? 0) - AT_ONCE, to: last ?? 0 });
  const seen = useRef({ last: 0, texts: new Map<number, string>() });
  useEffect(() => {
    const before = seen.current;
    for (const { seq, author, text } of newest.values()) {
      const isEdited = text !== (before.texts.get(seq) ?? text);
      if (seq > before.last || isEdited) end(author);
    }
    const texts = new Map([...newest].map(([seq, { text }]) => [seq, text]));
    seen.current = { last: Math.max(before.last, ...newest.keys()), texts };
  }, [newest, end]);
  const sendTyping = useCallback(() => live.current?.sendTyping(), []);
  return { typing, sendTyping };
}

/** People who have started and not stopped typing; `end` without a person clears all of them. */
function useTypists() {
  const [typing, setTyping] = useState<readonly string[]>([]);
  const [timers] = useState(() => new Map<string, number>());
  const end = useCallback(
    (person?: string) => {
      const over = person === undefined ? [...timers.keys()] : [person];
      const known = over.filter((one) => timers.has(one));
      for (const one of known) {
        window.clearTimeout(timers.get(one));
        timers.delete(one);
      }
      if (known.length > 0) setTyping([...timers.keys()]);
    },
    [timers],
  );
  const begin = useCallback(
    (person: string) => {
      window.clearTimeout(timers.get(person));
      timers.set(
        person,
        window.setTimeout(() => end(person), STOPS_AFTER),
      );
      setTyping([...timers.keys()]);
    },
    [timers, end],
  );
  return { typing, begin, end };
}

/** Address of the conversation on the server; undefined for a channel without a number. */
function addressOf(place: ChatPlace): string | undefined {
  if (place.kind === 'direct') return `user/${place.person.user}`;
  return place.group.number === null ? undefined : `group/${place.group.number}`;
}
