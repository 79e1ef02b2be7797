import type { PushCall } from '../../model/protocol/messages.ts';
import { LIMITS } from '../../model/protocol/version.ts';
import { clientOf, keySeqOf } from '../core/client-key.ts';
import { preparedOf, touches } from '../core/dependencies.ts';
import type { ClientRecord, OutboxItem } from '../core/ports/outbox.ts';
import { leftOf } from './wait.ts';

/**
 * States of a mutation (MUT-1). The state is read from the rows of the outbox; `blocked` is derived from an earlier
 * quarantined or rejected mutation and never stored.
 *
 *                     lost response, 401, 429
 *               +------------------------------+
 *               v                              |
 *   written -> queued -----------------> sending --2xx--> acked(v) --complete at v--> journal
 *               ^  ^                       |  |
 *    8 5xx over |  |   5xx of its own      |  +--4xx--> rejected (with its dependents)
 *   ten minutes |  +-----------------------+  |
 *               v     (waits by itself)       +--412--> merges: queued under a new seq
 *          quarantined                        +--412--> overlaps: rejected, both texts kept
 */

export interface Selection {
  readonly outbox: readonly OutboxItem[];
  /** Seqs of the previous batch, which arrives first. */
  readonly onTheWay: ReadonlySet<number>;
  readonly stream: string;
  /** A batch has one client id: mutations acked under a former id are sent again under that id. */
  readonly client: ClientRecord;
  readonly now: number;
  readonly limit: number;
}

/**
 * Selects the mutations of the next batch by seq. None precedes an earlier mutation of its row or parent that is
 * outside the batch (MUT-6), and at most one long text per row has an unknown version (WRITE-4). After a start,
 * `sending` counts as `queued`: the key makes a second attempt safe.
 */
export function selectBatch(selection: Selection): readonly OutboxItem[] {
  const { outbox, onTheWay, stream, client, now, limit } = selection;
  const batch: OutboxItem[] = [];
  const blocked = new Set<string>();
  let bytes = 0;
  let sender: string | undefined;
  for (const item of outbox) {
    if (item.state === 'acked' || onTheWay.has(item.seq)) continue;
    const waits = touches(item, blocked);
    const due = item.stream === stream && isRetried(item) && leftFor(item, now) === 0;
    // VER-2: a mutation that this build cannot send delays its dependents, which would be rejected without it.
    const cannot = waits || !due || preparedOf(item) === undefined;
    const owner = clientOf(item, client);
    if (cannot || waitsForText(item, selection) || owner !== (sender ?? owner)) {
      for (const key of item.keys) blocked.add(key);
      continue;
    }
    bytes += sizeOf(item);
    if (batch.length >= limit || (batch.length > 0 && bytes > MOST_BYTES)) break;
    batch.push(item);
    sender = owner;
  }
  return batch;
}

/**
 * False for a mutation that only the person tries again. A mutation blocked by a proxy is tried again, because the next
 * network may have none.
 */
export function isRetried({ state, isBarred }: OutboxItem): boolean {
  return state !== 'quarantined' || isBarred === true;
}

/** Milliseconds until a mutation with a failure of its own is tried again. */
export function leftFor({ retryFrom = 0, retryAt }: OutboxItem, now: number): number {
  return leftOf({ from: retryFrom, until: retryAt }, now);
}

/** Maximum bytes of arguments in a batch, well below the server's limit for bodies. */
const MOST_BYTES = LIMITS.bodyBytes / 4;

/** True for a text edited from a pending one, while the version of that one is unknown. */
function waitsForText({ textAfter }: OutboxItem, { outbox, onTheWay }: Selection): boolean {
  if (textAfter === undefined) return false;
  if (onTheWay.has(textAfter)) return true;
  return outbox.some(({ seq, state }) => seq === textAfter && state !== 'acked');
}

/** Size in UTF-16 units: at least a third of the bytes in UTF-8. */
function sizeOf(item: OutboxItem): number {
  return JSON.stringify(item.args).length + 200;
}

/** The REST call of a mutation; undefined when this build does not know it. */
export function callOf(item: OutboxItem): PushCall | undefined {
  const prepared = preparedOf(item);
  if (prepared === undefined) return undefined;
  const { method, path, body } = prepared.call;
  const match = prepared.text === undefined ? undefined : (item.ifMatch ?? 0);
  return {
    seq: keySeqOf(item),
    method,
    path,
    body: { ...body },
    claimed_at: item.at,
    ...(match !== undefined && { if_match: match }),
    ...(item.seen !== undefined && { seen: item.seen }),
  };
}

/**
 * Highest seq up to which this device has stored every verdict (WRITE-3). `open`: seqs without a verdict; `last`: the
 * last claimed seq.
 */
export function ackThrough(open: readonly number[], last: number): number {
  return open.reduce((least, seq) => Math.min(least, seq - 1), last);
}

/** MUT-7: a mutation with this many 5xx of its own over this many milliseconds is quarantined while others succeed. */
export const QUARANTINE = { failures: 8, over: 600_000 } as const;

/** Failure that concerns one mutation alone. */
export interface OwnFailure {
  readonly wait: number;
  readonly othersPass: boolean;
  /** True when a proxy blocked the mutation. */
  readonly isBlocked?: boolean;
}

/** The mutation after a failure of its own: it waits by itself and is quarantined after the last attempt. */
export function afterFailure(
  item: OutboxItem,
  failure: OwnFailure & { readonly now: number },
): OutboxItem {
  const failures = item.failures + 1;
  // A clock that is set back must not extend the ten minutes.
  const firstFailure = Math.min(item.firstFailure ?? failure.now, failure.now);
  const stubborn =
    failures >= QUARANTINE.failures &&
    failure.now - firstFailure >= QUARANTINE.over &&
    failure.othersPass;
  return {
    ...item,
    state: stubborn ? 'quarantined' : 'queued',
    failures,
    firstFailure,
    isBarred: failure.isBlocked === true,
    retryFrom: failure.now,
    retryAt: failure.now + failure.wait,
  };
}
