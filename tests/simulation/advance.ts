import type { Setup } from './setup.ts';

/** Advances virtual time. Often the next timer fires before all pending macrotasks have run. */
export async function advance(setup: Setup, milliseconds: number): Promise<void> {
  const { loop, random } = setup;
  const until = loop.now() + milliseconds;
  while (loop.step(until)) {
    for (const duty of setup.duties.splice(0)) await duty();
    await loop.drain(random.chance(0.3) ? random.int(25) : undefined);
    if (setup.monitor.violations.length > 0) return;
  }
  loop.moveTo(until);
}
