import { type Task, tasks } from '../../model/entities/task.ts';
import { isAdministrative } from '../../model/permissions/actor.ts';
import { decodeRow } from '../store/rows.ts';
import { numberOf, type SqlValue } from '../store/sql.ts';
import type { Reads } from './reads.ts';

/** Filters of a task search; an undefined one does not narrow it. Archived tasks are never found. */
export interface TaskSearch {
  readonly project?: string | undefined;
  /** An organisation user: the only assignee, or one of several. */
  readonly assignee?: string | undefined;
  /** Calendar day (UTC) of creation, `YYYY-MM-DD`. */
  readonly createdOn?: string | undefined;
  readonly completed?: boolean | undefined;
  readonly completedByEmployee?: boolean | undefined;
  /** True: only those with a due date. */
  readonly due?: true | undefined;
}

export interface Condition {
  readonly text: string;
  readonly values: readonly SqlValue[];
}

/**
 * Finds the first `limit` tasks behind the first `offset`, oldest first: an order in which no later change moves a
 * row.
 */
export async function findTasks(
  { actor, store }: Reads,
  search: TaskSearch,
  {
    limit,
    offset = 0,
    after,
  }: {
    readonly limit: number;
    readonly offset?: number;
    readonly after?: TaskPlace | undefined;
  },
): Promise<readonly Task[]> {
  const { text, values } = all([...guardOf(actor), ...narrowed(search), ...behind(after)]);
  const rows = await store.all(
    `select * from tasks where ${text} order by created_at, id limit ? offset ?`,
    [...values, limit, offset],
  );
  return rows.map((row) => tasks.parse(decodeRow(tasks, row)));
}

/** Position of a task in that order. */
export type TaskPlace = Pick<Task, 'created_at' | 'id'>;

export interface TaskCount {
  readonly overdue: number;
  readonly pending: number;
  readonly completed: number;
}

/** Counts the tasks; overdue on the day `today`. */
export async function countTasks(
  { actor, store }: Reads,
  search: TaskSearch,
  today: string,
): Promise<TaskCount> {
  const { text, values } = all([...guardOf(actor), ...narrowed(search)]);
  const [row] = await store.all(
    `select count(*) as total,
       coalesce(sum(case when is_completed = 1 then 1 else 0 end), 0) as completed,
       coalesce(sum(case when is_completed = 0 and end_date < ? then 1 else 0 end), 0) as overdue
     from tasks where ${text}`,
    [today, ...values],
  );
  if (row === undefined) return { overdue: 0, pending: 0, completed: 0 };
  const [completed, overdue] = [numberOf(row, 'completed'), numberOf(row, 'overdue')];
  return { completed, overdue, pending: numberOf(row, 'total') - completed - overdue };
}

/**
 * Tenant isolation: the caller's organisation, and except for levels 1 to 3 the projects of which they are members; a
 * level without get access finds nothing, as in `maySeeProject`.
 */
export function guardOf(actor: Reads['actor']): readonly Condition[] {
  if (!actor.get_access) return [{ text: '1 = 0', values: [] }];
  return [
    { text: 'org_id = ? and status = 1', values: [actor.orgId] },
    NOT_BEING_ERASED,
    ...(isAdministrative(actor) ? [] : [memberOf(actor, 'tasks.project')]),
  ];
}

/**
 * The person is a member of the project in that column. A list of their projects, which is read once: with a condition on
 * each row SQLite reads all their memberships for every task.
 */
export function memberOf(actor: Reads['actor'], column: string): Condition {
  return {
    text: `${column} in (select m.project from team_members m where m.org_id = ? and m.organization_user = ?)`,
    values: [actor.orgId, actor.orgUserId],
  };
}

/** Tasks of a project are erased in writes behind the one that erases the project (ERASE-2.6). */
const NOT_BEING_ERASED = {
  text: `not exists (select 1 from erasures e where e.org_id = tasks.org_id
    and e.kind = 'project' and e.id = tasks.project)`,
  values: [],
};

function narrowed(search: TaskSearch): readonly Condition[] {
  const { project, assignee, createdOn, completed, completedByEmployee, due } = search;
  return [
    ...(project === undefined ? [] : [{ text: 'project = ?', values: [project] }]),
    ...(assignee === undefined ? [] : [assignedTo(assignee)]),
    ...(createdOn === undefined
      ? []
      : [{ text: 'substr(created_at, 1, 10) = ?', values: [createdOn] }]),
    ...(completed === undefined ? [] : [flag('is_completed', completed)]),
    ...(due === undefined ? [] : [{ text: 'end_date is not null', values: [] }]),
    ...(completedByEmployee === undefined
      ? []
      : [flag('is_completed_employee', completedByEmployee)]),
  ];
}

/** The assignees of a multi-user task are a list in JSON text. */
export function assignedTo(person: string): Condition {
  return {
    text: String.raw`(assigned_to = ? or assigned_users like ? escape '\')`,
    values: [person, listing(person)],
  };
}

export function concerning(person: string): Condition {
  const assigned = assignedTo(person);
  return {
    text: String.raw`(${assigned.text} or created_by = ? or collaborators like ? escape '\')`,
    values: [...assigned.values, person, listing(person)],
  };
}

/** Pattern of a list of ids in JSON text that contains this one. */
export function listing(id: string): string {
  return containing(JSON.stringify(id));
}

/** Pattern, with `\\` as its escape, of a text that contains this one. */
export function containing(part: string): string {
  return `%${part.replaceAll(/[\\%_]/g, (sign) => `\\${sign}`)}%`;
}

export function flag(column: string, value: boolean): Condition {
  return { text: `${column} = ?`, values: [value ? 1 : 0] };
}

function behind(after: TaskPlace | undefined): readonly Condition[] {
  if (after === undefined) return [];
  return [
    {
      text: '(created_at > ? or (created_at = ? and id > ?))',
      values: [after.created_at, after.created_at, after.id],
    },
  ];
}

export function all(conditions: readonly Condition[]): Condition {
  return {
    text: conditions.map(({ text }) => text).join(' and '),
    values: conditions.flatMap(({ values }) => values),
  };
}
