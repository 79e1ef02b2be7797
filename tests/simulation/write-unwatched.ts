import type { App } from '../../server/app.ts';

/**
 * A write of the server itself, for which no device waits. One that fails because its process is killed has no effect;
 * the server reports every other error.
 */
export function writeUnwatched(app: App | undefined, ...write: Parameters<Write>): void {
  app?.services.writer.write(...write).catch(() => undefined);
}

type Write = App['services']['writer']['write'];
