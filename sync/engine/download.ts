import { ORGANIZATION_SCOPE } from '../../model/entities/scopes.ts';
import { tasks } from '../../model/entities/task.ts';
import type { BootstrapLine } from '../../model/protocol/messages.ts';
import {
  authed,
  BUSY,
  DONE,
  type EngineContext,
  failed,
  newStream,
  readStream,
  type Step,
} from './context.ts';
import {
  allWritten,
  checkpointWhenWritten,
  writeDownloaded,
  newRun,
  hotOf,
  type Run,
  type Start,
  notify,
  write,
} from './download-run.ts';
import { forgetEarlier, NotSwept, sweep } from './download-sweep.ts';
import { enterEpoch, formerEpoch } from './epoch.ts';
import { checkpointOf, isWorthResuming, resumeFromCheckpoint, settled } from './checkpoint.ts';
import { heldScopes } from './outlines.ts';
import type { StreamState } from '../core/ports/streams.ts';
import { BrokenStream } from '../core/ports/transport.ts';
import type { DownloadedScope } from '../core/scope-state.ts';

/**
 * PULL-6, EPOCH-1, EPOCH-2: downloads a snapshot of a stream while the screens keep their rows.
 *
 *   start (version V) -> rows, in transactions of 50 -> a scope is complete -> ... -> end
 *   end -> rows missing in the snapshot are removed (mark and sweep) -> cursor := V, then an ordinary pull
 */
export async function downloadStream(context: EngineContext, stream: string): Promise<Step> {
  const state = await readStream(context, stream);
  if (!context.hasLock() && (await isProgressing(context, state))) return BUSY;
  // Checked again in the transaction that resumes.
  const mayResume = checkpointOf(state) !== undefined;
  if (mayResume && (await resumeFromCheckpoint(context, stream))) return DONE;
  const reason = state.download?.reason ?? 'first';
  if (reason === 'epoch') {
    const { requeue } = await formerEpoch();
    await requeue(context, stream);
  }
  const held = await heldScopes(context, state);
  const query = { stream, first: context.currentBoard(), ...held };
  const reply = await authed(context, () => context.ports.transport.bootstrap(query));
  if (!reply.ok) return failed(reply.failure);
  const run = newRun(context, stream, reason);
  try {
    for await (const line of reply.value) {
      if (!(await readLine(run, line))) return BUSY;
      if (line.kind !== 'end' && (await endsEarly(run))) {
        return (await settleComplete(run)) ? DONE : BUSY;
      }
    }
  } catch (error) {
    if (error instanceof NotSwept) return failed(error.failure);
    if (!(error instanceof BrokenStream)) throw error;
    return (await settleComplete(run)) ? DONE : failed({ kind: 'network' });
  } finally {
    context.ports.store.announce([...run.unannounced]);
  }
  return run.finished ? DONE : failed({ kind: 'network' });
}

/** Milliseconds for which a first download is not interrupted by the person's mutations. */
const UNINTERRUPTED = 5_000;

/**
 * PULL-6.6: nothing can be sent before a stream's first download has ended, which takes minutes on a slow line. A
 * mutation that waits ends it once enough is complete; the missing scopes are filled, and mutations are sent between
 * their pages. Other downloads need the whole snapshot and are not interrupted.
 */
async function endsEarly({ context, reason, startedAt, complete }: Run): Promise<boolean> {
  const { clock, store } = context.ports;
  if (reason !== 'first' || !isWorthResuming(complete)) return false;
  if (clock.now() - startedAt < UNINTERRUPTED) return false;
  return (await store.read([], (tx) => tx.outboxOpen(new Set(), 1))).length > 0;
}

/** Milliseconds without progress after which a download of another tab counts as stopped. */
const STALL_TIMEOUT = 3_000;

/** True when another tab's download makes progress. */
async function isProgressing(context: EngineContext, before: StreamState): Promise<boolean> {
  await new Promise<void>((resolve) => context.ports.timers.after(STALL_TIMEOUT, resolve));
  const now = await readStream(context, before.stream);
  return now.download?.done !== before.download?.done || now.download?.run !== before.download?.run;
}

/** False when another run has replaced this one. */
async function readLine(run: Run, line: BootstrapLine): Promise<boolean> {
  switch (line.kind) {
    case 'start':
      return begin(run, line);
    case 'rows':
      return writeDownloaded(run, line.table, line.rows);
    case 'scope':
      run.complete.push({ scope: line.scope, from: line.from ?? null });
      checkpointWhenWritten(run);
      return notify(run, run.complete.length <= 2);
    case 'end':
      return run.start === undefined ? false : finish(run, run.start);
  }
}

/** False when another tab has finished meanwhile: its rows may be newer than this snapshot. */
async function begin(run: Run, line: Start): Promise<boolean> {
  const { reason, name, stream } = run;
  run.start = line;
  run.startedAt = run.context.ports.clock.now();
  run.notifiedAt = run.startedAt;
  const begun = await run.context.ports.store.write(
    { tables: [], durability: 'on-disk' },
    async (tx) => {
      const known = (await tx.stream(stream)) ?? newStream(stream);
      if (known.download?.reason !== reason) return 'late';
      // The server was restored during this download: mutations that it lost have to be sent again first.
      const isOther = known.epoch !== null && known.epoch !== line.epoch;
      // EPOCH-1.8: a snapshot below the cursor comes from a server that was rolled back.
      const isBehind = line.v < known.cursor;
      if ((isOther || isBehind) && reason !== 'epoch') return 'other-history';
      const download = { reason, done: 0, total: line.total, run: name };
      await tx.putStream({ ...known, download });
      return reason === 'first' && known.download.run !== '' ? 'begun-again' : 'begun';
    },
  );
  if (begun === 'other-history') await enterEpoch(run.context, stream);
  run.isRepeated = begun === 'begun-again';
  // A stream without the organisation scope never has a checkpoint: the sweep at the end removes its old rows.
  if (run.isRepeated && line.scopes.includes(ORGANIZATION_SCOPE)) return forgetEarlier(run);
  return run.isRepeated || begun === 'begun';
}

async function finish(run: Run, start: Start): Promise<boolean> {
  if (!(await notify(run, true)) || !(await allWritten(run))) return false;
  const mayHoldMore = run.reason !== 'first' || run.isRepeated;
  if (mayHoldMore && !(await sweep(run, start))) return false;
  const from = new Map(run.complete.map((one) => [one.scope, one.from]));
  const all = start.scopes.map((scope) => ({ scope, from: from.get(scope) ?? null }));
  run.finished = await settle(run, start, all);
  return run.finished;
}

/**
 * Keeps the complete scopes of an interrupted first download; the others are filled as new scopes (PULL-5). False when
 * too little is complete, and for other downloads, which need the whole snapshot to tell old rows from new ones.
 */
async function settleComplete(run: Run): Promise<boolean> {
  const { start, complete, reason } = run;
  if (!(await notify(run, true)) || !(await allWritten(run))) return false;
  if (reason !== 'first' || !isWorthResuming(complete) || start === undefined) return false;
  return settle(run, start, complete);
}

async function settle(
  run: Run,
  start: Start,
  complete: readonly DownloadedScope[],
): Promise<boolean> {
  const { stream, reason, context } = run;
  const { epoch, v, at, outlined, summarized } = start;
  const incomplete = [...run.scopesSeen];
  const hot = hotOf(start);
  const former = reason === 'epoch' ? await formerEpoch() : undefined;
  // Loaded where a download has left something out: opening a board does without it.
  const withRecent =
    hot === undefined ? undefined : (await import('./release-details.ts')).withRecent;
  const tables = withRecent === undefined ? [] : [tasks.table];
  return write(run, { tables, durability: 'on-disk' }, async (tx, state) => {
    const ended = { epoch, v, at, complete, incomplete, outlined, summarized, hot };
    const after = settled(state, ended);
    await tx.putStream((await withRecent?.(tx, after, context.ports.clock.now())) ?? after);
    if (former === undefined) return;
    await former.forgetVersions(tx, stream);
    const now = context.ports.clock.now();
    // One notice, however many streams are restored.
    await tx.putNotice({ id: 'restored', kind: 'restored', at: now });
  });
}
