import * as v from 'valibot';
import { todos } from '../../entities/todo.ts';
import { idSchema } from '../../shared/ids.ts';
import { message } from '../../shared/message.ts';
import { rankSchema } from '../../shared/rank.ts';
import { change, defineMutation } from '../define-mutation.ts';
import { gatherTodo, TODO_FAILURE } from './todo-context.ts';

/** Moves a todo in the list: one row, one write. */
export const todoMove = defineMutation({
  name: 'todo-move',
  schema: v.strictObject({ id: idSchema, rank: rankSchema }),
  refs: ({ id }) => [{ table: 'todos', id }],
  parents: () => [],
  ...gatherTodo,
  effects: ({ id, rank }) => [change(todos, id, (row) => ({ ...row, rank }))],
  rest: {
    method: 'PATCH',
    path: 'todo-task/update-destroy/:id/',
    bodyFields: ['rank'],
    toBody: ({ rank }) => ({ rank }),
    fromRest: async ({ params, body }) => ({ id: params['id'], rank: body['rank'] }),
  },
  describe: () => message('Move a todo'),
  merge: (_earlier, later) => later,
  failure: TODO_FAILURE,
});
