import type { PushCall } from '../../model/protocol/messages.ts';
import { LIMITS } from '../../model/protocol/version.ts';
import { clientOf } from './client.ts';
import { preparedOf, touches } from '../core/dependencies.ts';
import type { ClientRecord, OutboxItem } from '../core/ports/outbox.ts';
import { leftOf } from './wait.ts';

/**
 * One mutation's way (MUT-1). State is read from these rows, never from flags beside them; `blocked` is not stored,
 * it follows from a quarantined or refused mutation before it.
 *
 *                     lost reply, 401, 429
 *               +------------------------------+
 *               v                              |
 *   written -> queued -----------------> sending --2xx--> acked(v) --complete at v--> journal
 *               ^  ^                       |  |
 *    8 5xx over |  |   5xx of its own      |  +--4xx--> tray (with all that hangs on it)
 *   ten minutes |  +-----------------------+  |
 *               v     (waits by itself)       +--412--> merges clean: queued anew under a new seq
 *          quarantined                        +--412--> overlaps: tray, both texts kept
 */

export interface Selection {
  readonly outbox: readonly OutboxItem[];
  /** Seqs of the batch before this one: they arrive first. */
  readonly onTheWay: ReadonlySet<number>;
  readonly stream: string;
  /** A batch is of one client: what was acked under a former id is sent again under it. */
  readonly client: ClientRecord;
  readonly now: number;
  readonly limit: number;
}

/**
 * What goes into the next batch, by seq: nothing before an earlier mutation of its row or parent that is not sent with
 * it (MUT-6); at most one long text a row whose version is unknown (WRITE-4). After a start, `sending` counts as
 * `queued`: the key makes a second try safe.
 */
export function selectBatch(selection: Selection): readonly OutboxItem[] {
  const { outbox, onTheWay, stream, client, now, limit } = selection;
  const batch: OutboxItem[] = [];
  const held = new Set<string>();
  let bytes = 0;
  let sender: string | undefined;
  for (const item of outbox) {
    if (item.state === 'acked' || onTheWay.has(item.seq)) continue;
    const waits = touches(item, held);
    const due = item.stream === stream && comesAgain(item) && leftFor(item, now) === 0;
    // VER-2: what this build cannot send holds back what hangs on it, which would be refused without it.
    const cannot = waits || !due || preparedOf(item) === undefined;
    const owner = clientOf(item, client);
    if (cannot || waitsForText(item, selection) || owner !== (sender ?? owner)) {
      for (const key of item.keys) held.add(key);
      continue;
    }
    bytes += sizeOf(item);
    if (batch.length >= limit || (batch.length > 0 && bytes > MOST_BYTES)) break;
    batch.push(item);
    sender = owner;
  }
  return batch;
}

/** False for what stands still until the person tries it again. A proxy may be gone with the place where it stands. */
export function comesAgain({ state, isBarred }: OutboxItem): boolean {
  return state !== 'quarantined' || isBarred === true;
}

/** Milliseconds until a mutation that failed by itself is tried again. */
export function leftFor({ retryFrom = 0, retryAt }: OutboxItem, now: number): number {
  return leftOf({ from: retryFrom, until: retryAt }, now);
}

/** Bytes of arguments in a batch: well below the server's bound on bodies. */
const MOST_BYTES = LIMITS.bodyBytes / 4;

/** A text edited from a pending one waits for that one's version. */
function waitsForText({ textAfter }: OutboxItem, { outbox, onTheWay }: Selection): boolean {
  if (textAfter === undefined) return false;
  if (onTheWay.has(textAfter)) return true;
  return outbox.some(({ seq, state }) => seq === textAfter && state !== 'acked');
}

/** UTF-16 units: at most a third of the bytes they become. */
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
    seq: item.seq,
    method,
    path,
    body: { ...body },
    claimed_at: item.at,
    ...(match !== undefined && { if_match: match }),
  };
}

/**
 * Up to where every verdict is stored on this device (WRITE-3). `open`: seqs of those without one; `last` is the last seq
 * taken.
 */
export function ackThrough(open: readonly number[], last: number): number {
  return open.reduce((least, seq) => Math.min(least, seq - 1), last);
}

/** MUT-7: this many 5xx of its own over this long, while others pass. */
export const QUARANTINE = { failures: 8, over: 600_000 } as const;

/** A failure of a mutation's own. */
export interface OwnFailure {
  readonly wait: number;
  readonly othersPass: boolean;
  /** It was a proxy that did not let it through. */
  readonly isBarred?: boolean;
}

/** What a 5xx of its own makes of a mutation: it waits by itself, and in the end is set apart. */
export function afterFailure(
  item: OutboxItem,
  failure: OwnFailure & { readonly now: number },
): OutboxItem {
  const failures = item.failures + 1;
  // A clock that was put back must not make the ten minutes longer.
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
    isBarred: failure.isBarred === true,
    retryFrom: failure.now,
    retryAt: failure.now + failure.wait,
  };
}
