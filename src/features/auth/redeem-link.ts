import { CairnError } from '../../../model/shared/errors.ts';

/**
 * Uses a one-time link. A response can be lost, and browsers repeat a request by themselves when its
 * connection breaks: the response to the second one says that the link is used, although the first one
 * succeeded. `wasSpent` checks for that; when it resolves to false or fails, the link was invalid for another
 * reason.
 */
export async function redeemLink(
  spend: () => Promise<unknown>,
  wasSpent: () => Promise<boolean>,
): Promise<void> {
  try {
    await spend();
  } catch (failure) {
    if (!(failure instanceof CairnError) || failure.code !== 'not_found') throw failure;
    const isDone = await wasSpent().catch(() => false);
    if (!isDone) throw failure;
  }
}
