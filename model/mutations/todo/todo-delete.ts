import * as v from 'valibot';
import { todos } from '../../entities/todo.ts';
import { idSchema } from '../../shared/ids.ts';
import { message } from '../../shared/message.ts';
import { defineMutation, effect } from '../define-mutation.ts';

/** Deletes one's own todo; deleting a missing one succeeds (WRITE-4). */
export const todoDelete = defineMutation({
  name: 'todo-delete',
  schema: v.strictObject({ id: idSchema }),
  refs: ({ id }) => [{ table: 'todos', id }],
  parents: () => [],
  gather: () => Promise.resolve(undefined),
  authorise: () => undefined,
  effects: ({ id }) => [effect(todos, id, () => undefined)],
  rest: {
    method: 'DELETE',
    path: 'todo-task/update-destroy/:id/',
    bodyFields: [],
    toBody: () => ({}),
    fromRest: async ({ params }) => ({ id: params['id'] }),
  },
  describe: () => message('Delete a todo'),
  success: message('Task deleted'),
});
