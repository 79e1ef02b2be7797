import { compareRanked, rankSchema } from '../shared/rank.ts';
import { defineEntity } from './define-entity.ts';
import { added, bool, calendarDate, field, instant, nullableInstant, text } from './fields.ts';

/**
 * One line of a person's own Todo list (board spec, 3). `status` true means completed. `made_at` is
 * the device's time of creation: the list is grouped by it, so that an offline todo of Monday stays
 * on Monday. `created_at` is the server's time of receipt (ID-3).
 */
export const todos = defineEntity({
  table: 'todos',
  stream: 'user',
  fields: {
    name: text({ csv: 'Name' }),
    status: bool({ csv: 'Completed' }),
    rank: field(rankSchema, 'text'),
    made_at: instant({ csv: 'Written at' }),
    due_date: added(calendarDate({ csv: 'Due date' }), null),
    /** Time at which the device reminds the person; null: none. */
    remind_at: added(nullableInstant({ csv: 'Reminder' }), null),
    created_by: text({ refers: 'people' }),
    created_at: instant(),
  },
  erase: { fields: ['name'], when: 'at-once' },
});
export type Todo = ReturnType<typeof todos.parse>;

/** Due date (`YYYY-MM-DD`) and reminder (an instant) of a todo; null: none. Rows of older builds have neither. */
export function planOf({
  due_date = null,
  remind_at = null,
}: {
  readonly due_date?: string | null;
  readonly remind_at?: string | null;
}): Pick<Todo, 'due_date' | 'remind_at'> {
  return { due_date, remind_at };
}

/** Todos of one local day, e.g. `2026-03-04`, in their order. */
export interface TodoDay {
  readonly day: string;
  readonly todos: readonly Todo[];
}

/** Groups by the viewer's day of creation, newest day first; inside a day by (rank, id) (board spec, 2). */
export function groupTodos(
  all: readonly Todo[],
  dayOf: (instant: string) => string,
): readonly TodoDay[] {
  const days = Map.groupBy(all.toSorted(compareRanked), (todo) => dayOf(todo.made_at));
  return [...days]
    .map(([day, todosOfDay]) => ({ day, todos: todosOfDay }))
    .toSorted((left, right) => (left.day < right.day ? 1 : -1));
}
