import type { Task } from '../../model/entities/task.ts';
import type { Prepared } from '../../model/mutations/define-mutation.ts';
import { refuse } from '../../model/shared/errors.ts';
import { type AccountDb, boardCards, findCard } from '../../sync/client/index.ts';
import { movePlan, type Plan } from './task-plans.ts';

/** Refusal of a task that no card of its project would show. */
export const CARD_ARCHIVED = refuse('parent_gone', /*i18n*/ 'This card has been archived');

interface ReturnMoves {
  /** Moves of tasks whose card is archived; `card` is the name of the card that the task moves to. */
  readonly moves: readonly (Plan[number] & { readonly card: string })[];
  /** Tasks whose card is archived, in a project without an active one. */
  readonly hidden: readonly Task[];
}

/**
 * Makes tasks visible that become active: the board does not show those of an archived card. They move to the end of the
 * first active card of their project, in the given order.
 */
export async function returnMoves(db: AccountDb, tasks: readonly Task[]): Promise<ReturnMoves> {
  const found = await Promise.all(
    tasks.map(async (task) => ((await findCard(db, task.card))?.status === false ? [task] : [])),
  );
  const away = found.flat();
  const moves: ReturnMoves['moves'][number][] = [];
  const hidden: Task[] = [];
  for (const project of new Set(away.map((task) => task.project))) {
    const own = away.filter((task) => task.project === project);
    const [first] = await boardCards(db, project);
    if (first === undefined) hidden.push(...own);
    else {
      const returning = tasks.filter(({ card }) => card === first.id);
      const plan = await movePlan(db, own, first.id, returning);
      moves.push(...plan.map((step) => ({ ...step, card: first.name })));
    }
  }
  return { moves, hidden };
}

/** The second change, refused for the reason of the first one where that is refused. */
export function onlyAfter(first: Prepared, second: Prepared): Prepared {
  return {
    ...second,
    check: async (read, actor) =>
      (await first.check(read, actor)) ?? (await second.check(read, actor)),
  };
}
