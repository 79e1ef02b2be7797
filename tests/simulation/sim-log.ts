import type { FastifyBaseLogger } from 'fastify';

/** Log of the server that keeps only errors, for readers of a failure. */
export function createSimLog(failed: (what: string) => void): FastifyBaseLogger {
  const silent = () => undefined;
  const error = (context: unknown, message?: unknown) => {
    const cause: unknown =
      typeof context === 'object' && context !== null ? Reflect.get(context, 'err') : context;
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
