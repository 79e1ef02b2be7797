import type { Subtask } from '../../model/entities/subtask.ts';
import { assigneesOf, type Task } from '../../model/entities/task.ts';
import type { Prepared } from '../../model/mutations/define-mutation.ts';
import { subtaskAssign } from '../../model/mutations/subtask/subtask-assign.ts';
import { subtaskCreate } from '../../model/mutations/subtask/subtask-create.ts';
import { taskArchive } from '../../model/mutations/task/task-archive.ts';
import { MEMBERS_ONLY } from '../../model/mutations/task/task-assign.ts';
import { COLLABORATORS_ARE_MEMBERS } from '../../model/mutations/task/task-collaborate.ts';
import { taskCreate } from '../../model/mutations/task/task-create.ts';
import { codePoints, NAME_LIMIT } from '../../model/shared/text.ts';
import { rankBetween } from '../../model/shared/rank.ts';
import {
  type Account,
  columnTasks,
  baseOfTask,
  findLabel,
  firstDownload,
  isHot,
  listMembers,
  type Member,
  taskDetailsOf,
  readOutlineState,
  tasksByIds,
  taskSubtasks,
} from '../../sync/client/index.ts';
import { i18n, translated } from '../i18n/i18n.ts';
import { areMissing } from './project-details.ts';
import type { Plan } from './task-plans.ts';

type Source = Pick<Account, 'db' | 'newId' | 'orgUserId'>;

/**
 * Reason why tasks cannot be duplicated now: without the subtasks that are not on this device the copies would be
 * incomplete (OUT-1). They are downloaded from now on. Undefined when all are here.
 */
export async function missingSubtasks(
  account: Pick<Account, 'db' | 'orgId' | 'openTask' | 'holdProjects'>,
  ids: readonly string[],
): Promise<string | undefined> {
  const { db, orgId } = account;
  const [state, isArriving] = await Promise.all([
    readOutlineState(db, orgId),
    firstDownload(db, orgId),
  ]);
  const found = await Promise.all(
    (await tasksByIds(db, ids)).map(async (task) => {
      const base = (await baseOfTask(db, task.id)) ?? undefined;
      // A move that is not sent yet brings no sub-tasks: they are those of the project where the server has the task.
      const { project } = base ?? task;
      const isMissing = isArriving(project) || areMissing(taskDetailsOf(state, task, base));
      return { id: task.id, project, isMissing };
    }),
  );
  const missing = found.filter(({ isMissing }) => isMissing);
  if (missing.length === 0) return undefined;
  const ofHot = ({ project }: Pick<Task, 'project'>) => isHot(state, project);
  for (const task of missing.filter(ofHot)) account.openTask(task);
  const others = missing.filter((task) => !ofHot(task)).map(({ project }) => project);
  if (others.length > 0) account.holdProjects([...new Set(others)]);
  return i18n.t(
    'The sub-tasks are not on this device yet. Try again when they have been downloaded.',
  );
}

/**
 * A copy below each task: name, description, dates, people, priority, label and subtasks. Ticks, comments and
 * files stay with the original. Undo archives the copy. People who are not team members any more and a label that was
 * deleted are left out, people with a reason: a deleted label is not shown on the task either.
 */
export async function duplicatePlan(tasks: readonly Task[], source: Source): Promise<Plan> {
  const cards = [...new Set(tasks.map(({ card }) => card))];
  const columns = new Map(
    await Promise.all(
      cards.map(async (card) => [card, await columnTasks(source.db, card)] as const),
    ),
  );
  const plans = await Promise.all(
    tasks.map(async (task) => await copyOf(task, columns.get(task.card) ?? [], source)),
  );
  return plans.flat();
}

/** Assignee of a new task for which nobody was chosen: the person if a team member, else the first active member. */
export function defaultAssignee(members: readonly Member[], orgUserId: string): string | undefined {
  const active = members.filter(({ person }) => person.active).map(({ person }) => person.id);
  return active.includes(orgUserId) ? orgUserId : active[0];
}

async function copyOf(task: Task, column: readonly Task[], source: Source): Promise<Plan> {
  const { db, newId } = source;
  const id = newId();
  const next = column[column.findIndex((one) => one.id === task.id) + 1];
  const { lacks, ...present } = await presentIn(task, source);
  const copy = taskCreate.prepare({
    id,
    project: task.project,
    card: task.card,
    rank: rankBetween(task.rank, next?.rank),
    name: copyName(task.name),
    description: task.description,
    flag: task.flag ?? '',
    document: null,
    start_date: task.start_date,
    end_date: task.end_date,
    asks: [...task.asks],
    ...present,
  });
  const subtasks = await taskSubtasks(db, task.id);
  return [
    { task, change: copy, back: taskArchive.prepare({ id, status: false }), lacks },
    ...subtasks
      .flatMap((subtask) => copyOfSubtask(subtask, id, newId()))
      .map((change) => ({ task, change, back: undefined })),
  ];
}

/** Label and people of a task that a new task can get, and the reasons for people who are left out. */
async function presentIn(task: Task, { db, orgUserId }: Source) {
  const [members, label] = await Promise.all([
    listMembers(db, task.project),
    task.label === null ? undefined : findLabel(db, task.label),
  ]);
  const isMember = (id: string) => members.some(({ person }) => person.id === id);
  const assignees = assigneesOf(task).filter(isMember);
  const collaborators = task.collaborators.filter(isMember);
  const [first = defaultAssignee(members, orgUserId) ?? null] = assignees;
  const isMulti = assignees.length > 1;
  return {
    label: label?.id ?? null,
    assigned_to: isMulti ? null : first,
    assigned_users: isMulti ? assignees : [],
    collaborators,
    lacks: [
      ...(assignees.length < assigneesOf(task).length ? [translated(MEMBERS_ONLY)] : []),
      ...(collaborators.length < task.collaborators.length
        ? [translated(COLLABORATORS_ARE_MEMBERS)]
        : []),
    ],
  };
}

function copyOfSubtask(subtask: Subtask, task: string, id: string): readonly Prepared[] {
  const { project, rank, name, start_date, end_date, assigned_to } = subtask;
  const dates = { start_date, end_date };
  const rest = { is_completed: false, document: null };
  const copy = subtaskCreate.prepare({ id, project, task, rank, name, ...dates, ...rest });
  if (assigned_to === null) return [copy];
  return [copy, subtaskAssign.prepare({ id, project, assigned_to })];
}

/** "Copy of ..." as long as the name has room for it. */
function copyName(name: string): string {
  const copy = i18n.t('Copy of {name}', { name });
  return codePoints(copy) < NAME_LIMIT ? copy : name;
}
