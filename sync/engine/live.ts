import type { SocketFrame } from '../../model/protocol/messages.ts';
import { LIMITS } from '../../model/protocol/version.ts';
import { backoff } from './backoff.ts';
import { type EngineContext, readStream, streamsOf } from './context.ts';
import { followsOn, landEvent, landPage } from './pull.ts';

/**
 * The socket (PULL-7): lands small events at once, and tells the loop what it has to ask for.
 *
 *   closed --connect--> open --frame--> ... --silence of two heartbeats--> closed --full jitter--> connect
 */
export interface Live {
  readonly open: () => void;
  readonly close: () => void;
  /** True while events arrive: then nobody has to ask regularly. */
  readonly isOpen: () => boolean;
  /** While much is being sent, what comes in is only noted: each landing would hold up the next batch. */
  readonly defer: (deferred: boolean) => void;
}

interface LiveEvents {
  /** A stream has changes that are not here. */
  readonly behind: (stream: string) => void;
  /** The connection stands (again): the network is there. */
  readonly opened: () => void;
  /** The server ended the session. */
  readonly ended: () => void;
}

const SILENCE = LIMITS.heartbeat * 2.5;
const LONGEST_WAIT = 5_000;
const LONGEST_WAIT_UNSEEN = 60_000;

export function createLive(context: EngineContext, events: LiveEvents): Live {
  const { socket, timers, random, online } = context.ports;
  let wanted = false;
  let disconnect: (() => void) | undefined;
  let isReady = false;
  let isDeferred = false;
  let failures = 0;
  let cancelRetry = () => {};
  let cancelWatch = () => {};
  let landing = Promise.resolve();

  const watch = () => {
    cancelWatch();
    cancelWatch = timers.after(SILENCE, () => disconnect?.());
  };

  const connect = () => {
    cancelRetry();
    if (!wanted || disconnect !== undefined) return;
    disconnect = socket.connect({ frame, closed });
    watch();
  };

  const closed = () => {
    disconnect = undefined;
    isReady = false;
    cancelWatch();
    if (!wanted) return;
    failures += 1;
    const longest = online.isVisible() ? LONGEST_WAIT : LONGEST_WAIT_UNSEEN;
    cancelRetry = timers.after(200 + backoff(failures, random.next(), longest), connect);
  };

  const frame = (message: SocketFrame) => {
    watch();
    if (message.type === 'closed') {
      events.ended();
      return;
    }
    if (message.type === 'ready' && !isReady) {
      isReady = true;
      failures = 0;
      events.opened();
    }
    // One after the other: an event follows on the one before it.
    landing = landing
      .then(async () => {
        const isNoted = isDeferred && message.type === 'changed' && isOwn(context, message);
        if (isNoted) events.behind(message.stream);
        else await take(context, message, events);
      })
      .catch(() => disconnect?.());
  };

  return {
    open: () => {
      wanted = true;
      failures = 0;
      connect();
    },
    close: () => {
      wanted = false;
      cancelRetry();
      cancelWatch();
      disconnect?.();
    },
    isOpen: () => isReady,
    defer: (deferred) => {
      isDeferred = deferred;
    },
  };
}

async function take(
  context: EngineContext,
  message: SocketFrame,
  events: LiveEvents,
): Promise<void> {
  if (message.type === 'changed') {
    await takeChange(context, message, events);
    return;
  }
  if (message.type === 'closed') return;
  for (const stream of streamsOf(context.account)) {
    const head = message.heads[stream];
    const state = await readStream(context, stream);
    if (head !== undefined && head !== state.cursor) events.behind(stream);
  }
}

type Changed = Extract<SocketFrame, { type: 'changed' }>;

function isOwn(context: EngineContext, { stream }: Changed): boolean {
  return streamsOf(context.account).includes(stream);
}

/** A small event whose cursor fits lands without a round trip; any other is a poke. */
async function takeChange(
  context: EngineContext,
  change: Changed,
  events: LiveEvents,
): Promise<void> {
  const { stream, from, head, page } = change;
  if (!isOwn(context, change)) return;
  const event = page && { stream, page, from };
  if (event !== undefined && (await landEvent(context, event)) === 'landed') return;
  const state = await readStream(context, stream);
  if (state.download !== undefined || head <= state.cursor) return;
  const step =
    event !== undefined && followsOn(state, event)
      ? await landPage(context, { ...event, settled: new Set(), state })
      : undefined;
  if (step?.kind !== 'done') events.behind(stream);
}
