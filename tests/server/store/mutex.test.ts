import { setImmediate } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { createMutex } from '../../../server/store/mutex.ts';

const USERS = 100;

it('admits one user at a time, in the order of the calls', async () => {
  const mutex = createMutex();
  const order: string[] = [];
  const use = async (name: string) => {
    const release = await mutex.lock();
    order.push(`${name} begins`);
    await Promise.resolve();
    order.push(`${name} ends`);
    release();
  };
  await Promise.all(['a', 'b', 'c', 'd', 'e'].map(use));
  expect(order).toEqual(
    ['a', 'b', 'c', 'd', 'e'].flatMap((name) => [`${name} begins`, `${name} ends`]),
  );
});

it('gives the rest of the process its turn while many users wait', async () => {
  const mutex = createMutex();
  let done = 0;
  const users = Array.from({ length: USERS }, async () => {
    const release = await mutex.lock();
    done += 1;
    release();
  });
  await setImmediate();
  // A request that arrives now is accepted before all of them are served.
  expect(done).toBeLessThan(USERS / 2);
  await Promise.all(users);
  expect(done).toBe(USERS);
});
