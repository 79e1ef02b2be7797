import { assigneesOf, type Task } from '../entities/task.ts';

type Ticks = Readonly<Record<string, string>>;

/**
 * The ticks of a task by person: of its assignees, and of former assignees, which are kept aside in the same field and
 * count only when the assignment is taken back. That of a single task's assignee is in fields of its own.
 */
export function allTicks(row: Task): Ticks {
  const { assigned_to, is_completed_employee, is_completed_emp_at: at } = row;
  if (row.assigned_users.length > 0) return row.ticks;
  return assigned_to === null || !is_completed_employee || at === null
    ? row.ticks
    : { ...row.ticks, [assigned_to]: at };
}

/** A multi-user task with these ticks: all of its assignees have ticked, and when the last of them did. */
export function withTicks(row: Task, ticks: Ticks): Task {
  const people = assigneesOf(row);
  const stamps = people.flatMap((person) => ticks[person] ?? []);
  const all = stamps.length === people.length;
  const last = stamps.toSorted().at(-1) ?? null;
  return {
    ...row,
    ticks: { ...ticks },
    is_completed_employee: all,
    is_completed_emp_at: all ? last : null,
  };
}
