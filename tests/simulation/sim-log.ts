import type { FastifyBaseLogger } from 'fastify';

/** The server's log: only what it calls an error is kept, for people who read a failure. */
export function createSimLog(failed: (what: string) => void): FastifyBaseLogger {
  const silent = () => undefined;
  const error = (facts: unknown, message?: unknown) => {
    const cause: unknown =
      typeof facts === 'object' && facts !== null ? Reflect.get(facts, 'err') : facts;
    failed(
      `${String(message ?? '')} ${cause instanceof Error ? String(cause.stack) : String(cause)}`,
    );
  };
  const log: FastifyBaseLogger = {
    level: 'error',
    fatal: error,
    error,
    warn: silent,
    info: silent,
    debug: silent,
    trace: silent,
    silent,
    child: () => log,
  };
  return log;
}
