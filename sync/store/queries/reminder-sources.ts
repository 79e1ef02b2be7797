import { projectMutes } from '../../../model/entities/project-mute.ts';
import { type ReminderRead, reminderReads } from '../../../model/entities/reminder-read.ts';
import { type Snooze, snoozes } from '../../../model/entities/snooze.ts';
import { taskMutes } from '../../../model/entities/task-mute.ts';
import type { Task } from '../../../model/entities/task.ts';
import { type Todo, todos } from '../../../model/entities/todo.ts';
import { type AccountDb, rows } from '../database.ts';
import { cachedQuery } from '../reactive/cached-query.ts';
import type { Observed } from '../reactive/observed.ts';
import { listMyTasks } from './my-tasks.ts';

/** Rows from which a device computes the reminders of a person. */
export interface ReminderSources {
  /** Assigned tasks with a due date that are not accepted. */
  readonly tasks: readonly Task[];
  /** Pending todos with a due date or a reminder. */
  readonly todos: readonly Todo[];
  readonly snoozes: readonly Snooze[];
  readonly reads: readonly ReminderRead[];
  readonly mutedTasks: ReadonlySet<string>;
  readonly mutedProjects: ReadonlySet<string>;
}

/** Milliseconds: a reminder may follow a change late, and the row that the person changed is painted first. */
const WAIT = 1_000;

/** Sources of the reminders, kept up to date while they have listeners; no value during the first download. */
export function observeReminderSources(
  db: AccountDb,
  orgUserId: string,
): Observed<ReminderSources | undefined> {
  return cachedQuery(db, (open) => readSources(open, orgUserId), {
    tables: ['tasks', 'todos', 'snoozes', 'reminder_reads', 'task_mutes', 'project_mutes'],
    wait: WAIT,
  });
}

async function readSources(db: AccountDb, orgUserId: string): Promise<ReminderSources | undefined> {
  const mine = await listMyTasks(db, orgUserId);
  if (mine === undefined) return undefined;
  const [own, put, reads, tasks, projects] = await Promise.all([
    rows(db, todos).toArray(),
    rows(db, snoozes).toArray(),
    rows(db, reminderReads).toArray(),
    rows(db, taskMutes).toArray(),
    rows(db, projectMutes).toArray(),
  ]);
  return {
    tasks: mine.filter(({ end_date, is_completed }) => end_date !== null && !is_completed),
    todos: own.filter(({ status, due_date, remind_at }) => !status && (due_date || remind_at)),
    snoozes: put,
    reads,
    mutedTasks: new Set(tasks.map(({ task }) => task)),
    mutedProjects: new Set(projects.map(({ project }) => project)),
  };
}
