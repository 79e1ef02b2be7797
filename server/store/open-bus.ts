import type { BusDeps, ClosableBus } from './database.ts';

/** `BUS_URL`: Valkey or Redis, or NATS, in place of PostgreSQL's NOTIFY. Its library is loaded only here. */
export async function openBus(deps: BusDeps): Promise<ClosableBus> {
  if (/^rediss?:/.test(deps.url)) return (await import('./redis-bus.ts')).redisBus(deps);
  return (await import('./nats-bus.ts')).natsBus(deps);
}
