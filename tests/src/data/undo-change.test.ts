import { expect, it } from 'vitest';
import { cardRename } from '../../../model/mutations/card/card-rename.ts';
import { changesInFlight } from '../../../src/data/changes-in-flight.ts';
import { undoChange } from '../../../src/data/undo-change.ts';

const CHANGE = cardRename.prepare({ id: '0198c000-0000-7000-8000-000000000001', name: 'Doing' });

function device(isStanding: boolean) {
  return { account: { stillApply: async () => [isStanding] }, changes: changesInFlight() };
}

it('tells whether a change was undone, refused, or waits for a dialog', async () => {
  const outcomeOf = async (reverted: boolean | 'asked') =>
    await undoChange(device(true), CHANGE, async () => reverted);
  expect(await outcomeOf(true)).toBe('undone');
  expect(await outcomeOf(false)).toBe('refused');
  expect(await outcomeOf('asked')).toBe('asked');
});

it('leaves a change as it is that somebody has changed again', async () => {
  let isCalled = false;
  const undo = async () => (isCalled = true);
  expect(await undoChange(device(false), CHANGE, undo)).toBe('changed');
  expect(isCalled).toBe(false);
});

it('keeps a second press waiting until it is saved, not until the reason of its refusal is dismissed', async () => {
  const from = device(true);
  let isSaved = false;
  const { promise: dismissed, resolve: dismiss } = Promise.withResolvers<boolean>();
  const outcome = undoChange(from, CHANGE, async () => {
    await from.changes.run(async () => {
      await new Promise((resolve) => setTimeout(resolve, 5));
      isSaved = true;
    });
    return await dismissed;
  });
  await from.changes.settled();
  await from.changes.settled();
  expect(isSaved).toBe(true);
  dismiss(false);
  expect(await outcome).toBe('refused');
});
