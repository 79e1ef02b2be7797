import type { TaskStatus } from '../../model/shared/task-status.ts';

/** Theme colour of each status: orange, yellow, green (sessions spec, 4). */
export const STATUS_TONES = {
  'Over Due': 'overdue',
  WIP: 'wip',
  Completed: 'completed',
} as const satisfies Readonly<Record<TaskStatus, string>>;
