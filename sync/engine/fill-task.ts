import { tasks } from '../../model/entities/task.ts';
import type { ScopePage } from '../../model/protocol/messages.ts';
import { nextTask } from './cold-tasks.ts';
import { isColdHere, withDetails, withoutTask, withPresentScope } from './open-tasks.ts';
import {
  authed,
  type EngineContext,
  failed,
  MORE,
  readStream,
  type Step,
  tryLater,
} from './context.ts';
import { isFillable } from './outlines.ts';
import { applyScopePage } from './scope-page.ts';
import type { StreamState } from '../core/ports/streams.ts';
import type { Reply } from '../core/ports/transport.ts';
import { scopeState } from '../core/scope-state.ts';

interface TaskToFill {
  readonly stream: string;
  /** Streams to be pulled. */
  readonly behind: Set<string>;
  /** While true, events of the socket only mark their stream as behind. */
  readonly busy: (isBusy: boolean) => void;
}

const EVENTS_HELD_FROM = 2;
const MOST_ATTEMPTS = 5;

/**
 * OUT-7.3: downloads the details of the next cold task that is wanted. They are few, so that an interrupted download
 * starts anew. A page older than the cursor is read again (PULL-5.2).
 */
export async function fillTask(context: EngineContext, fill: TaskToFill): Promise<Step> {
  try {
    let place: Place | undefined;
    for (let attempts = 0; attempts < MOST_ATTEMPTS;) {
      // On a slow line events would move the cursor during each request.
      if (attempts === EVENTS_HELD_FROM) fill.busy(true);
      const page = await fillPage(context, fill, place);
      if (page.kind === 'again') attempts += 1;
      else if (page.kind === 'ended') return page.step;
      else ({ place } = page);
    }
  } finally {
    fill.busy(false);
  }
  return tryLater('cursor-moved');
}

type Filled =
  | { readonly kind: 'ended'; readonly step: Step }
  | { readonly kind: 'continues'; readonly place: Place }
  | { readonly kind: 'again' };

/** Where the next page begins. It belongs to one task, in the state of its scope at the request of the page before. */
interface Place {
  readonly after: string;
  readonly task: string;
  readonly before: StreamState;
}

async function fillPage(
  context: EngineContext,
  { stream, behind }: TaskToFill,
  place: Place | undefined,
): Promise<Filled> {
  const state = await readStream(context, stream);
  const task = nextTask(state);
  const scope = state.coldTasks?.[task ?? '']?.scope;
  if (task === undefined || scope === undefined) return { kind: 'ended', step: MORE };
  if (await correct(context, stream, task)) return { kind: 'ended', step: MORE };
  // Another tab may have finished the task, or filled the scope anew: its pages begin again.
  const isContinued = place?.task === task && isSamePlace(place.before, state, task);
  const after = isContinued ? place.after : null;
  const reply: Reply<ScopePage> = await authed(context, () =>
    context.ports.transport.scope({ stream, scope, after, rows: 'details', task }),
  );
  if (!reply.ok) {
    const isRevoked = reply.failure.kind === 'refused' && reply.failure.status === 404;
    if (!isRevoked) return { kind: 'ended', step: failed(reply.failure) };
    behind.add(stream);
    const isForgotten = await forget(context, stream, { id: task, scope });
    return { kind: 'ended', step: isForgotten ? MORE : tryLater('cursor-moved') };
  }
  const { cursor } = reply.value;
  const applied = await applyScopePage(context, {
    stream,
    page: reply.value,
    fits: (now) => isSamePlace(state, now, task),
    after: (now, isLast) => (isLast ? withDetails(now, task) : now),
  });
  if (applied === 'again') return { kind: 'again' };
  if (applied === 'dropped' || cursor === null) return { kind: 'ended', step: MORE };
  return { kind: 'continues', place: { after: cursor, task, before: state } };
}

/** False after another fill or download of the scope, which may have removed rows of earlier pages. */
function isSamePlace(before: StreamState, now: StreamState, task: string): boolean {
  const [was, is] = [before, now].map(({ coldTasks, scopes }) => {
    const known = coldTasks?.[task];
    const state = known && scopeState(scopes, known.scope);
    return known?.isHere === false && state !== undefined && isFillable(state)
      ? `${known.scope} ${String(state.readAt)}`
      : undefined;
  });
  return was !== undefined && was === is && before.epoch === now.epoch;
}

/** True when the task was not in the scope that is stored for it. */
function correct(
  { ports: { store } }: EngineContext,
  stream: string,
  task: string,
): Promise<boolean> {
  return store.write({ tables: [tasks.table], durability: 'on-disk' }, async (tx) => {
    const state = await tx.stream(stream);
    const after = state && (await withPresentScope(tx, state, task));
    if (after !== undefined) await tx.putStream(after);
    return after !== undefined;
  });
}

/**
 * The scope was revoked meanwhile: the next pull reports it, or that it was granted again. False for a task that has
 * become hot: without its entry it would count as complete.
 */
function forget(
  { ports: { store } }: EngineContext,
  stream: string,
  task: { readonly id: string; readonly scope: string },
): Promise<boolean> {
  return store.write({ tables: [tasks.table], durability: 'on-disk' }, async (tx) => {
    const state = await tx.stream(stream);
    if (state === undefined || !(await isColdHere(tx, state, task))) return false;
    await tx.putStream(withoutTask(state, task.id));
    return true;
  });
}
