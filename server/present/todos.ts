import type { Todo } from '../../model/entities/todo.ts';
import { edgeId } from './people.ts';

/** A todo (board spec, 3). Its `created_at` is the time of writing, also without a network. */
export function presentTodo(todo: Todo) {
  return {
    id: todo.id,
    name: todo.name,
    status: todo.status,
    created_at: todo.made_at,
    created_by: edgeId(todo.created_by),
  };
}
