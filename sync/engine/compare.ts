import { type CompareOptions, compareStream, type StreamCompared } from './compare-stream.ts';
import { type EngineContext, streamsOf } from './context.ts';
import { NEVER_COMPARED } from '../core/never-compared.ts';
import type { Comparison } from '../core/ports/comparison.ts';

/** Repairs that the record keeps. */
export const MOST_REPAIRS = 50;

/**
 * PULL-9: compares this device with the server, repairs what differs, and stores what was found. Called when the engine
 * is idle, in one tab at a time; a run that is killed leaves the previous record, and rows that are the server's.
 */
export async function compareReplica(
  context: EngineContext,
  options: CompareOptions = {},
): Promise<Comparison> {
  const { store, clock } = context.ports;
  const before = (await store.read([], (tx) => tx.comparison())) ?? NEVER_COMPARED;
  const results = new Map<string, StreamCompared>();
  for (const stream of streamsOf(context.account)) {
    const result = await compareStream(context, stream, before.streams[stream], options);
    results.set(stream, result);
    // The next request would wait for the same failure.
    if (result.failure === 'unreachable') break;
  }
  const at = clock.now();
  return store.write({ tables: [], durability: 'relaxed' }, async (tx) => {
    const after = afterRun((await tx.comparison()) ?? NEVER_COMPARED, results, at);
    await tx.putComparison(after);
    return after;
  });
}

/** Milliseconds to wait for another tab that compares, which may be suspended. */
const LOCK_WAIT = 30_000;

/**
 * The same in one tab at a time; a tab that has waited for another one takes over its result. Two runs at once, as in a
 * browser without locks, do the same work twice: each transaction reads the rows again.
 */
export async function compareAlone(
  context: EngineContext,
  options: CompareOptions = {},
): Promise<Comparison> {
  const { account, ports } = context;
  const known = () => ports.store.read([], (tx) => tx.comparison());
  const before = await known();
  return ports.lock.run(
    `cairn-compare-${account.orgId}-${account.orgUserId}`,
    LOCK_WAIT,
    async () => {
      const now = await known();
      const isNew = now !== undefined && now.ranAt !== before?.ranAt;
      return isNew && options.everything !== true ? now : compareReplica(context, options);
    },
  );
}

function afterRun(
  before: Comparison,
  results: ReadonlyMap<string, StreamCompared>,
  at: number,
): Comparison {
  const all = [...results.values()];
  const repairs = all.flatMap((one) => one.repairs);
  const failure = all.find((one) => one.failure !== undefined)?.failure;
  const isIdentical = all.every(
    ({ compared }) => compared !== undefined && Object.keys(compared.left).length === 0,
  );
  const compared = [...results].flatMap(([stream, one]) =>
    one.compared === undefined ? [] : [[stream, one.compared] as const],
  );
  const identicalAt = isIdentical ? at : before.identicalAt;
  const sum = repairs.reduce(
    (rows, { missing, extra, old, damaged }) => rows + missing + extra + old + damaged,
    0,
  );
  return {
    ...(before.releasedAt !== undefined && { releasedAt: before.releasedAt }),
    streams: { ...before.streams, ...Object.fromEntries(compared) },
    ranAt: at,
    ...(identicalAt !== undefined && { identicalAt }),
    ...(failure !== undefined && { failure }),
    repairs: [...before.repairs, ...repairs].slice(-MOST_REPAIRS),
    repairedRows: before.repairedRows + sum,
  };
}
