import webPush from 'web-push';
import { message, verbatim } from '../../model/shared/message.ts';
import type { CommittedChange, Writer } from '../writer/writer-types.ts';
import { loadActors } from '../writer/actor.ts';
import type { SecretBox } from '../shared/secret-box.ts';
import type { Database } from '../store/database.ts';
import { createHostQueues, type HostQueues } from './host-queues.ts';
import { loadPushKeys, type PushKeys } from './keys.ts';
import { dropSubscription, type Listener, listenersOf } from './subscriptions.ts';
import { planOf, type PushMessage, type PushPlan, pushText } from './messages.ts';

/** Notifies people whose browsers are closed. */
export interface Pusher {
  readonly publicKey: () => Promise<string>;
  /** Resolves when every waiting push has been passed to the push services. */
  readonly settle: () => Promise<void>;
  readonly close: () => Promise<void>;
}

interface PusherDeps {
  readonly database: Database;
  readonly writer: Writer;
  readonly secrets: SecretBox;
  readonly now: () => number;
  /** Public address of the server: contact for push services. */
  readonly publicUrl: string;
  readonly report: (error: unknown) => void;
  /** Delay in milliseconds, within which a person at an open screen may read the change itself. */
  readonly delay: number;
}

const PUSHED = new Set(['messages', 'notifications']);
/** Beyond this number the oldest waiting push is dropped: the change stays in the notifications. */
const MOST_WAITING = 2_000;
const TTL_SECONDS = 24 * 3_600;
const ANSWER_MS = 15_000;
/** Requests to one push service at the same time. */
const AT_ONCE = 20;

/**
 * Follows the commits of this process. An undeliverable push is dropped: it is a hint, and the change itself arrives
 * by sync.
 */
export function startPusher(deps: PusherDeps): Pusher {
  const { writer, secrets, report, delay } = deps;
  const waiting: Due[] = [];
  const services = createHostQueues({ atOnce: AT_ONCE, mostWaiting: MOST_WAITING });
  let keys: Promise<PushKeys> | undefined;
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> = Promise.resolve();
  const keysOf = () =>
    (keys ??= loadPushKeys(writer, secrets).catch((error: unknown) => {
      // Read again for the next push.
      keys = undefined;
      throw error;
    }));
  const run = async (): Promise<void> => {
    timer = undefined;
    for (const due of waiting.splice(0))
      await pushOne(deps, { keysOf, services }, due).catch(report);
  };
  const start = (): void => {
    running = running.then(run).catch(report);
  };
  const stop = writer.subscribe(({ versions }) => {
    for (const { orgId, at, changes } of versions) {
      for (const change of changes) {
        if (change.kind === 'put' && PUSHED.has(change.table)) waiting.push({ orgId, at, change });
      }
    }
    if (waiting.length > MOST_WAITING) waiting.splice(0, waiting.length - MOST_WAITING);
    if (waiting.length > 0) timer ??= setTimeout(start, delay).unref();
  });
  const settle = async (): Promise<void> => {
    clearTimeout(timer);
    start();
    await running;
    await services.settle();
  };
  return {
    publicKey: async () => (await keysOf()).publicKey,
    settle,
    close: async () => {
      stop();
      clearTimeout(timer);
      waiting.length = 0;
      await running;
      services.clear();
      await services.settle();
    },
  };
}

interface Due {
  readonly orgId: string;
  /** Time of the commit. */
  readonly at: number;
  readonly change: CommittedChange;
}

interface Sending {
  readonly keysOf: () => Promise<PushKeys>;
  readonly services: HostQueues;
}

/** Reads who is notified of a change, and leaves the pushes to the queues of their services. */
async function pushOne(deps: PusherDeps, { keysOf, services }: Sending, due: Due): Promise<void> {
  const { database, now } = deps;
  const plan = await database.snapshot(async (store) => {
    const found = await planOf(store, due);
    if (found === undefined) return undefined;
    // Nothing for somebody who lacks the second factor that the organisation demands.
    const who = { orgId: due.orgId, userIds: [...new Set(found.users)] };
    const admitted = await loadActors(store, who, now());
    return { ...found, users: found.users.filter((user) => admitted.has(user)) };
  });
  if (plan === undefined) return;
  const listeners = await listenersOf(database, plan.users, now());
  if (listeners.length === 0) return;
  const keys = await keysOf();
  for (const listener of listeners) {
    services.add(hostOf(listener), () => deliver(deps, keys, { listener, plan }));
  }
}

function hostOf({ endpoint }: Listener): string {
  return URL.parse(endpoint)?.host ?? '';
}

interface Delivery {
  readonly listener: Listener;
  readonly plan: PushPlan;
}

async function deliver(
  { writer, publicUrl, report }: PusherDeps,
  { publicKey, privateKey }: PushKeys,
  { listener, plan }: Delivery,
): Promise<void> {
  const { endpoint, p256dh, auth, showsText, id, language } = listener;
  const text = pushText(showsText ? plan.push : silent(plan.push), language);
  try {
    const request = webPush.generateRequestDetails(
      { endpoint, keys: { p256dh, auth } },
      JSON.stringify(text),
      {
        vapidDetails: { subject: subjectOf(publicUrl), publicKey, privateKey },
        TTL: TTL_SECONDS,
      },
    );
    const headers = Object.entries(request.headers).map(([name, value]): [string, string] => [
      name,
      String(value),
    ]);
    const answer = await fetch(endpoint, {
      method: 'POST',
      headers: headers.filter(([name]) => name.toLowerCase() !== 'content-length'),
      body: new Uint8Array(request.body ?? []),
      redirect: 'error',
      signal: AbortSignal.timeout(ANSWER_MS),
    });
    await answer.body?.cancel();
    // The browser has withdrawn its consent, or no longer exists.
    if (answer.status === 404 || answer.status === 410) await dropSubscription(writer, { id });
  } catch (error) {
    report(error);
  }
}

/** A push without text, for a locked screen. */
function silent({ url, tag }: PushMessage): PushMessage {
  const isChat = url.startsWith('/chat/');
  return {
    title: verbatim('Cairn'),
    body: isChat ? message('You have a new message') : message('There is news about a task'),
    url,
    tag,
  };
}

/** Contact of this server for push services, which accept addresses with TLS only. */
function subjectOf(publicUrl: string): string {
  return publicUrl.startsWith('https:') ? publicUrl : 'mailto:operator@localhost.invalid';
}
