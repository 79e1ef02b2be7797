import * as v from 'valibot';
import { todos } from '../../entities/todo.ts';
import { idSchema } from '../../shared/ids.ts';
import { message } from '../../shared/message.ts';
import { nameSchema } from '../../shared/text.ts';
import { change, defineMutation } from '../define-mutation.ts';
import { gatherTodo, TODO_FAILURE } from './todo-context.ts';

/** Renames a todo; an empty name is never stored (board spec, 5). */
export const todoRename = defineMutation({
  name: 'todo-rename',
  schema: v.strictObject({ id: idSchema, name: nameSchema }),
  refs: ({ id }) => [{ table: 'todos', id }],
  parents: () => [],
  ...gatherTodo,
  effects: ({ id, name }) => [change(todos, id, (row) => ({ ...row, name }))],
  rest: {
    method: 'PATCH',
    path: 'todo-task/update-destroy/:id/',
    bodyFields: ['name'],
    toBody: ({ name }) => ({ name }),
    fromRest: async ({ params, body }) => ({ id: params['id'], name: body['name'] }),
  },
  describe: ({ name }) => message('Rename todo to "{name}"', { name }),
  ownText: ({ name }) => name,
  merge: (_earlier, later) => later,
  failure: TODO_FAILURE,
  success: message('Task name updated successfully!'),
});
