import { advance } from './advance.ts';
import { runEvent } from './events.ts';
import type { Violation } from './monitor.ts';
import { rest } from './rest.ts';
import type { Schedule } from './schedule.ts';
import { createSetup, type Setup, type SetupOptions } from './setup.ts';

export interface Outcome {
  readonly seed: string;
  readonly violations: readonly Violation[];
  readonly notes: readonly string[];
  /** Macrotasks, calls and final time: equal in every run of a seed. */
  readonly fingerprint: string;
  readonly figures: Figures;
}

/** Counts of a run. */
export interface Figures {
  readonly events: number;
  readonly calls: number;
  readonly mutations: number;
  readonly restores: number;
  readonly virtualMs: number;
}

/** Runs one schedule from the first download to rest and checks every invariant. */
export async function runSchedule(options: SetupOptions): Promise<Outcome> {
  const setup = await createSetup(options);
  try {
    for (const [index, device] of setup.devices.entries()) {
      // People of a shared machine sign in first.
      if (device.seat !== undefined) continue;
      const tabs = options.schedule.devices[index]?.tabs ?? 1;
      for (let opened = 0; opened < tabs; opened += 1) device.openTab();
    }
    await advance(setup, FIRST_DOWNLOAD);
    for (const event of options.schedule.events) {
      await advance(setup, event.gap);
      await runEvent(setup, event);
      await setup.loop.drain(setup.random.chance(0.6) ? setup.random.int(40) : undefined);
      if (event.kind === 'wait') await advance(setup, event.milliseconds);
      if (setup.monitor.violations.length > 0) break;
    }
    if (setup.monitor.violations.length === 0) await rest(setup);
  } catch (error) {
    setup.monitor.violate('the world goes on', stackOf(error));
  }
  const outcome = outcomeOf(setup, options.schedule);
  for (const device of setup.devices) device.kill();
  try {
    await setup.loop.settle(setup.server.end());
  } catch (error) {
    setup.monitor.violate('the world ends', stackOf(error));
  }
  setup.uninstall();
  return outcome;
}

function stackOf(error: unknown): string {
  return error instanceof Error ? String(error.stack) : String(error);
}

const FIRST_DOWNLOAD = 3_000;

function outcomeOf(setup: Setup, { seed, events }: Schedule): Outcome {
  const context = {
    events: events.length,
    calls: setup.network.sent(),
    mutations: [...setup.monitor.ledger.entries()].length,
    restores: setup.server.restores(),
    virtualMs: setup.loop.now(),
  };
  const { calls, mutations } = context;
  return {
    seed,
    violations: setup.monitor.violations,
    notes: setup.notes,
    fingerprint: [setup.loop.tasks(), setup.loop.now(), calls, mutations].join(' '),
    figures: context,
  };
}
