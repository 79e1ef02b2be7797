import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { createBusReceivers } from './bus-receivers.ts';
import type { ClosableBus } from './database.ts';

const CHANNEL = 'cairn';
const RECONNECT_MS = 500;

/**
 * The bus on PostgreSQL's LISTEN and NOTIFY: one listening connection for each process, which is reopened when it
 * breaks. A message has 8,000 bytes at most.
 */
export function notifyBus(connection: pg.ClientConfig, pool: pg.Pool): ClosableBus {
  // NOTIFY is delivered to its sender as well: a prefix of fixed length identifies the process.
  const own = randomUUID();
  const receivers = createBusReceivers();
  let listener: pg.Client | undefined;
  let closed = false;
  const listen = async (): Promise<void> => {
    const client = new pg.Client({
      ...connection,
      statement_timeout: 0,
      idle_in_transaction_session_timeout: 0,
    });
    const again = () => {
      if (closed || listener !== client) return;
      listener = undefined;
      // A server that refuses to listen, because it still recovers, keeps the connection open.
      client.end().catch(() => undefined);
      setTimeout(() => void listen(), RECONNECT_MS).unref();
    };
    listener = client;
    client.on('error', again);
    client.on('end', again);
    client.on('notification', ({ payload = '' }) => {
      const [sender, message] = [payload.slice(0, own.length), payload.slice(own.length)];
      if (sender !== own) receivers.receive(message);
    });
    // The connection may also break, or be closed by us, between the two.
    await client
      .connect()
      .then(() => client.query(`listen ${CHANNEL}`))
      .then(receivers.connected)
      .catch(again);
  };
  return {
    publish: async (message) => {
      await pool.query('select pg_notify($1, $2)', [CHANNEL, `${own}${message}`]);
    },
    listen: (receive, connected) => {
      if (listener === undefined) void listen();
      return receivers.add(receive, connected);
    },
    check: async () => {
      if (listener === undefined) throw new Error('The bus is not connected');
      await listener.query('select 1');
    },
    close: async () => {
      closed = true;
      await listener?.end().catch(() => undefined);
    },
  };
}
