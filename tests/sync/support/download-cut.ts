import { streamsOf } from '../../../sync/engine/context.ts';
import { syncPass } from '../../../sync/engine/sync-pass.ts';
import { BrokenStream } from '../../../sync/core/ports/transport.ts';
import type { Device } from './device.ts';

export interface Cut {
  readonly scopes?: number;
  readonly by?: Error;
  /** Stream of the interrupted download; all streams when missing. */
  readonly stream?: string | undefined;
}

/** A download whose lines end after some scopes, or before the last line. */
export async function downloadCut(
  { context, ports, clock }: Device,
  { scopes = Infinity, by = new BrokenStream('cut'), stream }: Cut,
): Promise<void> {
  const { bootstrap } = ports.transport;
  const transport = {
    ...ports.transport,
    bootstrap: async (query: Parameters<typeof bootstrap>[0]) => {
      const reply = await bootstrap(query);
      const isMeant = stream === undefined || query.stream === stream;
      return reply.ok && isMeant
        ? { ok: true as const, value: cutAfter(reply.value, scopes, by) }
        : reply;
    },
  };
  await syncPass(
    { ...context, ports: { ...ports, transport } },
    {
      reached: () => Promise.resolve(),
      busy: () => undefined,
      behind: new Set(streamsOf(context.account)),
      size: { current: 200, most: 200 },
      until: clock.time + 1000,
      positions: new Map(),
      realtime: () => false,
      trims: true,
    },
  );
}

async function* cutAfter<T extends { kind: string }>(
  lines: AsyncIterable<T>,
  scopes: number,
  by: Error,
): AsyncGenerator<T> {
  let seen = 0;
  for await (const line of lines) {
    if (line.kind === 'end') throw by;
    yield line;
    if (line.kind === 'scope') seen += 1;
    if (seen >= scopes) throw by;
  }
}
