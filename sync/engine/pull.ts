import type { Change, EventPage, PullPage } from '../../model/protocol/messages.ts';
import { LIMITS } from '../../model/protocol/version.ts';
import { digestOfScopes } from '../../model/shared/digest.ts';
import {
  authed,
  DONE,
  type EngineContext,
  failed,
  isKnownTable,
  isRejectedWith,
  MORE,
  readStream,
  type Step,
  tryLater,
} from './context.ts';
import { enterEpoch, enterRefill, formerEpoch } from './epoch.ts';
import { type PullControl, uncontrolled } from './pull-control.ts';
import { type Chunk, chunksOf, applyChanges, prepareChanges } from './apply-changes.ts';
import type { RowsPort } from '../core/ports/rows.ts';
import type { JournalPort, OutboxPort } from '../core/ports/outbox.ts';
import type { StreamState } from '../core/ports/streams.ts';
import { afterPage, isUnlisted, isWhole, scopeState, scopesThat } from '../core/scope-state.ts';
import { nextTask, withChanges } from './cold-tasks.ts';
import { newlyConcerning, withWanted } from './outlines.ts';
import { areWithin, dueOf, retire } from './retire.ts';
import { agreementOn } from './unusual.ts';
import { ROWS_UNASKED } from './unusual-count.ts';

/**
 * Pulls a stream up to its head.
 *
 *   pull since cursor -> fill new scopes -> apply the page with its cursor -> again until complete
 *   complete -> remove revoked scopes -> retire acked mutations
 *
 * Between two pages the pass sends what waits (ENG-2.6); a step that it returns ends the pull.
 */
export async function pullStream(
  context: EngineContext,
  stream: string,
  control: PullControl = uncontrolled(),
): Promise<Step> {
  const { store } = context.ports;
  const { suspect } = await readStream(context, stream);
  if (suspect) await (await formerEpoch()).requeueAcked(context, stream);
  const [{ settled, newest }, { clientId, heard }] = await store.read([], (tx) =>
    Promise.all([ackedBefore(tx, stream), tx.client()]),
  );
  // PULL-4.4. Nothing is compared while the server has received nothing, or the last received seq is unknown.
  let client = heard ? { client_id: clientId, heard } : undefined;
  for (let stuck = 0, last = -1; stuck < MOST_STUCK;) {
    const state = await readStream(context, stream);
    stuck = state.cursor === last ? stuck + 1 : 0;
    last = state.cursor;
    if (state.epoch === null || state.download !== undefined) return MORE;
    // Another stream went back meanwhile: what was read above is not valid any more.
    if (state.suspect && !suspect) return MORE;
    const { epoch, cursor, cursorAt: sinceAt } = state;
    const query = { stream, since: cursor, sinceAt, epoch, client, limit: LIMITS.pullRows };
    const reply = await authed(context, () => context.ports.transport.pull(query));
    if (!reply.ok) {
      const { failure } = reply;
      if (isRejectedWith(failure, 'epoch')) return enterEpoch(context, stream, failure);
      // A server of an older build refuses the fields of PULL-4.4.
      if (client && isRejectedWith(failure, 'invalid')) {
        client = undefined;
        continue;
      }
      if (isRejectedWith(failure, 'refill')) return enterRefill(context, stream);
      return failed(failure);
    }
    // The head is below the version of an acknowledged mutation: the server was rolled back.
    if (reply.value.head < newest) return enterEpoch(context, stream);
    const step = await applyPage(context, {
      stream,
      page: reply.value,
      from: cursor,
      settled,
      asked: state.suspect,
      control,
    });
    if (step.kind !== 'more') return step;
    const ending = await control.betweenPages();
    if (ending !== undefined) return ending;
  }
  return tryLater('cursor-moved');
}

/** Number of consecutive pulls without progress after which the stream is tried again later. */
const MOST_STUCK = 5;

export interface PageToApply {
  readonly stream: string;
  readonly page: PullPage;
  /** Cursor of the request for the page. */
  readonly from: number;
  /** Seqs of mutations that were acked without a version before the page was requested. */
  readonly settled: ReadonlySet<number>;
  /** True when the page was requested because the stream was suspect. */
  readonly asked?: boolean;
  /** State of the stream if the caller has read it; each transaction reads it again. */
  readonly state?: StreamState;
  /** Missing for the page of an event: its fills are not interrupted. */
  readonly control?: PullControl;
}

/** Applies a page of a pull or of a socket event. `done`: the stream is complete; `more`: another pull is needed. */
export async function applyPage(context: EngineContext, toApply: PageToApply): Promise<Step> {
  const { stream, page, from } = toApply;
  const state = toApply.state ?? (await readStream(context, stream));
  if (page.epoch !== state.epoch) return enterEpoch(context, stream);
  if (state.cursor !== from) return MORE;
  // The scope was revoked and granted again: no page contains the changes and deletions in between.
  if (page.scopes.some((scope) => isUnlisted(scopeState(state.scopes, scope)))) {
    return enterRefill(context, stream);
  }
  const filled = await fillNew(context, toApply, state);
  if (filled.kind !== 'done') return filled;
  const agreement = await agreementOn(context, stream, page, state);
  if (agreement.kind === 'disagreed') return enterRefill(context, stream);
  if (agreement.kind === 'failed') return agreement;
  const visible = new Set(page.scopes);
  let expected = from;
  let unlisted: readonly string[] = [];
  let mayRetire = true;
  for (const chunk of chunksOf(listedChanges(page), from, page.next)) {
    const applied = await applyChunk(context, { ...toApply, chunk, expected, visible });
    if (applied === undefined) return MORE;
    unlisted = scopesThat(applied.state.scopes, isUnlisted);
    mayRetire = !applied.isOutboxEmpty;
    expected = chunk.upTo;
  }
  if (!page.complete) return MORE;
  const lost = unlisted.filter((scope) => !visible.has(scope));
  for (const scope of lost) {
    // Loaded when a scope is revoked: opening a board does without it.
    const { removeScope } = await import('./scopes.ts');
    await removeScope(context, { stream, epoch: page.epoch, scope });
  }
  await complete(context, { ...toApply, mayRetire });
  return DONE;
}

/**
 * Changes of scopes that the page lists. A row of any other scope would never be removed, because the device removes
 * rows only with a scope that has a state (PULL-5). All changes while the scopes of a digest are not known.
 */
function listedChanges({ changes, scopes }: EventPage): readonly Change[] {
  if (scopes === undefined) return changes;
  const listed = new Set(scopes);
  return changes.filter((change) => change.kind !== 'put' || listed.has(change.row.scope));
}

export interface EventToApply extends Pick<PageToApply, 'stream' | 'from'> {
  readonly page: EventPage;
  /** Time at which version `from` was written, where the server knows it. */
  readonly fromAt?: number | undefined;
}

/**
 * PULL-7.4: the page of an event with its scopes, those of this device when the event names their digest; undefined
 * when they have another digest.
 */
export function pageOfEvent(page: EventPage, state: StreamState): PullPage | undefined {
  const { scopes, scopes_digest: digest, ...rest } = page;
  if (scopes !== undefined) return { ...rest, scopes };
  const own = [...scopesThat(state.scopes, isWhole)];
  return digestOfScopes(own) === digest ? { ...rest, scopes: own } : undefined;
}

/** True when a socket event continues the stream at its cursor, and no rows have to be downloaded after it. */
export function followsOn(
  context: Pick<EngineContext, 'account'>,
  state: StreamState,
  { page, from, fromAt }: Omit<EventToApply, 'page'> & { readonly page: PullPage },
): boolean {
  return (
    state.download === undefined &&
    !state.suspect &&
    state.cursor === from &&
    // Within an incomplete pull rows may be missing that were changed again after its page (MUT-2).
    state.complete === from &&
    isSameWrite(state.cursorAt, fromAt) &&
    state.epoch === page.epoch &&
    // A page that lists an unlisted scope again causes a download (PULL-5).
    scopesThat(state.scopes, isUnlisted).length === 0 &&
    sameScopes(page.scopes, scopesThat(state.scopes, isWhole)) &&
    newlyConcerning(context, state, page.changes).length === 0
  );
}

/**
 * Applies a small event at the cursor and retires the mutations that it settles, in one transaction for low latency.
 * `skipped`: nothing was written, because the event does not continue the stream or removes unusually many rows.
 */
export async function applyEvent(
  context: EngineContext,
  event: EventToApply,
): Promise<'applied' | 'skipped'> {
  const { ports } = context;
  const { stream, from, page: sent } = event;
  if (!sent.complete || sent.changes.length > ROWS_UNASKED) return 'skipped';
  const tables = [...new Set(sent.changes.map(({ table }) => table))].filter(isKnownTable);
  const toApply = { stream, from, page: sent, settled: NONE };
  const applied = await ports.store.write({ tables, durability: 'relaxed' }, async (tx) => {
    const [state, pending, apply] = await Promise.all([
      tx.stream(stream),
      tx.outboxCount(),
      prepareChanges(tx, listedChanges(sent)),
    ]);
    if (state === undefined) return 'skipped';
    const page = pageOfEvent(sent, state);
    if (page === undefined || !followsOn(context, state, { ...event, page })) return 'skipped';
    // The changes were prepared before the scopes of a digest were known (PULL-5.8).
    if (listedChanges(page).length < listedChanges(sent).length) return 'skipped';
    // Rows of a scope that is still filling may have to be removed first (PULL-5).
    if (Object.values(state.scopes).some(({ kind }) => kind === 'filling')) return 'skipped';
    const at = ports.clock.now();
    const cursor = sent.next;
    const after = await withChanges(tx, state, { changes: page.changes, now: at });
    // Tasks that are not cold any more: the loop downloads their details (OUT-7.3), if it does not do so already.
    if (nextTask(after) !== nextTask(state)) return 'skipped';
    // In sequence, because the store publishes rows most precisely without concurrent writes.
    await apply(new Set(page.scopes));
    const cursorAt = sent.next_at ?? null;
    const complete = { complete: cursor, suspect: false, lastSync: at };
    await tx.putStream({ ...after, cursor, cursorAt, ...complete });
    if (pending === 0) return 'applied';
    const due = await dueOf(tx, { stream, upTo: cursor, settled: NONE });
    if (!areWithin(due, tables)) return 'more-to-retire';
    await retireAt(tx, context, toApply, cursor);
    return 'applied';
  });
  if (applied === 'more-to-retire') await complete(context, { ...toApply, mayRetire: true });
  return applied === 'skipped' ? 'skipped' : 'applied';
}

/** PULL-4.3: a different time means a different write of a server that was rolled back; an unknown time matches any. */
function isSameWrite(left: number | null | undefined, right: number | undefined): boolean {
  return (left ?? undefined) === undefined || right === undefined || left === right;
}

const NONE: ReadonlySet<number> = new Set();

function sameScopes(left: readonly string[], right: readonly string[]): boolean {
  const known = new Set(right);
  return left.length === right.length && left.every((scope) => known.has(scope));
}

/** PULL-5: fills every scope that has become readable before the cursor moves. */
async function fillNew(
  context: EngineContext,
  { stream, page, control = uncontrolled() }: PageToApply,
  state: StreamState,
): Promise<Step> {
  const fresh = page.scopes.filter((scope) => !isWhole(scopeState(state.scopes, scope)));
  if (fresh.length === 0) return DONE;
  // Loaded when a scope is granted: opening a board does without it.
  const { fillScope } = await import('./fill.ts');
  for (const scope of fresh) {
    const step = await fillScope(context, { stream, scope }, control);
    if (step.kind !== 'done') return step;
    const ending = await control.betweenPages();
    if (ending !== undefined) return ending;
  }
  return DONE;
}

interface ChunkToApply extends PageToApply {
  readonly chunk: Chunk<Change>;
  readonly expected: number;
  readonly visible: ReadonlySet<string>;
}

interface AppliedChunk {
  /** State of the stream after the chunk. */
  readonly state: StreamState;
  readonly isOutboxEmpty: boolean;
}

/** Undefined, with nothing written, when the stream has moved meanwhile. */
async function applyChunk(
  context: EngineContext,
  toApply: ChunkToApply,
): Promise<AppliedChunk | undefined> {
  const { stream, page, chunk, expected, visible } = toApply;
  const { ports } = context;
  const tables = [...new Set(chunk.items.map(({ table }) => table))].filter(isKnownTable);
  return ports.store.write({ tables, durability: 'relaxed' }, async (tx) => {
    const [state, unretired] = await Promise.all([tx.stream(stream), tx.outboxCount()]);
    if (state === undefined || state.epoch !== page.epoch) return undefined;
    if (state.download !== undefined) return undefined;
    if (state.cursor !== expected) return undefined;
    const now = ports.clock.now();
    const opened = await withChanges(tx, state, { changes: chunk.items, now });
    await applyChanges(tx, chunk.items, visible);
    const cursor = Math.max(state.cursor, chunk.upTo);
    // Stored with the cursor: a device killed before the removal still knows which scopes were not listed.
    const scopes = afterPage(state.scopes, { listed: visible, next: page.next });
    const suspect = state.suspect && toApply.asked !== true;
    const cursorAt = cursor === page.next ? (page.next_at ?? null) : null;
    const wanted = newlyConcerning(context, state, chunk.items);
    const after = withWanted({ ...opened, cursor, cursorAt, suspect, scopes }, wanted);
    await tx.putStream(after);
    return { state: after, isOutboxEmpty: unretired === 0 };
  });
}

interface CompletedPage extends Pick<PageToApply, 'stream' | 'settled'> {
  readonly page: Pick<PullPage, 'epoch' | 'next'>;
  /** With an empty outbox the transaction needs no tables, so that reads of rows do not wait for it. */
  readonly mayRetire: boolean;
}

/** Marks the stream as complete and retires acked mutations (MUT-2). */
async function complete(context: EngineContext, toApply: CompletedPage): Promise<void> {
  const { stream, page, mayRetire } = toApply;
  const { store, clock } = context.ports;
  let more = true;
  while (more) {
    more = await store.write(
      { tables: mayRetire ? 'all' : [], durability: 'on-disk' },
      async (tx) => {
        const state = await tx.stream(stream);
        if (state === undefined || state.epoch !== page.epoch || state.cursor < page.next)
          return false;
        // Another tab may have moved the cursor within an incomplete page: this page is complete up to its own end.
        const complete = Math.max(state.complete ?? 0, page.next);
        await tx.putStream({ ...state, complete, lastSync: clock.now() });
        return mayRetire && (await retireAt(tx, context, toApply, page.next));
      },
    );
  }
}

function retireAt(
  tx: RowsPort & OutboxPort & JournalPort,
  context: EngineContext,
  { stream, settled }: Pick<PageToApply, 'stream' | 'settled'>,
  upTo: number,
): Promise<boolean> {
  return retire(tx, { stream, upTo, settled, at: context.ports.clock.now() });
}

/** Acked mutations without a version, and the newest version of the others, before the first request. */
async function ackedBefore(tx: Pick<OutboxPort, 'outboxIn'>, stream: string) {
  const all = await tx.outboxIn('acked');
  const acked = all.filter((item) => item.stream === stream);
  return {
    settled: new Set(acked.filter(({ v }) => v === null).map(({ seq }) => seq)),
    newest: Math.max(0, ...acked.map(({ v }) => v ?? 0)),
  };
}
