import { type EngineContext, MORE, newStream, type Step, streamsOf } from './context.ts';
import type { DownloadReason } from '../core/ports/streams.ts';
import type { Failure } from '../core/ports/transport.ts';

/**
 * EPOCH-1: the stream has a new epoch, as after a restored backup. Nothing is sent until the epoch of every stream of
 * the account is known: after an early acknowledgement the server would treat mutations as settled that its backup does
 * not contain.
 *
 * EPOCH-1.8: `received` is the highest seq of this client that a server has which went back within an epoch. Later
 * mutations of all streams are queued again, since another stream may continue at its cursor.
 */
export async function enterEpoch(
  context: EngineContext,
  stream: string,
  received?: number,
): Promise<Step> {
  if (received !== undefined) {
    const { requeueLost } = await import('./former-epoch.ts');
    // Before the state is written: a tab killed in between asks the server again.
    for (const each of streamsOf(context.account)) await requeueLost(context, each, received);
  }
  await enterDownload(context, stream, 'epoch');
  return MORE;
}

/** Highest seq of this client that the server has, from a 409 `epoch`; undefined when the response does not name it. */
export function receivedIn(failure: Failure): number | undefined {
  if (failure.kind !== 'refused') return undefined;
  const { received } = failure.details;
  return typeof received === 'number' ? received : undefined;
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
