import { CairnError } from '../../../model/shared/errors.ts';

/**
 * Uses a link that works once. An answer can be lost on the way, and browsers send a call again by themselves when a
 * connection breaks under it: the second one is told that the link is dead, though the first has done it.
 * `wasSpent` finds that out; when it says no, or fails, the link was dead for another reason.
 */
export async function spendLink(
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
