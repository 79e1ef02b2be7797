import type { CommittedVersion } from '../writer/writer-types.ts';
import type { StoredVersions } from './stored-versions.ts';

/** Brings the commits of this process and of the others into the order of each stream's versions. */
export interface CommitOrder {
  /** A commit of this process: its versions of one stream, in order. */
  readonly committed: (stream: string, versions: readonly CommittedVersion[]) => void;
  /** The head that another process has announced, or that was read after announcements may have been lost. */
  readonly announced: (stream: string, head: number) => void;
  /** Nobody subscribes to the stream any more. */
  readonly forget: (stream: string) => void;
}

interface CommitOrderDeps {
  /** Reads the versions after `since`, where `known` is announced; undefined without the stream. */
  readonly read: (
    stream: string,
    since: number,
    known: number,
  ) => Promise<StoredVersions | undefined>;
  /** Oldest version that a subscriber of the stream waits for; undefined without subscribers. */
  readonly published: (stream: string) => number | undefined;
  /** Receives the versions of a stream without a gap. */
  readonly deliver: (stream: string, versions: readonly CommittedVersion[]) => void;
  /** Receives a head whose versions are not in memory: each subscriber reads its own page. */
  readonly skip: (stream: string, head: number) => void;
  readonly report: (error: unknown) => void;
}

interface StreamOrder {
  /** Newest delivered version. */
  delivered: number;
  /** Newest known version. */
  known: number;
  /** Commits of this process behind a gap. */
  waiting: readonly CommittedVersion[];
  reading: boolean;
}

/**
 * Versions of other processes are read once for all subscribers of this process:
 *
 *   own commit, next version -----------------------------------> deliver
 *   own commit behind a gap --> wait --+
 *   announced head ---------------------+--> read (delivered, head] --> deliver, then the waiting ones
 *
 * One read runs at a time for each stream; what is announced meanwhile is part of the next one.
 */
export function createCommitOrder(deps: CommitOrderDeps): CommitOrder {
  const streams = new Map<string, StreamOrder>();
  const orderOf = (stream: string, first: number): StreamOrder => {
    const found = streams.get(stream);
    if (found !== undefined) return found;
    // Without subscribers nobody waits for what is older than the first known version.
    const delivered = deps.published(stream) ?? first;
    const fresh = { delivered, known: delivered, waiting: [], reading: false };
    streams.set(stream, fresh);
    return fresh;
  };
  const deliverWaiting = (stream: string, order: StreamOrder): void => {
    order.waiting = order.waiting.filter(({ v }) => v > order.delivered);
    const gap = order.waiting.findIndex(({ v }, index) => v !== order.delivered + index + 1);
    const ready = gap === -1 ? order.waiting : order.waiting.slice(0, gap);
    const last = ready.at(-1);
    if (last === undefined) return;
    order.waiting = order.waiting.slice(ready.length);
    order.delivered = last.v;
    deps.deliver(stream, ready);
  };
  /** False for a stream that has been forgotten, also when it has subscribers again. */
  const isCurrent = (stream: string, order: StreamOrder) => streams.get(stream) === order;
  const fill = async (stream: string, order: StreamOrder): Promise<void> => {
    while (order.known > order.delivered) {
      const found = await deps.read(stream, order.delivered, order.known);
      if (!isCurrent(stream, order)) return;
      // The stream has ended, or begun anew with a lower head: heartbeats tell the devices.
      if (found === undefined || found.head <= order.delivered) {
        order.known = order.delivered;
        order.waiting = [];
        return;
      }
      order.delivered = found.head;
      if (found.versions === undefined) deps.skip(stream, found.head);
      else deps.deliver(stream, found.versions);
      deliverWaiting(stream, order);
    }
  };
  const advance = (stream: string, order: StreamOrder): void => {
    if (order.reading || order.known <= order.delivered) return;
    order.reading = true;
    fill(stream, order)
      .catch((error: unknown) => {
        deps.report(error);
        if (!isCurrent(stream, order)) return;
        // Each device then reads for itself, and the next commit starts from here.
        order.delivered = order.known;
        order.waiting = [];
        deps.skip(stream, order.known);
      })
      .finally(() => {
        order.reading = false;
        // Begun again for a forgotten stream, it would end at once and begin again for ever.
        if (isCurrent(stream, order)) advance(stream, order);
      });
  };
  return {
    committed: (stream, versions) => {
      const [first] = versions;
      if (first === undefined) return;
      const order = orderOf(stream, first.v - 1);
      order.waiting = [...order.waiting, ...versions];
      order.known = Math.max(order.known, versions.at(-1)?.v ?? 0);
      if (!order.reading) deliverWaiting(stream, order);
      advance(stream, order);
    },
    announced: (stream, head) => {
      const order = orderOf(stream, head - 1);
      order.known = Math.max(order.known, head);
      advance(stream, order);
    },
    forget: (stream) => {
      streams.delete(stream);
    },
  };
}
