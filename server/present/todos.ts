import { presentFields } from './fields.ts';
import { type Todo, todos } from '../../model/entities/todo.ts';

/** A todo (board spec, 3). Its `created_at` is the time of writing, also without a network. */
export function presentTodo(todo: Todo) {
  return {
    id: todo.id,
    ...presentFields(todos, todo),
    created_at: todo.made_at,
  };
}
