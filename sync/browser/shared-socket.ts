import type { SocketFrame } from '../../model/protocol/messages.ts';
import type { Online, Socket, Timers } from '../core/ports/machine.ts';

/** Connection of one of the tabs that share a socket. */
type Handlers = Parameters<Socket['connect']>[0];

export interface SharedSocketOptions {
  /** Names the account and the build: only tabs that may receive the same frames share a socket. */
  readonly name: string;
  readonly socket: Socket;
  readonly timers: Timers;
  readonly online: Pick<Online, 'isVisible' | 'subscribe'>;
}

type Heads = Readonly<Record<string, number>>;

/** Messages between the tabs. */
type Message =
  /** A tab connects, or tests whether the one with the socket still runs. */
  | { readonly kind: 'ask' }
  /** Of the tab with the socket; without heads it is still connecting. */
  | { readonly kind: 'answer'; readonly heads: Heads | undefined }
  | { readonly kind: 'frame'; readonly frame: SocketFrame }
  /** The connection was lost. */
  | { readonly kind: 'lost' };

/** Milliseconds in which the tab with the socket answers; a suspended one does not. */
const ANSWER_WAIT = 2_000;

/** Milliseconds without a frame after which a visible tab asks: longer than a heartbeat (PULL-7.2). */
const SILENCE = 30_000;

/**
 * One connection for all tabs of a browser (PULL-10): the tab that holds the lock has the socket and passes its frames
 * on. When it closes, the next one takes the lock and connects.
 *
 *   asking --lock--> connected --lost--> closed
 *     |  \--answer--> following --lock--> connected
 *     |                  |   \--lost--> closed
 *     \--no answer-------+--> alone: a connection of its own, because the tab with the lock is suspended
 *
 * A browser without locks or channels has a connection for each tab.
 */
export function sharedSocket(options: SharedSocketOptions): Socket {
  if (globalThis.navigator?.locks === undefined || !('BroadcastChannel' in globalThis)) {
    return options.socket;
  }
  return { connect: (handlers) => connectShared(options, handlers) };
}

function connectShared(
  { name, socket, timers, online }: SharedSocketOptions,
  { frame, closed }: Handlers,
): () => void {
  const channel = new BroadcastChannel(name);
  const post = (message: Message) => channel.postMessage(message);
  /** Heads of the streams by the frames so far; undefined until the first one. */
  let heads: Heads | undefined;
  let isClosed = false;
  /** Of the connection of this tab, with the lock or without it. */
  let disconnect: (() => void) | undefined;

  const receive = (next: SocketFrame) => {
    heads = headsAfter(heads, next);
    frame(next);
  };
  const end = () => {
    if (isClosed) return;
    isClosed = true;
    watch.stop();
    channel.close();
    lock.release();
    closed();
  };
  const connect = () => {
    watch.stop();
    disconnect ??= socket.connect({
      frame: (next) => {
        if (isClosed) return;
        if (lock.isHeld()) post({ kind: 'frame', frame: next });
        receive(next);
      },
      closed: () => {
        if (lock.isHeld() && !isClosed) post({ kind: 'lost' });
        end();
      },
    });
  };
  const watch = watchOther({ timers, online, ask: () => post({ kind: 'ask' }), silent: connect });
  const lock = requestLock(name, connect);

  channel.onmessage = ({ data }: MessageEvent<Message>) => {
    if (data.kind === 'ask') {
      if (lock.isHeld()) post({ kind: 'answer', heads });
      return;
    }
    // A tab with a connection of its own receives everything there.
    if (disconnect !== undefined) return;
    if (data.kind === 'lost') {
      end();
      return;
    }
    watch.heard();
    if (data.kind === 'frame') receive(data.frame);
    else if (data.heads !== undefined && heads === undefined) {
      receive({ type: 'ready', heads: data.heads });
    }
  };
  watch.ask();

  return () => {
    lock.release();
    // The socket reports its end itself.
    if (disconnect === undefined) end();
    else disconnect();
  };
}

interface WatchOptions extends Pick<SharedSocketOptions, 'timers' | 'online'> {
  readonly ask: () => void;
  /** The tab with the socket did not answer. */
  readonly silent: () => void;
}

/** Watches whether the tab with the socket runs. */
function watchOther({ timers, online, ask: post, silent }: WatchOptions) {
  let cancelAnswer = () => {};
  let cancelSilence = () => {};
  const cancel = () => {
    cancelAnswer();
    cancelSilence();
  };
  const ask = () => {
    cancel();
    cancelAnswer = timers.after(ANSWER_WAIT, silent);
    post();
  };
  const askWhenVisible = () => {
    if (online.isVisible()) ask();
  };
  /** A tab that was hidden does not wait for the silence: the other one may be suspended by now. */
  const unsubscribe = online.subscribe(askWhenVisible);
  return {
    ask,
    heard: () => {
      cancel();
      cancelSilence = timers.after(SILENCE, askWhenVisible);
    },
    stop: () => {
      cancel();
      unsubscribe();
    },
  };
}

/** Waits for the lock of this name until it is released. */
function requestLock(name: string, granted: () => void) {
  const waiting = new AbortController();
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  let isHeld = false;
  void navigator.locks
    .request(name, { signal: waiting.signal }, () => {
      if (waiting.signal.aborted) return undefined;
      isHeld = true;
      granted();
      return released;
    })
    .catch(() => undefined);
  return {
    isHeld: () => isHeld,
    release: () => {
      isHeld = false;
      waiting.abort();
      release();
    },
  };
}

/** Streams and their versions after a frame. */
function headsAfter(before: Heads | undefined, frame: SocketFrame): Heads | undefined {
  if (frame.type === 'ready' || frame.type === 'heartbeat') return frame.heads;
  if (frame.type === 'changed' && before !== undefined) {
    return { ...before, [frame.stream]: frame.head };
  }
  return before;
}
