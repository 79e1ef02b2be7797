import { setTimeout } from 'node:timers/promises';
import { connect, type NatsConnection } from '@nats-io/transport-node';
import { createBusReceivers } from './bus-receivers.ts';
import type { BusDeps, ClosableBus } from './database.ts';

const SUBJECT = 'cairn';
const RECONNECT_MS = 500;

/** The bus on NATS, `nats://` or `tls://`, with one connection. */
export function natsBus({ url, report }: BusDeps): ClosableBus {
  const receivers = createBusReceivers();
  let connection: NatsConnection | undefined;
  let closed = false;
  /** Resolves when the connection is closed for good: by `close`, or by a server that refuses it. */
  const open = async (): Promise<void> => {
    const opened = await connect(optionsOf(url));
    connection = opened;
    if (closed) return opened.close();
    opened.subscribe(SUBJECT, {
      callback: (error, message) => {
        if (error === null) receivers.receive(message.string());
        else report(error);
      },
    });
    // The server has the subscription before it answers. A connection that breaks before is followed by a new one.
    opened.flush().then(receivers.connected).catch(report);
    for await (const { type } of opened.status()) {
      if (type === 'reconnect') receivers.connected();
    }
  };
  const keepOpen = async (): Promise<void> => {
    while (!closed) {
      await open().catch(report);
      connection = undefined;
      if (!closed) await setTimeout(RECONNECT_MS, undefined, { ref: false });
    }
  };
  void keepOpen();
  return {
    publish: async (message) => {
      if (connection === undefined) throw new Error('The bus is not connected');
      connection.publish(SUBJECT, message);
      // A message that waits for a new connection is dropped without an error; only the server's answer proves it sent.
      await connection.flush();
    },
    listen: receivers.add,
    check: async () => {
      if (connection === undefined) throw new Error('The bus is not connected');
      await connection.rtt();
    },
    close: async () => {
      closed = true;
      await connection?.close();
    },
  };
}

function optionsOf(url: string): Parameters<typeof connect>[0] {
  const { protocol, host, username, password } = new URL(url);
  const [user, pass] = [decodeURIComponent(username), decodeURIComponent(password)];
  return {
    servers: host,
    name: 'cairn',
    // A process gets no message of its own.
    noEcho: true,
    maxReconnectAttempts: -1,
    waitOnFirstConnect: true,
    reconnectTimeWait: RECONNECT_MS,
    ...(protocol === 'tls:' && { tls: {} }),
    ...(user !== '' && (pass === '' ? { token: user } : { user, pass })),
  };
}
