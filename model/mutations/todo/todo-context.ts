import { type Todo, todos } from '../../entities/todo.ts';
import { notFound } from '../../permissions/project.ts';
import type { Refusal } from '../../shared/errors.ts';
import type { Reader } from '../define-mutation.ts';

/** Board spec, 8. */
export const TODO_FAILURE = /*i18n*/ 'Failed to update task. Please try again.';

/**
 * Context of every mutation of a todo: the row. Rows of the user stream are the actor's own or
 * missing.
 */
export const gatherTodo = {
  gather: ({ id }: { readonly id: string }, read: Reader): Promise<Todo | undefined> =>
    read.get(todos, id),
  authorise: (_args: unknown, todo: Todo | undefined): Refusal | undefined =>
    todo === undefined ? notFound() : undefined,
} as const;
