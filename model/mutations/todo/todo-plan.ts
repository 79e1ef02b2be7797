import * as v from 'valibot';
import { todos } from '../../entities/todo.ts';
import { calendarDateSchema, instantSchema } from '../../shared/dates.ts';
import { idSchema } from '../../shared/ids.ts';
import { message } from '../../shared/message.ts';
import { change, defineMutation } from '../define-mutation.ts';
import { editRoute, given, mergeEdits } from '../edit.ts';
import { nullableField } from '../rest-fields.ts';
import { gatherTodo, TODO_FAILURE } from './todo-context.ts';

/** Sets or removes (null) the due date and the reminder of a todo; a field that is not given stays. */
export const todoPlan = defineMutation({
  name: 'todo-plan',
  schema: v.strictObject({
    id: idSchema,
    due_date: v.optional(v.nullable(calendarDateSchema)),
    remind_at: v.optional(v.nullable(instantSchema)),
  }),
  refs: ({ id }) => [{ table: 'todos', id }],
  parents: () => [],
  ...gatherTodo,
  effects: ({ id, ...fields }) => [change(todos, id, (row) => ({ ...row, ...given(fields) }))],
  rest: editRoute('todo-task/update-destroy/:id/', {
    due_date: nullableField,
    remind_at: nullableField,
  }),
  describe: () => message('Plan a todo'),
  merge: mergeEdits,
  failure: TODO_FAILURE,
});
