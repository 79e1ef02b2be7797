import * as v from 'valibot';
import { assigneesOf, type Task, tasks } from '../../entities/task.ts';
import { mayDirectTask } from '../../permissions/task.ts';
import { refuse } from '../../shared/errors.ts';
import { distinctIdsSchema, idSchema } from '../../shared/ids.ts';
import { message } from '../../shared/message.ts';
import { change, defineMutation, type RestInput, type RestResolver } from '../define-mutation.ts';
import { fromMember, fromMembers, toMember } from '../context/person-refs.ts';
import { gatherProjectRow, mayJoin, withVisibleRow } from '../context/project-context.ts';
import { allTicks, withTicks } from '../several-ticks.ts';
import { flagField, listField, nullableField } from '../rest-fields.ts';

/** Text of an assignment (board spec, 8). */
export const ASSIGNED = message('Member assigned successfully');

/** Reason of a refused assignment to somebody who is not a team member. */
export const MEMBERS_ONLY = /*i18n*/ 'Tasks are assigned to team members only';

interface Assignment {
  readonly assigned_to: string | null;
  readonly assigned_users: readonly string[];
  readonly taken_back?: boolean | undefined;
}

/**
 * Assigns a task to one person, sets the assignees of a multi-user task, or clears them (board
 * spec, 6: the creator; only a new task needs an assignee). Those who are added are team members; an
 * assignee who left the project may stay. `project` only serves to convert people to team members in
 * REST calls. `taken_back`: this reverts an assignment, so ticks that people had made before it count
 * again (after a new assignment they have not ticked yet), and those whom the actor has removed come
 * back, also when they have left the project.
 */
export const taskAssign = defineMutation({
  name: 'task-assign',
  schema: v.strictObject({
    id: idSchema,
    project: idSchema,
    assigned_to: v.nullable(idSchema),
    assigned_users: distinctIdsSchema(500),
    taken_back: v.optional(v.boolean()),
  }),
  refs: ({ id }) => [{ table: 'tasks', id }],
  parents: () => [],
  gather: async ({ id, assigned_to, assigned_users, taken_back }, read, actor) => {
    const task = await gatherProjectRow(read, actor, tasks, id);
    if (task.row === undefined) return { task, fits: false };
    const before = assigneesOf(task.row);
    const people = assigneesOf({ assigned_to, assigned_users: [...assigned_users] });
    const added = people.filter((person) => !before.includes(person));
    const joining = {
      project: task.row.project,
      people: added,
      of: { table: tasks.table, id, fields: ['assigned_to', 'assigned_users'] },
      isTakenBack: taken_back === true,
    };
    return { task, fits: await mayJoin(read, joining) };
  },
  authorise: (_args, { task, fits }, actor) =>
    withVisibleRow(task, actor, (row) => mayDirectTask(actor, row)) ??
    (fits ? undefined : refuse('invalid', MEMBERS_ONLY)),
  effects: ({ id, ...people }) => [change(tasks, id, (row) => assign(row, people))],
  rest: {
    method: 'PATCH',
    path: 'task/update-destroy/:id/',
    bodyFields: ['assigned_to', 'assigned_users'],
    modifierFields: ['taken_back'],
    toBody: ({ project, assigned_to, assigned_users, taken_back }) => ({
      ...(assigned_users.length > 0
        ? { assigned_users: assigned_users.map((person) => toMember(project, person)) }
        : { assigned_to: toMember(project, assigned_to) }),
      ...(taken_back === true && { taken_back }),
    }),
    fromRest,
  },
  describe: () => message('Assign a task'),
  merge: (_earlier, later) => later,
  success: ({ assigned_to, assigned_users }) =>
    assigned_to === null && assigned_users.length === 0
      ? message('Nobody is assigned any more')
      : ASSIGNED,
});

/**
 * An assignee who stays keeps the tick; "all have ticked" is evaluated again (product.md, 6). Ticks of people who are no
 * longer assignees are kept aside in `ticks`, where they count for nothing, until the person is assigned again.
 */
function assign(row: Task, { assigned_to, assigned_users, taken_back }: Assignment): Task {
  const isSeveral = assigned_users.length > 0;
  const isSame = row.assigned_users.length === 0 && row.assigned_to === assigned_to;
  if (!isSeveral && isSame) return row;
  const before = assigneesOf(row);
  const people = assigneesOf({ assigned_to, assigned_users: [...assigned_users] });
  const isNew = (person: string) => people.includes(person) && !before.includes(person);
  const kept = Object.entries(allTicks(row)).filter(
    ([person]) => taken_back === true || !isNew(person),
  );
  if (isSeveral) {
    const several = { ...row, assigned_to: null, assigned_users: [...assigned_users] };
    return withTicks(several, Object.fromEntries(kept));
  }
  const own = kept.find(([person]) => person === assigned_to)?.[1] ?? null;
  return {
    ...row,
    assigned_to,
    assigned_users: [],
    ticks: Object.fromEntries(kept.filter(([person]) => person !== assigned_to)),
    is_completed_employee: own !== null,
    is_completed_emp_at: own,
  };
}

async function fromRest({ params, body }: RestInput, { reader }: RestResolver): Promise<unknown> {
  const id = params['id'] ?? '';
  const project = (await reader.get(tasks, id))?.project ?? '-';
  const names = 'assigned_to' in body || 'assigned_users' in body;
  return {
    id,
    project,
    assigned_to: names ? fromMember(project, nullableField(body, 'assigned_to')) : undefined,
    assigned_users: fromMembers(project, listField(body, 'assigned_users')),
    ...('taken_back' in body && { taken_back: flagField(body, 'taken_back') }),
  };
}
