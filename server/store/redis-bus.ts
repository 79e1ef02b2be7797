import { randomUUID } from 'node:crypto';
import { createClient } from '@redis/client';
import { createBusReceivers } from './bus-receivers.ts';
import type { BusDeps, ClosableBus } from './database.ts';

const CHANNEL = 'cairn';
/** Longest pause between two attempts to connect. */
const LONGEST_PAUSE_MS = 1_000;

/** The bus on publish and subscribe of Valkey or Redis, `redis://` or `rediss://`; with a connection for each. */
export function redisBus({ url, report }: BusDeps): ClosableBus {
  const own = randomUUID();
  const receivers = createBusReceivers();
  const connection = () =>
    createClient({
      url,
      // A message that waits for a lost connection is late; the others read the heads when they are connected again.
      disableOfflineQueue: true,
      socket: { reconnectStrategy: (tries) => Math.min(50 * 2 ** tries, LONGEST_PAUSE_MS) },
    }).on('error', report);
  const publisher = connection();
  const subscriber = connection();
  const receive = (payload: string) => {
    const [sender, message] = [payload.slice(0, own.length), payload.slice(own.length)];
    if (sender !== own) receivers.receive(message);
  };
  let isSubscribed = false;
  let isClosed = false;
  const subscribe = async (): Promise<void> => {
    try {
      await subscriber.subscribe(CHANNEL, receive);
      isSubscribed = true;
      receivers.connected();
    } catch (error) {
      if (isClosed) return;
      report(error);
      // Refused on a connection that stays; a new connection subscribes by itself.
      setTimeout(() => {
        if (subscriber.isReady && !isSubscribed) void subscribe();
      }, LONGEST_PAUSE_MS).unref();
    }
  };
  // The library repeats a subscription that was made once before it is ready, and never a first one that failed.
  subscriber.on('ready', () => {
    if (isSubscribed) receivers.connected();
    else void subscribe();
  });
  publisher.connect().catch(report);
  subscriber.connect().catch(report);
  return {
    publish: async (message) => {
      await publisher.publish(CHANNEL, `${own}${message}`);
    },
    listen: receivers.add,
    check: async () => {
      if (!isSubscribed || !subscriber.isReady) throw new Error('The bus is not connected');
      await publisher.ping();
    },
    close: async () => {
      isClosed = true;
      publisher.destroy();
      subscriber.destroy();
    },
  };
}
