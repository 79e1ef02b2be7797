import * as v from 'valibot';
import { rankSchema } from '../shared/rank.ts';
import { archivedColumn } from './card.ts';
import { defineEntity } from './define-entity.ts';
import {
  added,
  bool,
  calendarDate,
  field,
  image,
  instant,
  longText,
  nullableInstant,
  nullableText,
  text,
  texts,
  oldOf,
  type OldValue,
  type Restoration,
} from './fields.ts';

/** What a task can ask for with "done". */
export const ASKS = ['remark', 'photo', 'signature'] as const;
export type Ask = (typeof ASKS)[number];

/**
 * A task (board spec, 3). People are organisation-user ids; REST shows them as team members.
 * Indexed by `lane`, the column, and rank: `lane` is the card for active tasks,
 * `archived:<project>` for archived ones.
 */
export const tasks = defineEntity(
  {
    table: 'tasks',
    noun: 'task',
    stream: 'org',
    fields: {
      project: text({ refers: 'projects', csv: 'Project', isQuiet: true }),
      card: text({ refers: 'cards', csv: 'Card', ownLabel: /*i18n*/ 'Stage', isCompared: true }),
      rank: field(rankSchema, 'text', { isQuiet: true }),
      name: text({ csv: 'Name', restore: 'task-edit' }),
      description: longText({ csv: 'Description', restore: 'task-edit' }),
      flag: nullableText({
        label: /*i18n*/ 'Priority',
        refers: 'flags',
        csv: 'Priority',
        restore: 'task-set-flag',
      }),
      label: nullableText({ refers: 'labels', csv: 'Label', restore: 'task-set-label' }),
      start_date: calendarDate({ csv: 'Start date', restore: 'task-edit' }),
      end_date: calendarDate({
        csv: 'Due date',
        ownLabel: /*i18n*/ 'Due date',
        restore: 'task-edit',
      }),
      assigned_to: nullableText({
        label: /*i18n*/ 'Assignee',
        refers: 'people',
        csv: 'Assigned to',
        restore: assignees,
      }),
      /** Assignees of a multi-user task; empty for a single task. */
      assigned_users: texts({ label: /*i18n*/ 'Assignees', refers: 'people', restore: assignees }),
      collaborators: texts({
        refers: 'people',
        csv: 'Collaborators',
        restore: ({ id, before }) => ({
          mutation: 'task-collaborate',
          args: { id, collaborators: before ?? [] },
          needs: 'project',
        }),
      }),
      /**
       * Ticks of a multi-user task: organisation user -> instant (product.md, 6). Those of former assignees are kept
       * aside here, of a single task too, and count only when the assignment is taken back.
       */
      ticks: field(v.record(v.string(), v.string()), 'json', {
        label: /*i18n*/ 'Ticked by',
        refers: 'people',
      }),
      /** Completed by the creator. */
      is_completed: bool({ label: /*i18n*/ 'Completed', csv: 'Completed', restore: completion }),
      is_completed_at: nullableInstant({
        label: /*i18n*/ 'Completed at',
        csv: 'Completed at',
        isQuiet: true,
      }),
      /** Completed by Employee: the assignee's part. */
      is_completed_employee: bool({
        label: /*i18n*/ 'Completed by Employee',
        csv: 'Completed by Employee',
      }),
      is_completed_emp_at: nullableInstant({
        label: /*i18n*/ 'Completed by Employee at',
        csv: 'Completed by Employee at',
        isQuiet: true,
      }),
      /** True while active, false when archived. */
      status: bool({ label: /*i18n*/ 'Active', csv: 'Archived', restore: 'task-archive' }),
      /** Instant of the deletion; erased by the server after the time of the organisation. Null while it is not deleted. */
      deleted_at: added(nullableInstant({ label: /*i18n*/ 'Deleted' }), null),
      document: image({ label: /*i18n*/ 'Image', csv: 'Document' }),
      /** What its assignees must add to "done" (SIGN-3). */
      asks: added(field(v.array(v.picklist(ASKS)), 'json', { isQuiet: true }), []),
      created_by: text({ refers: 'people', csv: 'Created by', isQuiet: true }),
      created_at: instant({ csv: 'Created at', isQuiet: true }),
    },
    /** Index keys that find "my tasks" by the two people fields without reading every task. */
    indexes: ['[lane+rank+id]', 'assigned_to', '*assigned_users'],
  },
  (task) => ({ lane: task.status ? task.card : archivedColumn(task.project) }),
);
export type Task = ReturnType<typeof tasks.parse>;

/** The people of the task: the assignee, or the assignees of a multi-user task. */
export function assigneesOf(task: Pick<Task, 'assigned_to' | 'assigned_users'>): readonly string[] {
  if (task.assigned_users.length > 0) return task.assigned_users;
  return task.assigned_to === null ? [] : [task.assigned_to];
}

/**
 * Time by which a completed task was done: the stamp of its assignees, or the creator's where they have not ticked.
 * Null if neither has a stamp.
 */
export function timeDone(
  task: Pick<Task, 'is_completed_at' | 'is_completed_employee' | 'is_completed_emp_at'>,
): string | null {
  const own = task.is_completed_employee ? task.is_completed_emp_at : null;
  return own ?? task.is_completed_at;
}

/** One assignee or several: whichever of the two fields was written. */
function assignees({ id, together }: OldValue): Restoration {
  const assigned_to = oldOf(together, 'assigned_to') ?? null;
  const assigned_users = oldOf(together, 'assigned_users') ?? [];
  return { mutation: 'task-assign', args: { id, assigned_to, assigned_users }, needs: 'project' };
}

/** The instant is restored with the tick. */
function completion({ id, before, together }: OldValue): Restoration {
  const at = oldOf(together, 'is_completed_at') ?? null;
  return { mutation: 'task-complete', args: { id, done: before, at } };
}
