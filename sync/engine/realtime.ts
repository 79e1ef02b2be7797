import type { SocketFrame } from '../../model/protocol/messages.ts';
import { LIMITS } from '../../model/protocol/version.ts';
import type { ErrorCode } from '../../model/shared/errors.ts';
import { backoff } from './backoff.ts';
import type { StreamState } from '../core/ports/streams.ts';
import { type EngineContext, readStream, streamsOf } from './context.ts';
import { followsOn, applyEvent, applyPage } from './pull.ts';

/**
 * The socket (PULL-7): lands small events at once, and tells the loop what it has to ask for.
 *
 *   closed --connect--> open --frame--> ... --silence of two heartbeats--> closed --full jitter--> connect
 *
 * The jitter grows until a heartbeat has come: calls that work, or a greeting with a farewell right behind it, say
 * nothing of whether the next socket will stand.
 */
export interface RealtimeConnection {
  /** Connects unless it is connected or waits for its next try. */
  readonly open: () => void;
  /** The network may be back, or somebody looks: the next try does not wait any longer. */
  readonly retryNow: () => void;
  readonly close: () => void;
  /** True while events arrive: then nobody has to ask regularly. */
  readonly isOpen: () => boolean;
  /** While much is being sent, what comes in is only noted: each landing would hold up the next batch. */
  readonly defer: (deferred: boolean) => void;
}

interface RealtimeEvents {
  /** A stream has changes that are not here. */
  readonly behind: (stream: string) => void;
  /** The connection stands (again): the network is there. */
  readonly opened: () => void;
  /** Events came, and come no longer: somebody has to ask regularly. */
  readonly lost: () => void;
  /** The next connection after that did not stand either: the server may be gone, or it lets calls through alone. */
  readonly reconnectFailed: () => void;
  /** The server has closed the socket to this person or session. */
  readonly ended: () => void;
}

const SILENCE = LIMITS.heartbeat * 2.5;
const LONGEST_WAIT = 5_000;
const LONGEST_WAIT_UNSEEN = 60_000;
/** One socket too many, a build too old: so many failures at once, which is the longest wait. */
const TURNED_AWAY = 6;
/** The session ended, or the person left the organisation. */
const ACCOUNT_CODES: readonly ErrorCode[] = ['unauthenticated', 'forbidden'];

export function createRealtime(context: EngineContext, events: RealtimeEvents): RealtimeConnection {
  const { socket, timers } = context.ports;
  let wanted = false;
  let disconnect: (() => void) | undefined;
  let isReady = false;
  let isLost = false;
  let isDeferred = false;
  let failures = 0;
  let isTurnedAway = false;
  let retry: (() => void) | undefined;
  let cancelWatch = () => {};
  let applying = Promise.resolve();

  const watch = () => {
    cancelWatch();
    cancelWatch = timers.after(SILENCE, () => disconnect?.());
  };

  const cancelRetry = () => {
    retry?.();
    retry = undefined;
  };

  const connect = () => {
    cancelRetry();
    if (!wanted || disconnect !== undefined) return;
    isTurnedAway = false;
    disconnect = socket.connect({ frame, closed });
    watch();
  };

  const closed = () => {
    const wasReady = isReady;
    disconnect = undefined;
    isReady = false;
    cancelWatch();
    if (!wanted) return;
    failures += 1;
    retry = timers.after(waitOf(context, isTurnedAway, failures), connect);
    if (wasReady) events.lost();
    else if (isLost && !isTurnedAway) events.reconnectFailed();
    isLost = wasReady;
  };

  const frame = (message: SocketFrame) => {
    watch();
    if (message.type === 'closed') {
      // Of the other reasons a question would learn nothing: it is answered, and the next socket is closed like this one.
      if (ACCOUNT_CODES.includes(message.code)) events.ended();
      else isTurnedAway = message.code !== 'internal';
      return;
    }
    if (message.type === 'heartbeat') failures = 0;
    if (message.type === 'ready' && !isReady) {
      isReady = true;
      events.opened();
    }
    // One after the other: an event follows on the one before it.
    applying = applying
      .then(async () => {
        const isNoted = isDeferred && message.type === 'changed' && isOwn(context, message);
        if (isNoted) events.behind(message.stream);
        else await receive(context, message, events);
      })
      .catch(() => disconnect?.());
  };

  return {
    open: () => {
      wanted = true;
      if (retry === undefined) connect();
    },
    retryNow: () => {
      failures = 0;
      if (retry !== undefined) connect();
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

/** Milliseconds until the next connection. */
function waitOf(
  { ports: { online, random } }: EngineContext,
  isTurnedAway: boolean,
  failures: number,
): number {
  const isSoon = online.isVisible() && !isTurnedAway;
  const longest = isSoon ? LONGEST_WAIT : LONGEST_WAIT_UNSEEN;
  return 200 + backoff(isTurnedAway ? TURNED_AWAY : failures, random.next(), longest);
}

async function receive(
  context: EngineContext,
  message: SocketFrame,
  events: RealtimeEvents,
): Promise<void> {
  if (message.type === 'changed') {
    await applyChange(context, message, events);
    return;
  }
  if (message.type === 'closed') return;
  for (const stream of streamsOf(context.account)) {
    const head = message.heads[stream];
    const state = await readStream(context, stream);
    if (head !== undefined && head !== state.cursor) events.behind(stream);
    if (head !== undefined && head === state.cursor) await confirm(context, state);
  }
}

/** How exactly "last time complete" is kept; more often would only write. */
const CONFIRMED_EVERY = 60_000;

/** Nothing has changed: what is here is still everything. */
async function confirm(
  { ports: { store, clock } }: EngineContext,
  seen: StreamState,
): Promise<void> {
  const at = clock.now();
  if (seen.lastSync === null || at - seen.lastSync < CONFIRMED_EVERY) return;
  await store.write({ tables: [], durability: 'on-disk' }, async (tx) => {
    const state = await tx.stream(seen.stream);
    const isWhole = state?.cursor === seen.cursor && state.complete === seen.cursor;
    if (isWhole && state.download === undefined) await tx.putStream({ ...state, lastSync: at });
  });
}

type Changed = Extract<SocketFrame, { type: 'changed' }>;

function isOwn(context: EngineContext, { stream }: Changed): boolean {
  return streamsOf(context.account).includes(stream);
}

/** A small event whose cursor fits lands without a round trip; any other is a poke. */
async function applyChange(
  context: EngineContext,
  change: Changed,
  events: RealtimeEvents,
): Promise<void> {
  const { stream, from, from_at: fromAt, head, page } = change;
  if (!isOwn(context, change)) return;
  const event = page && { stream, page, from, fromAt };
  if (event !== undefined && (await applyEvent(context, event)) === 'applied') return;
  const state = await readStream(context, stream);
  if (state.download !== undefined || head <= state.cursor) return;
  const step =
    event !== undefined && followsOn(state, event)
      ? await applyPage(context, { ...event, settled: new Set(), state })
      : undefined;
  if (step?.kind !== 'done') events.behind(stream);
}
