import { runSchedule } from './run-schedule.ts';
import type { SetupOptions } from './setup.ts';

/** A schedule with some of its events, by their indices. */
export interface Smallest {
  readonly kept: readonly number[];
}

/** Removes as many events as possible while the same invariant still breaks. */
export async function minimise(options: SetupOptions): Promise<Smallest> {
  const { events } = options.schedule;
  const all = events.map((_, index) => index);
  const wanted = await firstBroken(options, all);
  if (wanted === undefined) return { kept: all };
  let kept: readonly number[] = all;
  for (let size = Math.ceil(all.length / 2); size >= 1; size = Math.floor(size / 2)) {
    for (let start = 0; start < kept.length;) {
      const fewer = [...kept.slice(0, start), ...kept.slice(start + size)];
      if ((await firstBroken(options, fewer)) === wanted) kept = fewer;
      else start += size;
    }
  }
  return { kept };
}

/** The schedule with the events at these indices. */
export function keepOnly(
  schedule: SetupOptions['schedule'],
  kept: readonly number[],
): SetupOptions['schedule'] {
  const places = new Set(kept);
  return { ...schedule, events: schedule.events.filter((_, index) => places.has(index)) };
}

async function firstBroken(
  options: SetupOptions,
  kept: readonly number[],
): Promise<string | undefined> {
  const outcome = await runSchedule({ ...options, schedule: keepOnly(options.schedule, kept) });
  return outcome.violations[0]?.invariant;
}
