import * as v from 'valibot';
import { rankSchema } from '../shared/rank.ts';
import { archivedColumn } from './card.ts';
import { defineEntity } from './define-entity.ts';

/**
 * A subtask (board spec, 3). Deleting sets `status` false, so that it can be brought back.
 * Locally found by lane and rank: lane is the task, `archived:<task>` for deleted ones.
 */
export const subtasks = defineEntity(
  {
    table: 'subtasks',
    stream: 'org',
    fields: {
      project: v.string(),
      task: v.string(),
      rank: rankSchema,
      name: v.string(),
      start_date: v.nullable(v.string()),
      end_date: v.nullable(v.string()),
      document: v.nullable(v.string()),
      is_completed: v.boolean(),
      /** True while it is there, false when deleted. */
      status: v.boolean(),
      created_by: v.string(),
      created_at: v.string(),
    },
    columns: {
      project: 'text',
      task: 'text',
      rank: 'text',
      name: 'text',
      start_date: 'text',
      end_date: 'text',
      document: 'text',
      is_completed: 'boolean',
      status: 'boolean',
      created_by: 'text',
      created_at: 'text',
    },
    indexes: ['[lane+rank+id]'],
    files: ['document'],
  },
  (subtask) => ({ lane: subtask.status ? subtask.task : archivedColumn(subtask.task) }),
);
export type Subtask = ReturnType<typeof subtasks.parse>;
