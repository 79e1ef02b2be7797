import * as v from 'valibot';
import type { ProcessBus } from '../store/database.ts';

const messageSchema = v.object({
  heads: v.record(v.string(), v.number()),
  ended: v.array(v.string()),
  /** A person types in a conversation; for those who have it open in another process. */
  typing: v.optional(
    v.object({ org: v.string(), conversation: v.string(), organization_user: v.string() }),
  ),
  /** People with an open socket in the sending process: ids (`organization_user`) by organisation. */
  present: v.optional(v.record(v.string(), v.array(v.string()))),
});
type BusMessage = v.InferOutput<typeof messageSchema>;

/** Parses a message of another process; one that this build does not know is ignored. */
export function parseBusMessage(text: string): BusMessage {
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), messageSchema), text);
  return parsed.success ? parsed.output : { heads: {}, ended: [] };
}

/** Announces commits to the other processes, a few milliseconds of them together: streams and versions, never rows. */
export interface Announcer {
  readonly head: (stream: string, v: number) => void;
  readonly ended: (sessionId: string) => void;
  readonly stop: () => void;
}

const GATHER_MS = 10;
/** PostgreSQL limits a message to 8,000 bytes. */
const MOST_STREAMS = 100;
/** Ended sessions in one message. */
const MOST_ENDED = 50;
/** Pause before a message is sent again. */
const RETRY_MS = 500;
/** People in one message. */
const MOST_PEOPLE = 100;

/** Announces typing at once; a lost announcement does no harm. */
export function announceTyping(
  bus: ProcessBus,
  typing: NonNullable<BusMessage['typing']>,
): Promise<void> {
  const message: BusMessage = { heads: {}, ended: [], typing };
  return bus.publish(JSON.stringify(message));
}

/** A person of an organisation with an open socket. */
export interface Present {
  readonly orgId: string;
  readonly orgUserId: string;
}

/** Announces people with an open socket; a lost announcement is made good by the next heartbeat. */
export async function announcePresent(bus: ProcessBus, people: readonly Present[]): Promise<void> {
  for (let from = 0; from < people.length; from += MOST_PEOPLE) {
    const some = Map.groupBy(people.slice(from, from + MOST_PEOPLE), ({ orgId }) => orgId);
    const present = Object.fromEntries(
      [...some].map(([orgId, all]) => [orgId, [...new Set(all.map((one) => one.orgUserId))]]),
    );
    const message: BusMessage = { heads: {}, ended: [], present };
    await bus.publish(JSON.stringify(message));
  }
}

/**
 * Gathers commits for a few milliseconds. A message that was not sent is sent again, with what has been added
 * meanwhile: the receivers may have read the heads before it was lost.
 */
export function announce(bus: ProcessBus, report: (error: unknown) => void): Announcer {
  const heads = new Map<string, number>();
  const ended = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;
  const later = (ms = GATHER_MS): void => {
    if (!stopped) timer ??= setTimeout(send, ms);
  };
  const note = (stream: string, v: number): void => {
    heads.set(stream, Math.max(v, heads.get(stream) ?? 0));
  };
  const send = (): void => {
    timer = undefined;
    const someHeads = [...heads].slice(0, MOST_STREAMS);
    const someEnded = [...ended].slice(0, MOST_ENDED);
    for (const [stream] of someHeads) heads.delete(stream);
    for (const id of someEnded) ended.delete(id);
    const message: BusMessage = { heads: Object.fromEntries(someHeads), ended: someEnded };
    bus.publish(JSON.stringify(message)).catch((error: unknown) => {
      report(error);
      for (const [stream, v] of someHeads) note(stream, v);
      for (const id of someEnded) ended.add(id);
      later(RETRY_MS);
    });
    if (heads.size + ended.size > 0) later();
  };
  return {
    head: (stream, v) => {
      note(stream, v);
      later();
    },
    ended: (sessionId) => {
      ended.add(sessionId);
      later();
    },
    stop: () => {
      stopped = true;
      clearTimeout(timer);
    },
  };
}
