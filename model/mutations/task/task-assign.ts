import * as v from 'valibot';
import { type Task, tasks } from '../../entities/task.ts';
import { mayDirectTask } from '../../permissions/task.ts';
import { refuse } from '../../shared/errors.ts';
import { distinctIdsSchema, idSchema } from '../../shared/ids.ts';
import { message } from '../../shared/message.ts';
import { change, defineMutation, type RestInput, type RestResolver } from '../define-mutation.ts';
import { fromMember, fromMembers, toMember } from '../context/person-refs.ts';
import { areMembers, gatherProjectRow, withVisibleRow } from '../context/project-context.ts';
import { flagField, listField, nullableField } from '../rest-fields.ts';

/** Text of an assignment (board spec, 8). */
export const ASSIGNED = message('Member assigned successfully');

/**
 * Assigns a task to one person, sets the assignees of a multi-user task, or clears them (board
 * spec, 6: the creator; only a new task needs an assignee). `project` only serves to convert people
 * to team members in REST calls. `taken_back`: this reverts an assignment, so a tick that the
 * person had made before it counts again; after a new assignment they have not ticked yet.
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
    (fits ? undefined : refuse('invalid', /*i18n*/ 'Tasks are assigned to team members only')),
  effects: ({ id, assigned_to, assigned_users, taken_back }) => [
    change(tasks, id, (row) =>
      assigned_users.length > 0
        ? assignSeveral(row, assigned_users)
        : assignOne(row, assigned_to, taken_back === true),
    ),
  ],
  rest: {
    method: 'PATCH',
    path: 'task/update-destroy/:id/',
    bodyFields: ['assigned_to', 'assigned_users', 'taken_back'],
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
 * An assignee who stays keeps the tick; ticks of people who are no longer assignees do not count;
 * "all have ticked" is evaluated again (product.md, 6).
 */
function assignSeveral(row: Task, assigned_users: readonly string[]): Task {
  const before = Object.entries(wasMulti(row) ? row.ticks : ownTick(row));
  const ticks = Object.fromEntries(before.filter(([person]) => assigned_users.includes(person)));
  const last = Object.values(ticks).toSorted().at(-1) ?? null;
  const all = assigned_users.every((person) => person in ticks);
  return {
    ...row,
    assigned_to: null,
    assigned_users: [...assigned_users],
    ticks,
    is_completed_employee: all,
    is_completed_emp_at: all ? last : null,
  };
}

/**
 * The tick of a single task belongs to its assignee; ticks of previous assignees are kept in
 * `ticks`.
 */
function assignOne(row: Task, assigned_to: string | null, isUndone: boolean): Task {
  if (!wasMulti(row) && row.assigned_to === assigned_to) return row;
  const aside = wasMulti(row) ? {} : { ...row.ticks, ...ownTick(row) };
  const stays = assigned_to !== null && row.assigned_users.includes(assigned_to);
  const counted = stays ? row.ticks : isUndone ? aside : {};
  const own = (assigned_to === null ? undefined : counted[assigned_to]) ?? null;
  const others = Object.entries(aside).filter(([person]) => person !== assigned_to);
  return {
    ...row,
    assigned_to,
    assigned_users: [],
    ticks: Object.fromEntries(others),
    is_completed_employee: own !== null,
    is_completed_emp_at: own,
  };
}

/** Tick of the assignee of a single task. */
function ownTick(row: Task): Readonly<Record<string, string>> {
  const { assigned_to, is_completed_employee, is_completed_emp_at: at } = row;
  return assigned_to === null || !is_completed_employee || at === null ? {} : { [assigned_to]: at };
}

function wasMulti(row: Task): boolean {
  return row.assigned_users.length > 0;
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
