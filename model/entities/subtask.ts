import { rankSchema } from '../shared/rank.ts';
import { archivedColumn } from './card.ts';
import { defineEntity } from './define-entity.ts';
import { added, bool, calendarDate, field, file, instant, nullableText, text } from './fields.ts';

/**
 * A subtask (board spec, 3). Deleting sets `status` false, so that it can be restored. Indexed by
 * `lane` and rank: `lane` is the task, `archived:<task>` for deleted ones.
 */
export const subtasks = defineEntity(
  {
    table: 'subtasks',
    noun: 'subtask',
    stream: 'org',
    fields: {
      project: text({ refers: 'projects', csv: 'Project' }),
      task: text({ csv: 'Task' }),
      rank: field(rankSchema, 'text'),
      name: text({ csv: 'Name', restore: 'subtask-edit' }),
      is_completed: bool({
        label: /*i18n*/ 'Completed',
        csv: 'Completed',
        restore: ({ id, before }) => ({ mutation: 'subtask-complete', args: { id, done: before } }),
      }),
      /** Organisation user, or null; REST shows the team member. */
      assigned_to: added(
        nullableText({
          label: /*i18n*/ 'Assignee',
          refers: 'people',
          csv: 'Assigned to',
          isCompared: true,
        }),
        null,
      ),
      start_date: calendarDate({ csv: 'Start date', restore: 'subtask-edit' }),
      end_date: calendarDate({ csv: 'Due date', restore: 'subtask-edit' }),
      /** True while it exists, false when deleted. */
      status: bool({ label: /*i18n*/ 'Active', csv: 'Deleted', restore: 'subtask-archive' }),
      document: file({ label: /*i18n*/ 'Image', csv: 'Document' }),
      created_by: text({ refers: 'people', csv: 'Created by' }),
      created_at: instant({ csv: 'Created at' }),
    },
    indexes: ['[lane+rank+id]'],
  },
  (subtask) => ({ lane: subtask.status ? subtask.task : archivedColumn(subtask.task) }),
);
export type Subtask = ReturnType<typeof subtasks.parse>;
