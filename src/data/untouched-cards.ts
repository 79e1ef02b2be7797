import { cardCreate } from '../../model/mutations/card/card-create.ts';
import type { Prepared } from '../../model/mutations/define-mutation.ts';
import { taskCreate } from '../../model/mutations/task/task-create.ts';
import { type Account, columnTasks } from '../../sync/client/index.ts';

/** Ids of the cards that a board's first content creates. */
export function cardsOf(plan: readonly Prepared[]): readonly string[] {
  return idsOf(plan, cardCreate.name);
}

/**
 * Those of the cards that nobody has changed since, and that contain only tasks of the same content which nobody has
 * changed: archiving them hides no other work.
 */
export async function untouchedCards(
  account: Pick<Account, 'db' | 'stillApply'>,
  plan: readonly Prepared[],
): Promise<readonly string[]> {
  const standing = await account.stillApply(plan);
  const same = plan.filter((_, index) => standing[index] === true);
  const tasks = new Set(idsOf(same, taskCreate.name));
  const untouched = cardsOf(same).map(async (card) => {
    const here = await columnTasks(account.db, card);
    return here.every(({ id }) => tasks.has(id)) ? [card] : [];
  });
  return (await Promise.all(untouched)).flat();
}

function idsOf(plan: readonly Prepared[], name: string): readonly string[] {
  return plan.filter((one) => one.name === name).flatMap(({ refs }) => refs.map(({ id }) => id));
}
