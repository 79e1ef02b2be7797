import { backoff, LONGEST_WATCHED } from './backoff.ts';
import { type BatchSize, halve } from './batch.ts';
import { type EngineContext, MORE, type Step, tryLater } from './context.ts';
import type { OutboxItem } from '../core/ports/outbox.ts';
import type { Failure } from '../core/ports/transport.ts';
import { reach } from './reach.ts';
import { passed, recordFailure } from './verdicts.ts';

/**
 * MUT-7 with a response of a proxy. A block of one mutation must not delay the others; a page for every request, such
 * as a hotel's sign-in page, is no response.
 *
 *   page of the proxy --a small request reaches the server?--no--> no network: all mutations are queued, back-off
 *                                              |yes
 *                                              v
 *                        the batch is halved; a call that is alone waits by itself
 */
const CONTENT_STATUSES: readonly number[] = [400, 403, 413, 422];

/** True for a page of an intermediary whose status may concern the content of the call. */
export function isBlockedByProxy(failure: Failure): boolean {
  return failure.kind === 'network' && CONTENT_STATUSES.includes(failure.proxy ?? 0);
}

/** A batch that was sent and whose mutations are queued again. */
export interface Sent {
  readonly stream: string;
  readonly items: readonly OutboxItem[];
  readonly size: BatchSize;
}

export async function handleBlocked(
  context: EngineContext,
  { stream, items, size }: Sent,
): Promise<Step> {
  const unreached = await reach(context, stream);
  if (unreached !== undefined) return unreached;
  const only = items.length === 1 ? items[0] : undefined;
  if (only === undefined) {
    halve(size, items);
    return MORE;
  }
  await context.ports.store.write({ tables: 'all', durability: 'on-disk' }, async (tx) => {
    const othersPass = await passed(tx, only);
    const wait = blockedFor(context, only, othersPass);
    await recordFailure(context, tx, only, { wait, othersPass, isBlocked: true });
  });
  size.current = size.most;
  size.blocked = new Set(size.blocked).add(only.seq);
  // The others continue at once; after a second blocked mutation they wait, since all of them may be blocked.
  return size.blocked.size > 1 ? tryLater('blocked') : MORE;
}

/**
 * Milliseconds for which a call that was alone waits; in a visible tab at most `LONGEST_WATCHED`, unless others succeed
 * (ENG-4).
 */
function blockedFor(
  { ports: { online, random } }: EngineContext,
  item: OutboxItem,
  othersPass: boolean,
): number {
  const longest = online.isVisible() && !othersPass ? LONGEST_WATCHED : undefined;
  return 1_000 + backoff(item.failures, random.next(), longest);
}
