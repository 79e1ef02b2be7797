import type { Reply, Transport } from '../core/ports/transport.ts';

/**
 * The organisation answers "not found" to somebody it has deactivated, while their session, good elsewhere, goes on: the
 * list of their organisations is asked for then. Nothing of the queue is touched by it; it stays as it is, locked.
 */
export function noticingLoss(transport: Transport, renew: () => Promise<unknown>): Transport {
  let asking = false;
  const watched = <T>(reply: Reply<T>): Reply<T> => {
    const gone = !reply.ok && reply.failure.kind === 'refused' && reply.failure.status === 404;
    if (gone && !asking) {
      asking = true;
      void renew()
        .catch(() => undefined)
        .finally(() => {
          asking = false;
        });
    }
    return reply;
  };
  return {
    ...transport,
    push: async (request) => watched(await transport.push(request)),
    pull: async (query) => watched(await transport.pull(query)),
    bootstrap: async (query) => watched(await transport.bootstrap(query)),
    check: async (query) => watched(await transport.check(query)),
  };
}
