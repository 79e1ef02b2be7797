import { expect, test } from 'vitest';
import { inOrder } from '../../../sync/client/in-order.ts';

function scripted() {
  const waiting: PromiseWithResolvers<string>[] = [];
  const applied: string[] = [];
  const ask = inOrder(
    () => {
      const one = Promise.withResolvers<string>();
      waiting.push(one);
      return one.promise;
    },
    (answer) => applied.push(answer),
  );
  return { ask, waiting, applied };
}

test('a result that a later one has overtaken is dropped', async () => {
  const { ask, waiting, applied } = scripted();
  const first = ask();
  const second = ask();
  waiting[1]?.resolve('the organisation that was joined');
  await second;
  waiting[0]?.resolve('the one that was open before');
  await expect(first).resolves.toBe('the one that was open before');
  expect(applied).toEqual(['the organisation that was joined']);
});

test('results in order are all applied, and a failed request delays none', async () => {
  const { ask, waiting, applied } = scripted();
  const first = ask();
  const second = ask();
  waiting[1]?.reject(new Error('no store'));
  await expect(second).rejects.toThrow('no store');
  waiting[0]?.resolve('a');
  await first;
  const third = ask();
  waiting[2]?.resolve('b');
  await third;
  expect(applied).toEqual(['a', 'b']);
});
