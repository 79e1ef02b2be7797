import { expect, test } from 'vitest';
import { untilDone } from '../../../sync/client/until-done.ts';

test('a failed attempt is repeated until it succeeds, and then no more', async () => {
  let tries = 0;
  const attempt = async () => {
    tries += 1;
    if (tries < 3) throw new Error('the device is full');
  };
  await untilDone(attempt, { isWanted: () => true, wait: 1 });
  expect(tries).toBe(3);
});

test('attempts stop when the work is no longer wanted', async () => {
  let tries = 0;
  const attempt = async () => {
    tries += 1;
    throw new Error('the device is full');
  };
  await untilDone(attempt, { isWanted: () => tries < 2, wait: 1 });
  expect(tries).toBe(2);
});
