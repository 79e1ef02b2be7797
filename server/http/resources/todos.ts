import { compareRanked } from '../../../model/shared/rank.ts';
import { type Todo, todos } from '../../../model/entities/todo.ts';
import { presentTodo } from '../../present/todos.ts';
import type { Route } from '../pipeline.ts';
import { defineResource } from './define-resource.ts';
import { idFilter } from './filters.ts';
import { rowsOf } from '../../present/read-rows.ts';

/** Todos are personal: a request for another person's todos finds nothing. */
const todoList = defineResource({
  path: 'todo-task/list/',
  summary: "One's own Todo list, newest first",
  filters: { created_by__id: idFilter },
  read: async (reads, { created_by__id }) => {
    if (created_by__id !== undefined && created_by__id !== reads.actor.orgUserId) {
      return { data: [] };
    }
    const rows = await rowsOf(reads, todos);
    return { data: rows.toSorted(newestFirst).map(presentTodo) };
  },
});

function newestFirst(left: Todo, right: Todo): number {
  const [a, b] = [Date.parse(left.made_at), Date.parse(right.made_at)];
  return a === b ? compareRanked(left, right) : b - a;
}

export const TODO_RESOURCES: readonly Route[] = [todoList];
