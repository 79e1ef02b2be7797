import { describe, expect, test } from 'vitest';
import {
  type CallPolicy,
  supervise,
  type WorkerProcess,
} from '../../../sync/client/supervised-worker.ts';
import { fakeMachine } from '../support/fake-machine.ts';

/** Behaviour of a worker: its script cannot be loaded, or runs until the test ends it, or is started `LATER`. */
type Fate = 'runs' | 'fails' | 'hangs' | 'later';
/** Milliseconds. */
const LATER = 200;
interface Api {
  readonly ask: (what: string) => Promise<string>;
}

const AGAIN: CallPolicy<string> = { again: true, otherwise: (why) => why };
/** Worker as the test observes and controls it. */
interface FakeWorker {
  isDead: boolean;
  readonly asked: string[];
  fail: (why: 'error' | 'unreadable') => void;
  readonly answer: () => void;
}
const ONCE: CallPolicy<string> = { again: false, otherwise: (why) => why };

function setup(...fates: readonly Fate[]) {
  const machine = fakeMachine();
  const workers: FakeWorker[] = [];
  const notified: boolean[] = [];
  let restarts = 0;
  const spawn = (): WorkerProcess<Api> => {
    const fate = fates[workers.length] ?? 'runs';
    const open: (() => void)[] = [];
    const isRunning = fate === 'runs' || fate === 'later';
    const worker: FakeWorker = {
      isDead: !isRunning,
      asked: [],
      fail: () => undefined,
      answer: () => {
        for (const settle of open.splice(0)) settle();
      },
    };
    workers.push(worker);
    const number = workers.length;
    return {
      api: {
        ask: (what) =>
          new Promise((resolve) => {
            if (!isRunning) return;
            worker.asked.push(what);
            open.push(() => resolve(`${what} by ${String(number)}`));
          }),
      },
      alive: () => new Promise((resolve) => (worker.isDead ? undefined : resolve(true))),
      follow: (failed) => {
        worker.fail = failed;
        if (fate === 'fails') machine.ports.timers.after(0, () => failed('error'));
      },
      stop: () => {
        worker.isDead = true;
      },
    };
  };
  const supervised = supervise<Api>({
    spawn,
    timers: machine.ports.timers,
    begin: (start) => {
      if (fates[0] !== 'later') start();
      else machine.ports.timers.after(LATER, start);
    },
    restarted: () => {
      restarts += 1;
    },
  });
  supervised.followFailing((isFailing) => notified.push(isFailing));
  /** Result of a call; undefined while it is pending. */
  const call = (what: string, policy: CallPolicy<string>) => {
    const seen: { answer?: string } = {};
    supervised
      .call((api) => api.ask(what), policy)
      .then(
        (answer) => (seen.answer = answer),
        (error: unknown) => (seen.answer = String(error)),
      );
    return seen;
  };
  return { machine, workers, notified, call, retry: supervised.retry, restarts: () => restarts };
}

describe('a worker that fails', () => {
  test('calls of both kinds are answered by the replacement of a worker whose script failed to load once', async () => {
    const { machine, workers, notified, call, restarts } = setup('fails', 'runs');
    const calls = [call('a', AGAIN), call('b', ONCE)];
    await machine.pass(500);
    expect(notified).toEqual([false, true]);
    await machine.pass(1_000);
    expect(notified).toEqual([false, true, false]);
    workers[1]?.answer();
    await machine.pass(1);
    expect(calls).toEqual([{ answer: 'a by 2' }, { answer: 'b by 2' }]);
    // The page sends its state to the new worker.
    expect(restarts()).toBe(1);
  });

  test('a script that never runs times out, and another worker is started', async () => {
    const { machine, workers, call } = setup('hangs', 'runs');
    const asked = call('a', ONCE);
    await machine.pass(29_000);
    expect(workers).toHaveLength(1);
    await machine.pass(3_000);
    workers[1]?.answer();
    await machine.pass(1);
    expect(asked).toEqual({ answer: 'a by 2' });
  });

  test('calls settle after three failed starts, the failure stays visible, and the attempts continue', async () => {
    const { machine, workers, notified, call } = setup('fails', 'fails', 'fails', 'fails', 'runs');
    const calls = [call('a', AGAIN), call('b', ONCE)];
    await machine.pass(5_000);
    expect(calls).toEqual([{ answer: 'not-started' }, { answer: 'not-started' }]);
    // One more call starts the worker at once, and settles as well.
    const again = call('c', ONCE);
    expect(workers).toHaveLength(4);
    await machine.pass(1);
    expect(again).toEqual({ answer: 'not-started' });
    expect(notified.slice(1)).not.toContain(false);
    await machine.pass(60_000);
    const last = call('d', ONCE);
    workers[4]?.answer();
    await machine.pass(1);
    expect(last).toEqual({ answer: 'd by 5' });
    expect(notified.at(-1)).toBe(false);
  });

  test('a worker that dies silently is replaced; a call that must not be made twice reports that it stopped', async () => {
    const { machine, workers, call } = setup();
    await machine.pass(1);
    const calls = [call('a', AGAIN), call('b', ONCE)];
    expect(workers[0]?.asked).toEqual(['a', 'b']);
    Object.assign(workers[0] ?? {}, { isDead: true });
    await machine.pass(60_000);
    expect(calls).toEqual([{}, { answer: 'stopped' }]);
    expect(workers[1]?.asked).toEqual(['a']);
    workers[1]?.answer();
    await machine.pass(1);
    expect(calls[0]).toEqual({ answer: 'a by 2' });
  });

  test('an error that a running worker survives ends no call, however long the call takes', async () => {
    const { machine, workers, notified, call } = setup();
    await machine.pass(1);
    const asked = call('a', ONCE);
    workers[0]?.fail('error');
    await machine.pass(300_000);
    expect(workers).toHaveLength(1);
    workers[0]?.answer();
    await machine.pass(1);
    expect(asked).toEqual({ answer: 'a by 1' });
    expect(notified).toEqual([false]);
  });

  test('an unreadable message loses a response: the worker is replaced and the call made again', async () => {
    const { machine, workers, call } = setup();
    await machine.pass(1);
    const asked = call('a', AGAIN);
    workers[0]?.fail('unreadable');
    await machine.pass(2_000);
    workers[1]?.answer();
    await machine.pass(1);
    expect(asked).toEqual({ answer: 'a by 2' });
  });

  test('the return of the network ends the back-off', async () => {
    const { machine, workers, retry } = setup('fails', 'fails', 'fails', 'fails');
    await machine.pass(8_000);
    expect(workers).toHaveLength(4);
    retry();
    retry();
    expect(workers).toHaveLength(5);
  });
});

test('calls before the first worker is started wait for it, and the network that returns starts it once', async () => {
  const { machine, workers, notified, call, retry, restarts } = setup('later');
  const calls = [call('a', AGAIN), call('b', ONCE)];
  await machine.pass(LATER - 10);
  expect(workers).toHaveLength(0);
  retry();
  await machine.pass(60);
  workers[0]?.answer();
  await machine.pass(1);
  expect(calls).toEqual([{ answer: 'a by 1' }, { answer: 'b by 1' }]);
  expect([workers.length, restarts(), notified]).toEqual([1, 0, [false]]);
});
