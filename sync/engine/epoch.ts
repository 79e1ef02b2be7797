import { type EngineContext, MORE, newStream, type Step, streamsOf } from './context.ts';
import type { DownloadReason } from '../core/ports/streams.ts';

/**
 * EPOCH-1: the stream has a new epoch, as after a restored backup. Nothing is sent until the epoch of every stream of
 * the account is known: after an early acknowledgement the server would treat mutations as settled that its backup does
 * not contain.
 */
export async function enterEpoch(context: EngineContext, stream: string): Promise<Step> {
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
  const streams = streamsOf(context.account);
  return context.ports.store.write({ tables: [], durability: 'on-disk' }, async (tx) => {
    const state = (await tx.stream(stream)) ?? newStream(stream);
    if (state.download?.reason === 'epoch' || state.epoch === null) return;
    await tx.putStream({ ...state, download: { reason, done: 0, total: 0, run: '' } });
    // The number of received mutations belongs to the former epoch.
    if (reason === 'epoch') await tx.putClient({ ...(await tx.client()), heard: null });
    if (reason !== 'epoch') return;
    for (const other of streams.filter((one) => one !== stream)) {
      const sibling = await tx.stream(other);
      if (sibling !== undefined) await tx.putStream({ ...sibling, suspect: true });
    }
  });
}
