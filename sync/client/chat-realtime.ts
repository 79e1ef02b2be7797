import { readChatFrame } from '../../model/protocol/chat-frames.ts';

/** Typing notices of an open conversation, received and sent; nothing is stored. */
export interface ChatRealtime {
  readonly sendTyping: () => void;
  readonly close: () => void;
}

export interface ChatRealtimeOptions {
  /** `user/<user id>` or `group/<number>`. */
  readonly address: string;
  /** Requested for each connection; undefined when no ticket can be had. */
  readonly ticket: () => Promise<string | undefined>;
  /** Called with the organisation user who types. */
  readonly typing: (orgUserId: string) => void;
}

/** Milliseconds until reconnection (sessions spec, 9); with jitter from the second attempt on. */
const RETRY = 3_000;
/** The server sends a frame every 12 s: a longer silence means that the connection is half open. */
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
