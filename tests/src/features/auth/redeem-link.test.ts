import { expect, it } from 'vitest';
import { CairnError, refuse } from '../../../../model/shared/errors.ts';
import { redeemLink } from '../../../../src/features/auth/redeem-link.ts';

const dead = new CairnError(refuse('not_found', 'This link does not work any more'));
const silent = new CairnError(refuse('unavailable', 'No connection'));
const fails = (failure: Error) => () => Promise.reject(failure);

it('counts a link as used when the response of an earlier request was lost', async () => {
  await expect(redeemLink(fails(dead), () => Promise.resolve(true))).resolves.toBeUndefined();
});

it('reports an invalid link as invalid, also when the check for an earlier request fails', async () => {
  await expect(redeemLink(fails(dead), () => Promise.resolve(false))).rejects.toBe(dead);
  await expect(redeemLink(fails(dead), fails(silent))).rejects.toBe(dead);
});

it('passes any other failure on and sends nothing else', async () => {
  let tried = 0;
  const instead = () => {
    tried += 1;
    return Promise.resolve(true);
  };
  await expect(redeemLink(fails(silent), instead)).rejects.toBe(silent);
  await expect(redeemLink(() => Promise.resolve(), instead)).resolves.toBeUndefined();
  expect(tried).toBe(0);
});
