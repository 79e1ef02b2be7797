import { type EngineContext, MORE, newStream, type Step, streamsOf } from './context.ts';
import type { DownloadReason } from '../core/ports/streams.ts';
import type { Failure } from '../core/ports/transport.ts';

/** What becomes of mutations of a former epoch; loaded when a server has gone back. */
export const formerEpoch = () => import('./former-epoch.ts');

/**
 * EPOCH-1: the stream has a new epoch, as after a restored backup. Nothing is sent until the epoch of every stream of
 * the account is known: after an early acknowledgement the server would treat mutations as settled that its backup does
 * not contain.
 *
 * EPOCH-1.8: `failure` is the 409 of a server that went back within an epoch. Mutations of all streams that it has lost
 * are queued again, since another stream may continue at its cursor.
 */
export async function enterEpoch(
  context: EngineContext,
  stream: string,
  failure?: Failure,
): Promise<Step> {
  // Before the state is written: a tab killed in between asks the server again.
  if (failure !== undefined) await (await formerEpoch()).requeueLost(context, failure);
  await enterDownload(context, stream, 'epoch');
  return MORE;
}

/** EPOCH-2: the server has pruned the history at the cursor: a download without the journal. */
export async function enterRefill(context: EngineContext, stream: string): Promise<Step> {
  await enterDownload(context, stream, 'refill');
  return MORE;
}

function enterDownload(
  context: EngineContext,
  stream: string,
  reason: Exclude<DownloadReason, 'first'>,
): Promise<void> {
  return context.ports.store.write({ tables: [], durability: 'on-disk' }, async (tx) => {
    const state = (await tx.stream(stream)) ?? newStream(stream);
    if (state.download?.reason === 'epoch' || state.epoch === null) return;
    await tx.putStream({ ...state, download: { reason, done: 0, total: 0, run: '' } });
    // The number of received mutations belongs to the former epoch.
    if (reason !== 'epoch') return;
    await tx.putClient({ ...(await tx.client()), heard: null });
    for (const other of streamsOf(context.account)) {
      const sibling = await tx.stream(other);
      if (other !== stream && sibling !== undefined)
        await tx.putStream({ ...sibling, suspect: true });
    }
  });
}
