import { expect, it } from 'vitest';
import { CairnError, refuse } from '../../../../model/shared/errors.ts';
import { spendLink } from '../../../../src/features/auth/spend-link.ts';

const dead = new CairnError(refuse('not_found', 'This link does not work any more'));
const silent = new CairnError(refuse('unavailable', 'No connection'));
const fails = (failure: Error) => () => Promise.reject(failure);

it('a link that was used by an earlier call, whose answer was lost, counts as used here', async () => {
  await expect(spendLink(fails(dead), () => Promise.resolve(true))).resolves.toBeUndefined();
});

it('a link that is dead for another reason is said to be dead, also when that cannot be found out', async () => {
  await expect(spendLink(fails(dead), () => Promise.resolve(false))).rejects.toBe(dead);
  await expect(spendLink(fails(dead), fails(silent))).rejects.toBe(dead);
});

it('any other failure is told as it is, and nothing is tried instead', async () => {
  let tried = 0;
  const instead = () => {
    tried += 1;
    return Promise.resolve(true);
  };
  await expect(spendLink(fails(silent), instead)).rejects.toBe(silent);
  await expect(spendLink(() => Promise.resolve(), instead)).resolves.toBeUndefined();
  expect(tried).toBe(0);
});
