import type { FastifyReply } from 'fastify';

/**
 * Calls a function when the response has ended or its connection is gone; at once when the caller has left while the
 * request was checked, since nothing reports that again.
 */
export function onceClosed({ raw }: FastifyReply, ended: () => void): void {
  if (raw.closed || raw.destroyed) ended();
  else raw.once('close', ended);
}
