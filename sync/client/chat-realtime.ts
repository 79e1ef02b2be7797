import { readChatFrame } from '../../model/protocol/chat-frames.ts';

/** A conversation that is open: who types, and saying that one does. Nothing in it is kept anywhere. */
export interface ChatRealtime {
  readonly sendTyping: () => void;
  readonly close: () => void;
}

export interface ChatRealtimeOptions {
  /** `user/<user id>` or `group/<number>`. */
  readonly address: string;
  /** Asked anew for each connection; undefined when there is none to be had now. */
  readonly ticket: () => Promise<string | undefined>;
  /** Organisation user who types. */
  readonly typing: (orgUserId: string) => void;
}

/** The pause before a connection is made again (sessions spec, 9); after the first with jitter. */
const RETRY = 3_000;
/** The server speaks every 12 s: longer silence means that the connection is half open. */
const SILENCE = 28_000;
const TYPING_EVERY = 2_000;

/**
 *   ticket -> open --silence, close--> wait 3 s (jitter from the second time on) -> ticket -> ...
 */
export function openChatRealtime({ address, ticket, typing }: ChatRealtimeOptions): ChatRealtime {
  let socket: WebSocket | undefined;
  let isClosed = false;
  let tries = 0;
  let timer = 0;
  let lastSent = -Infinity;

  const later = () => {
    if (isClosed) return;
    window.clearTimeout(timer);
    const wait = tries === 0 ? RETRY : RETRY * (0.5 + Math.random() * Math.min(4, tries));
    tries += 1;
    timer = window.setTimeout(() => void connect(), wait);
  };
  const watch = () => {
    window.clearTimeout(timer);
    timer = window.setTimeout(() => socket?.close(), SILENCE);
  };
  const connect = async () => {
    const known = navigator.onLine ? await ticket().catch(() => undefined) : undefined;
    if (isClosed) return;
    if (known === undefined) return later();
    const base = window.location.origin.replace(/^http/, 'ws');
    const next = new WebSocket(`${base}/ws/chat/${address}/?ticket=${encodeURIComponent(known)}`);
    socket = next;
    watch();
    next.onopen = () => {
      tries = 0;
    };
    next.onmessage = ({ data }) => {
      watch();
      const frame = readChatFrame(data);
      if (frame?.type === 'typing') typing(frame.organization_user);
    };
    next.onclose = () => {
      if (socket === next) socket = undefined;
      later();
    };
  };
  void connect();
  return {
    sendTyping: () => {
      const now = performance.now();
      if (socket?.readyState !== WebSocket.OPEN || now - lastSent < TYPING_EVERY) return;
      lastSent = now;
      socket.send(JSON.stringify({ type: 'typing' }));
    },
    close: () => {
      isClosed = true;
      window.clearTimeout(timer);
      socket?.close();
    },
  };
}
