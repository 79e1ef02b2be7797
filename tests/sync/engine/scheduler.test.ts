import { describe, expect, it } from 'vitest';
import { DONE, failed, MORE, type Step } from '../../../sync/engine/context.ts';
import { createScheduler, type Job } from '../../../sync/engine/scheduler.ts';
import { fakeMachine, stoppedHolder } from '../support/fake-machine.ts';

const SIGNED_OUT = failed({
  kind: 'refused',
  status: 401,
  code: 'unauthenticated',
  message: '',
  details: {},
});
const OFFLINE = failed({ kind: 'network' });

/** A scheduler on a fake machine; the test chooses how its passes end. */
function scheduled(over: Partial<Job> = {}, isLockHeld = false) {
  const machine = fakeMachine();
  const passes: number[] = [];
  const given = { step: DONE, restFor: Infinity, isDue: true };
  const lock = isLockHeld ? stoppedHolder(machine.ports) : machine.ports.lock;
  const scheduler = createScheduler(
    { ...machine.ports, lock },
    {
      lockName: 'a lock',
      pass: (): Promise<Step> => {
        passes.push(machine.now());
        return Promise.resolve(given.step);
      },
      restFor: () => Promise.resolve(given.restFor),
      isDue: () => Promise.resolve(given.isDue),
      isWaiting: () => Promise.resolve(given.step !== DONE),
      ...over,
    },
  );
  return { machine, passes, given, scheduler };
}

describe('the scheduler', () => {
  it('runs once at the start, and again when it is poked', async () => {
    const { machine, passes, scheduler } = scheduled();
    scheduler.start();
    await machine.pass(60_000);
    expect(passes).toHaveLength(1);
    scheduler.poke();
    await machine.pass(0);
    expect(passes).toHaveLength(2);
  });

  it('runs again when a rest is over, and continues to rest when nothing is due', async () => {
    const { machine, passes, given, scheduler } = scheduled();
    given.restFor = 5_000;
    given.isDue = false;
    scheduler.start();
    await machine.pass(60_000);
    expect(passes).toHaveLength(1);
    given.isDue = true;
    await machine.pass(5_000);
    expect(passes).toHaveLength(2);
  });

  it('tries again when the time of the next pass cannot be determined', async () => {
    const { machine, passes, scheduler } = scheduled({
      restFor: () => Promise.reject(new Error('The store is closed')),
    });
    scheduler.start();
    await machine.pass(4_500);
    expect(passes.length).toBeGreaterThan(1);
  });

  it('[ENG-3.3] pauses at a later 401 although a sign-in was handled long ago', async () => {
    const { machine, passes, given, scheduler } = scheduled();
    scheduler.start();
    await machine.pass(100);
    scheduler.signedIn();
    given.step = SIGNED_OUT;
    scheduler.poke();
    await machine.pass(60_000);
    expect(passes).toHaveLength(2);
    scheduler.poke();
    await machine.pass(60_000);
    expect(passes).toHaveLength(2);
    given.step = DONE;
    scheduler.signedIn();
    await machine.pass(0);
    expect(passes).toHaveLength(3);
  });

  it('[ENG-3.1] the network’s return ends a back-off', async () => {
    const { machine, passes, given, scheduler } = scheduled();
    machine.visible = false;
    given.step = OFFLINE;
    scheduler.start();
    await machine.pass(400_000);
    const before = passes.length;
    given.step = DONE;
    machine.changed();
    await machine.pass(0);
    expect(passes).toHaveLength(before + 1);
  });

  it('[ENG-2.1] [ENG-2.2] waits 20 s for a lock that another tab holds, and half a second the next time', async () => {
    const { machine, passes, scheduler } = scheduled({}, true);
    const start = machine.now();
    scheduler.start();
    await machine.pass(30_000);
    expect(passes.map((at) => at - start)).toEqual([20_000]);
    scheduler.poke();
    await machine.pass(30_000);
    expect(passes.map((at) => at - start)).toEqual([20_000, 30_500]);
  });

  it('[ENG-2.1] the 20 s of a pass begin when the wait for the lock has ended', async () => {
    const ends: number[] = [];
    const { machine, scheduler } = scheduled(
      {
        pass: ({ until, hasLock }) => {
          expect(hasLock).toBe(false);
          ends.push(until - machine.now());
          return Promise.resolve(DONE);
        },
      },
      true,
    );
    scheduler.start();
    await machine.pass(30_000);
    expect(ends).toEqual([20_000]);
  });

  it('requests no lock while there is no work', async () => {
    const { machine, passes, scheduler } = scheduled({ hasWork: () => Promise.resolve(false) });
    scheduler.start();
    await machine.pass(1_000);
    expect(passes).toEqual([]);
  });

  it('an exception is reported, and the pass is tried again', async () => {
    const broken: unknown[] = [];
    const full = new Error('The disk is full');
    const { machine, scheduler } = scheduled({
      pass: () => Promise.reject(full),
      broken: async (error) => void broken.push(error),
    });
    scheduler.start();
    await machine.pass(10_000);
    expect(broken.length).toBeGreaterThan(1);
    expect(broken[0]).toBe(full);
  });

  it('[ENG-1] runs nothing more after a stop', async () => {
    const { machine, passes, given, scheduler } = scheduled();
    given.step = MORE;
    scheduler.start();
    scheduler.stop();
    await machine.pass(1_000);
    for (const call of [scheduler.poke, scheduler.resume, scheduler.signedIn]) call();
    await machine.pass(600_000);
    expect(passes.length).toBeLessThanOrEqual(1);
    expect(await scheduler.drain(1_000)).toBe(false);
  });

  it('a drain ends when nothing waits, or when its time is over', async () => {
    const { machine, given, scheduler } = scheduled();
    scheduler.start();
    const drained = scheduler.drain(5_000);
    await machine.pass(1_000);
    expect(await drained).toBe(true);
    given.step = OFFLINE;
    const failing = scheduler.drain(2_000);
    await machine.pass(5_000);
    expect(await failing).toBe(false);
  });
});
