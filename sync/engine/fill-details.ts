import type { ScopePage } from '../../model/protocol/messages.ts';
import {
  authed,
  type EngineContext,
  failed,
  MORE,
  readStream,
  type Step,
  tryLater,
} from './context.ts';
import type { FillPositions } from './pull-control.ts';
import { isFillable, isSummarized, withoutOutline, withoutSummary } from './outlines.ts';
import { applyScopePage } from './scope-page.ts';
import type { StreamState } from '../core/ports/streams.ts';
import type { Reply } from '../core/ports/transport.ts';
import { scopeState } from '../core/scope-state.ts';

interface DetailsToFill {
  readonly stream: string;
  readonly scope: string;
  readonly positions: FillPositions;
  /** Streams to be pulled. */
  readonly behind: Set<string>;
  /** While true, events of the socket only mark their stream as behind. */
  readonly busy: (isBusy: boolean) => void;
}

/**
 * OUT-3: downloads one page of the details of an outlined scope, or of the tasks of a summarized one. Everything else has
 * precedence: between two pages the pass sends what waits and pulls what has changed. A page older than the cursor is
 * read again (PULL-5.2).
 */
export async function fillDetails(context: EngineContext, fill: DetailsToFill): Promise<Step> {
  try {
    for (let attempt = 0; attempt < MOST_ATTEMPTS; attempt += 1) {
      // On a slow line events would move the cursor during each request.
      if (attempt === EVENTS_HELD_FROM) fill.busy(true);
      const step = await fillPage(context, fill);
      if (step !== undefined) return step;
    }
  } finally {
    fill.busy(false);
  }
  return tryLater('cursor-moved');
}

const EVENTS_HELD_FROM = 2;
const MOST_ATTEMPTS = 5;

/** Undefined when the page was older than the cursor. */
async function fillPage(
  context: EngineContext,
  { stream, scope, positions, behind }: DetailsToFill,
): Promise<Step | undefined> {
  const stored = await readStream(context, stream);
  const { epoch, scopes } = stored;
  const rows = missingRows(stored, scope);
  const key = `${stream} ${scope} ${rows}`;
  const state = scopeState(scopes, scope);
  if (epoch === null || !isFillable(state)) return MORE;
  const known = positions.get(key);
  // Another epoch, or another fill of the scope since: rows before the position may be missing.
  const isSame = known?.epoch === epoch && known.readAt === state.readAt;
  const place: Place = { stream, scope, readAt: state.readAt };
  const after = isSame ? known.after : null;
  const reply: Reply<ScopePage> = await authed(context, () =>
    context.ports.transport.scope({ stream, scope, after, rows }),
  );
  if (!reply.ok) {
    if (reply.failure.kind !== 'refused' || reply.failure.status !== 404) {
      return failed(reply.failure);
    }
    // The scope was revoked meanwhile: the next pull reports it.
    await forgetWanted(context, place);
    behind.add(stream);
    return MORE;
  }
  const { cursor } = reply.value;
  const applied = await applyScopePage(context, {
    stream,
    page: reply.value,
    // Another tab may have downloaded the tasks meanwhile.
    fits: (now) =>
      now.epoch === epoch && isSamePlace(now, place) && missingRows(now, scope) === rows,
    after: (now, isLast) => (isLast ? completed[rows](now, scope) : now),
  });
  if (applied === 'again') return undefined;
  positions.delete(key);
  if (applied === 'applied' && cursor !== null) {
    positions.set(key, { after: cursor, epoch, readAt: state.readAt });
  }
  return MORE;
}

/** Rows of the scope that are downloaded next: a board can be used when its tasks are here. */
function missingRows(state: StreamState, scope: string): 'tasks' | 'details' {
  return isSummarized(state, scope) ? 'tasks' : 'details';
}

/** State after the last page of these rows. */
const completed = { tasks: withoutSummary, details: withoutOutline } as const;

/** A scope at the start of a request, as one fill or download has left it. */
interface Place {
  readonly stream: string;
  readonly scope: string;
  readonly readAt: number;
}

/** False also for a scope that a page did not list: a fill cannot remove rows that were deleted since (PULL-5.6). */
function isSamePlace(state: StreamState, { scope, readAt }: Place): boolean {
  const now = scopeState(state.scopes, scope);
  return isFillable(now) && now.readAt === readAt;
}

function forgetWanted(
  { ports: { store } }: EngineContext,
  { stream, scope }: Place,
): Promise<void> {
  return store.write({ tables: [], durability: 'on-disk' }, async (tx) => {
    const state = await tx.stream(stream);
    if (state?.wanted === undefined) return;
    await tx.putStream({ ...state, wanted: state.wanted.filter((one) => one !== scope) });
  });
}
