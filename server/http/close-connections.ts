import type { FastifyInstance } from 'fastify';
import { endsWithin, type StopLog, waitFor } from '../shared/stopping.ts';
import { onceClosed } from './once-closed.ts';

const IDLE_CHECK_MS = 100;

interface OpenRequests {
  /** `METHOD path` of the requests whose response has not ended, each once. */
  readonly names: () => readonly string[];
}

/** Follows the requests of a server from here on; called before its routes are registered. */
export function followRequests(fastify: FastifyInstance): OpenRequests {
  const open = new Map<string, string>();
  fastify.addHook('onRequest', async ({ id, method, routeOptions }, reply) => {
    // The path as it is registered: an address may contain a secret.
    open.set(id, `${method} ${routeOptions.url ?? '?'}`);
    onceClosed(reply, () => open.delete(id));
  });
  return { names: () => [...new Set(open.values())] };
}

interface Closing {
  readonly requests: OpenRequests;
  /** Milliseconds for the requests that run; then their connections are ended. */
  readonly grace: number;
  readonly log: StopLog | undefined;
}

/**
 * Accepts no connection any more and resolves when all have ended. Node waits for ever for a request that is never
 * completed, and for a response that its client does not read: with the server its timeouts have stopped.
 */
export async function closeConnections(
  fastify: FastifyInstance,
  { requests, grace, log }: Closing,
): Promise<void> {
  const left = () => ({ requests: requests.names() });
  // A connection whose request ends meanwhile would be kept for the next one.
  const idle = setInterval(() => fastify.server.closeIdleConnections(), IDLE_CHECK_MS);
  const ended = fastify.close().finally(() => clearInterval(idle));
  const closed = waitFor(log, { name: 'requests', left }, ended);
  if (await endsWithin(grace, closed)) return;
  log?.warn({ ...left(), seconds: grace / 1_000 }, 'the stop ends the connections that are left');
  fastify.server.closeAllConnections();
  // Not among them: a socket has taken its connection over.
  for (const socket of fastify.websocketServer.clients) socket.terminate();
  await closed;
}
