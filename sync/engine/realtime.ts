import type { SocketFrame } from '../../model/protocol/messages.ts';
import { LIMITS } from '../../model/protocol/version.ts';
import type { ErrorCode } from '../../model/shared/errors.ts';
import { backoff } from './backoff.ts';
import { nextTask } from './cold-tasks.ts';
import type { StreamState } from '../core/ports/streams.ts';
import { type EngineContext, readStream, streamIn, streamsOf } from './context.ts';
import { followsOn, applyEvent, applyPage, pageOfEvent } from './pull.ts';

/**
 * Realtime connection (PULL-7): applies small events at once, and reports to the loop the streams to be pulled.
 *
 *   closed --connect--> open --frame--> ... --silence of two heartbeats--> closed --full jitter--> connect
 *
 * The jitter grows until a heartbeat arrives: neither a successful call nor a handshake that is followed by a close
 * means that the next connection lasts.
 */
export interface RealtimeConnection {
  /** Connects unless it is connected or waits for its next attempt. */
  readonly open: () => void;
  /** Called when the network may have returned or the tab became visible: the next attempt starts at once. */
  readonly retryNow: () => void;
  readonly close: () => void;
  /** True while events arrive, so that no polling is needed. */
  readonly isOpen: () => boolean;
  /** While deferred, events only mark their stream as behind: applying them would delay the next batch. */
  readonly defer: (deferred: boolean) => void;
}

interface RealtimeEvents {
  /** A stream has changes that this device does not have. */
  readonly behind: (stream: string) => void;
  /** The connection is established: the server can be reached. */
  readonly opened: () => void;
  /** An established connection was lost: polling is needed. */
  readonly lost: () => void;
  /** The first attempt after a loss failed: the server may be down, or only sockets may be blocked. */
  readonly reconnectFailed: () => void;
  /** The server has closed the connection because the session ended or the person left the organisation. */
  readonly ended: () => void;
}

const SILENCE = LIMITS.heartbeat * 2.5;
const LONGEST_WAIT = 5_000;
const LONGEST_WAIT_UNSEEN = 60_000;
/** Number of failures that a refused connection counts as (too many sockets, outdated build): the longest wait. */
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
      // For the other reasons a request would succeed, and the next connection would be closed like this one.
      if (ACCOUNT_CODES.includes(message.code)) events.ended();
      else isTurnedAway = message.code !== 'internal';
      return;
    }
    if (message.type === 'heartbeat') failures = 0;
    if (message.type === 'ready' && !isReady) {
      isReady = true;
      events.opened();
    }
    // In sequence, because each event continues the previous one.
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
  const streams = streamsOf(context.account);
  const states = await context.ports.store.read([], (tx) =>
    Promise.all(streams.map((stream) => streamIn(tx, stream))),
  );
  for (const state of states) {
    const head = message.heads[state.stream];
    if (head !== undefined && head !== state.cursor) events.behind(state.stream);
    if (head !== undefined && head === state.cursor) await confirm(context, state);
  }
}

/** Milliseconds between writes of an unchanged stream's `lastSync`. */
const CONFIRMED_EVERY = 60_000;

/** Updates `lastSync` of a stream that is still complete. */
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

/** Applies an event that continues the stream without a request; any other event causes a pull. */
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
  const known = page && pageOfEvent(page, state);
  const step =
    known !== undefined && followsOn(context, state, { stream, page: known, from, fromAt })
      ? await applyPage(context, { stream, page: known, from, settled: new Set(), state })
      : undefined;
  // A cold task that became hot: its earlier details are downloaded by a pass (OUT-7.3).
  const isWhole =
    step?.kind === 'done' && nextTask(await readStream(context, stream)) === undefined;
  if (!isWhole) events.behind(stream);
}
