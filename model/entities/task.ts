import * as v from 'valibot';
import { rankSchema } from '../shared/rank.ts';
import { archivedColumn } from './card.ts';
import { defineEntity } from './define-entity.ts';

/**
 * A task (board spec, 3). People are organisation-user ids inside; the REST edge shows them as team members.
 * Locally found by lane and rank: lane is the card for active tasks, `archived:<project>` for archived ones.
 */
export const tasks = defineEntity(
  {
    table: 'tasks',
    stream: 'org',
    fields: {
      project: v.string(),
      card: v.string(),
      rank: rankSchema,
      name: v.string(),
      description: v.string(),
      flag: v.nullable(v.string()),
      label: v.nullable(v.string()),
      start_date: v.nullable(v.string()),
      end_date: v.nullable(v.string()),
      document: v.nullable(v.string()),
      /** True while active, false when archived. */
      status: v.boolean(),
      created_by: v.string(),
      created_at: v.string(),
      assigned_to: v.nullable(v.string()),
      /** Assignees of a multi-user task; empty for a single task. */
      assigned_users: v.array(v.string()),
      /** Ticks of a multi-user task: organisation user -> instant (product.md, 6). */
      ticks: v.record(v.string(), v.string()),
      collaborators: v.array(v.string()),
      /** Completed by the creator. */
      is_completed: v.boolean(),
      is_completed_at: v.nullable(v.string()),
      /** Completed by Employee: the assignee's side. */
      is_completed_employee: v.boolean(),
      is_completed_emp_at: v.nullable(v.string()),
    },
    columns: {
      project: 'text',
      card: 'text',
      rank: 'text',
      name: 'text',
      description: 'text',
      flag: 'text',
      label: 'text',
      start_date: 'text',
      end_date: 'text',
      document: 'text',
      status: 'boolean',
      created_by: 'text',
      created_at: 'text',
      assigned_to: 'text',
      assigned_users: 'json',
      ticks: 'json',
      collaborators: 'json',
      is_completed: 'boolean',
      is_completed_at: 'text',
      is_completed_employee: 'boolean',
      is_completed_emp_at: 'text',
    },
    /** The two people fields answer "my tasks" without reading every task. */
    indexes: ['[lane+rank+id]', 'assigned_to', '*assigned_users'],
    longTexts: ['description'],
    files: ['document'],
    images: ['document'],
  },
  (task) => ({ lane: task.status ? task.card : archivedColumn(task.project) }),
);
export type Task = ReturnType<typeof tasks.parse>;

/** Everyone who is to do the task: the assignee, or the assignees of a multi-user task. */
export function assigneesOf(task: Pick<Task, 'assigned_to' | 'assigned_users'>): readonly string[] {
  if (task.assigned_users.length > 0) return task.assigned_users;
  return task.assigned_to === null ? [] : [task.assigned_to];
}
