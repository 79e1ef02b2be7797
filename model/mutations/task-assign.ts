import * as v from 'valibot';
import { type Task, tasks } from '../entities/task.ts';
import { mayDirectTask } from '../permissions/task.ts';
import { refuse } from '../shared/errors.ts';
import { idSchema } from '../shared/ids.ts';
import { change, defineMutation, type RestInput, type RestResolver } from './define-mutation.ts';
import { fromMember, fromMembers, toMember } from './person-refs.ts';
import { areMembers, gatherProjectRow, withVisibleRow } from './project-facts.ts';
import { listField, nullableField } from './rest-fields.ts';

/**
 * Assign a task to one person, set the assignees of a multi-user task, or take them away (board spec, 6: the creator;
 * only a new task needs somebody).
 * `project` only turns people into team members at the REST edge.
 */
export const taskAssign = defineMutation({
  name: 'task-assign',
  schema: v.strictObject({
    id: idSchema,
    project: idSchema,
    assigned_to: v.nullable(idSchema),
    assigned_users: v.pipe(v.array(idSchema), v.maxLength(500)),
  }),
  refs: ({ id }) => [{ table: 'tasks', id }],
  parents: () => [],
  gather: async ({ id, assigned_to, assigned_users }, read, actor) => {
    const task = await gatherProjectRow(read, actor, tasks, id);
    const people = [...(assigned_to === null ? [] : [assigned_to]), ...assigned_users];
    return {
      task,
      fits: task.row !== undefined && (await areMembers(read, task.row.project, people)),
    };
  },
  authorise: (_args, { task, fits }, actor) =>
    withVisibleRow(task, actor, (row) => mayDirectTask(actor, row)) ??
    (fits ? undefined : refuse('invalid', 'Tasks are assigned to team members only')),
  effects: ({ id, assigned_to, assigned_users }) => [
    change(tasks, id, (row) => assign(row, assigned_to, assigned_users)),
  ],
  rest: {
    method: 'PATCH',
    path: 'task/update-destroy/:id/',
    fields: ['assigned_to', 'assigned_users'],
    toBody: ({ project, assigned_to, assigned_users }) =>
      assigned_users.length > 0
        ? { assigned_users: assigned_users.map((person) => toMember(project, person)) }
        : { assigned_to: toMember(project, assigned_to) },
    fromRest,
  },
  describe: () => 'Assign a task',
  merge: (_earlier, later) => later,
});

/** Ticks of people who are no longer asked do not count; "all have ticked" is decided anew (product.md, 6). */
function assign(row: Task, assigned_to: string | null, assigned_users: readonly string[]): Task {
  const ticks = Object.fromEntries(
    Object.entries(row.ticks).filter(([person]) => assigned_users.includes(person)),
  );
  const last = Object.values(ticks).toSorted().at(-1) ?? null;
  const all = assigned_users.length > 0 && assigned_users.every((person) => person in ticks);
  const multi = assigned_users.length > 0;
  const stays = !wasMulti(row) && row.assigned_to === assigned_to;
  return {
    ...row,
    assigned_to: multi ? null : assigned_to,
    assigned_users: [...assigned_users],
    ticks,
    is_completed_employee: multi ? all : stays && row.is_completed_employee,
    is_completed_emp_at: multi ? (all ? last : null) : stays ? row.is_completed_emp_at : null,
  };
}

function wasMulti(row: Task): boolean {
  return row.assigned_users.length > 0;
}

async function fromRest({ params, body }: RestInput, { reader }: RestResolver): Promise<unknown> {
  const id = params['id'] ?? '';
  const project = (await reader.get(tasks, id))?.project ?? '-';
  return {
    id,
    project,
    assigned_to: fromMember(project, nullableField(body, 'assigned_to')),
    assigned_users: fromMembers(project, listField(body, 'assigned_users')),
  };
}
