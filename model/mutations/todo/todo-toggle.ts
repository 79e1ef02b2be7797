import * as v from 'valibot';
import { todos } from '../../entities/todo.ts';
import { idSchema } from '../../shared/ids.ts';
import { message } from '../../shared/message.ts';
import { change, defineMutation } from '../define-mutation.ts';
import { flagField } from '../rest-fields.ts';
import { gatherTodo, TODO_FAILURE } from './todo-context.ts';

/** Pending or completed: an absolute value, not a toggle (WRITE-4; board spec, 4). */
export const todoToggle = defineMutation({
  name: 'todo-toggle',
  schema: v.strictObject({ id: idSchema, status: v.boolean() }),
  refs: ({ id }) => [{ table: 'todos', id }],
  parents: () => [],
  ...gatherTodo,
  effects: ({ id, status }) => [change(todos, id, (row) => ({ ...row, status }))],
  rest: {
    method: 'PATCH',
    path: 'todo-task/update-destroy/:id/',
    bodyFields: ['status'],
    toBody: ({ status }) => ({ status }),
    fromRest: async ({ params, body }) => ({
      id: params['id'],
      status: flagField(body, 'status'),
    }),
  },
  describe: ({ status }) => (status ? message('Complete a todo') : message('Reopen a todo')),
  merge: (_earlier, later) => later,
  failure: TODO_FAILURE,
  success: message('Task status updated successfully!'),
});
