import type { Reply, Transport } from '../core/ports/transport.ts';

/**
 * The organisation responds "not found" to a deactivated person whose session is still valid elsewhere; the list of
 * their organisations is then requested. The outbox is unchanged and stays locked.
 */
export function detectLostAccess(transport: Transport, renew: () => Promise<unknown>): Transport {
  let asking = false;
  const watched = <T>(reply: Reply<T>): Reply<T> => {
    const isRefused = !reply.ok && reply.failure.kind === 'refused' && reply.failure.status === 404;
    if (isRefused && !asking) {
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
