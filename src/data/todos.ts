import { useCallback } from 'react';
import { planOf, type Todo } from '../../model/entities/todo.ts';
import { todoCreate } from '../../model/mutations/todo/todo-create.ts';
import { todoDelete } from '../../model/mutations/todo/todo-delete.ts';
import { todoMove } from '../../model/mutations/todo/todo-move.ts';
import { todoPlan } from '../../model/mutations/todo/todo-plan.ts';
import { todoRename } from '../../model/mutations/todo/todo-rename.ts';
import { todoToggle } from '../../model/mutations/todo/todo-toggle.ts';
import type { Refusal } from '../../model/shared/errors.ts';
import { compareRanked, rankBetween } from '../../model/shared/rank.ts';
import { allTodos, type PendingMark } from '../../sync/client/index.ts';
import { useAccount, useLive, useTryMutate } from './client.tsx';
import type { SuccessOptions } from './success.tsx';
import { usePendingMarks } from './sync-status.ts';

/** Todos of the person; undefined while they are read. */
export function useTodos(): readonly Todo[] | undefined {
  return useLive(allTodos, []);
}

/** Pending marks by todo; todos without one are left out. */
export function useTodoMarks(ids: readonly string[]): ReadonlyMap<string, PendingMark> | undefined {
  return usePendingMarks('todos', ids);
}

/** Due date (`YYYY-MM-DD`) and reminder (an instant in UTC); null removes one, a missing one stays. */
export interface TodoPlan {
  readonly due_date?: string | null;
  readonly remind_at?: string | null;
}

type Outcome = Promise<Refusal | undefined>;

interface TodoChanges {
  /** Adds a todo at the top of the list for today. */
  readonly add: (name: string) => Outcome;
  readonly rename: (id: string, name: string, success?: SuccessOptions) => Outcome;
  readonly setStatus: (id: string, status: boolean, success?: SuccessOptions) => Outcome;
  readonly plan: (id: string, plan: TodoPlan, success?: SuccessOptions) => Outcome;
  /** Moves a todo between two neighbours of its day; undefined means an end. */
  readonly move: (id: string, before: Todo | undefined, after: Todo | undefined) => Outcome;
  readonly place: (id: string, rank: string) => Outcome;
  readonly remove: (id: string, success: SuccessOptions) => Outcome;
  /** Restores a deleted todo as a new row: a tombstone is final. */
  readonly restore: (todo: Todo) => Outcome;
}

/** Changes of the person's todo list. `undefined` means committed on this device. */
export function useTodoChanges(): TodoChanges {
  const account = useAccount();
  const tryMutate = useTryMutate();
  const add = useCallback(
    async (name: string) => {
      const known = account === undefined ? [] : await allTodos(account.db);
      const first = known.toSorted(compareRanked)[0];
      return tryMutate(todoCreate, {
        id: account?.newId() ?? '',
        name,
        rank: rankBetween(undefined, first?.rank),
        status: false,
        made_at: new Date(account?.now() ?? 0).toISOString(),
      });
    },
    [account, tryMutate],
  );
  return {
    add,
    rename: (id, name, success) => tryMutate(todoRename, { id, name }, { success }),
    setStatus: (id, status, success) => tryMutate(todoToggle, { id, status }, { success }),
    plan: (id, plan, success) => tryMutate(todoPlan, { id, ...plan }, { success }),
    move: (id, before, after) =>
      tryMutate(todoMove, { id, rank: rankBetween(before?.rank, after?.rank) }),
    place: (id, rank) => tryMutate(todoMove, { id, rank }),
    remove: (id, success) => tryMutate(todoDelete, { id }, { success }),
    restore: ({ name, rank, status, made_at, ...todo }) =>
      tryMutate(todoCreate, {
        id: account?.newId() ?? '',
        name,
        rank,
        status,
        made_at,
        ...planOf(todo),
      }),
  };
}

export type { PendingMark };
