import { expect, test } from 'vitest';
import { untilDone } from '../../../sync/client/until-done.ts';

test('what fails is tried again until it is done, and then no more', async () => {
  let tries = 0;
  const attempt = async () => {
    tries += 1;
    if (tries < 3) throw new Error('the device is full');
  };
  await untilDone(attempt, { isWanted: () => true, wait: 1 });
  expect(tries).toBe(3);
});

test('what nobody wants any more is left', async () => {
  let tries = 0;
  const attempt = async () => {
    tries += 1;
    throw new Error('the device is full');
  };
  await untilDone(attempt, { isWanted: () => tries < 2, wait: 1 });
  expect(tries).toBe(2);
});
