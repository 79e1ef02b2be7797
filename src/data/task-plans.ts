import { assigneesOf, type Task } from '../../model/entities/task.ts';
import type { Prepared } from '../../model/mutations/define-mutation.ts';
import { taskArchive } from '../../model/mutations/task/task-archive.ts';
import { taskAssign } from '../../model/mutations/task/task-assign.ts';
import { taskCollaborate } from '../../model/mutations/task/task-collaborate.ts';
import { taskCompleteEmployee } from '../../model/mutations/task/task-complete-employee.ts';
import { taskComplete } from '../../model/mutations/task/task-complete.ts';
import { taskEdit } from '../../model/mutations/task/task-edit.ts';
import { taskDelete } from '../../model/mutations/task/task-delete.ts';
import { taskMove } from '../../model/mutations/task/task-move.ts';
import { taskSetFlag } from '../../model/mutations/task/task-set-flag.ts';
import { taskSetLabel } from '../../model/mutations/task/task-set-label.ts';
import type { Actor } from '../../model/permissions/actor.ts';
import { rankBetween, ranksAfter } from '../../model/shared/rank.ts';
import { type AccountDb, columnEnds, findCard, tasksByIds } from '../../sync/client/index.ts';
import { completionOf } from './task-completion.ts';

/** Ids of the neighbours, which are not among the moved tasks; undefined at an end. */
export interface Between {
  readonly before: string | undefined;
  readonly after: string | undefined;
}

/** Mutation for each task with its inverse; a task that has the value already is omitted. */
export type Plan = readonly {
  readonly task: Task;
  readonly change: Prepared;
  /** Undefined when the previous state cannot be written again. */
  readonly back: Prepared | undefined;
  /** True where `back` makes the task active, so that the board shows it again. */
  readonly returns?: boolean;
  /** Reasons for parts of the task that the change leaves out. */
  readonly lacks?: readonly string[];
}[];

export function assignPlan(tasks: readonly Task[], person: string): Plan {
  return tasks
    .filter((task) => task.assigned_to !== person && !task.assigned_users.includes(person))
    .map((task) => {
      const people = task.assigned_users;
      const assigned = people.length > 0 ? [...people, person] : [];
      return {
        task,
        change: assignment(task, assigned.length > 0 ? null : person, assigned),
        back: assignment(task, task.assigned_to, people, true),
      };
    });
}

/** Makes a person the only assignee; null clears the assignees. */
export function setAssigneePlan(tasks: readonly Task[], person: string | null): Plan {
  const isOnly = (people: readonly string[]) =>
    person === null ? people.length === 0 : people.length === 1 && people[0] === person;
  return tasks
    .filter((task) => !isOnly(assigneesOf(task)))
    .map((task) => reassign(task, person === null ? [] : [person]));
}

/** Adds an assignee beside the present ones, so that the task becomes a multi-user task. */
export function addAssigneePlan(tasks: readonly Task[], person: string): Plan {
  return tasks
    .filter((task) => !assigneesOf(task).includes(person))
    .map((task) => reassign(task, [...assigneesOf(task), person]));
}

export function removeAssigneePlan(tasks: readonly Task[], person: string): Plan {
  return tasks
    .filter((task) => assigneesOf(task).includes(person))
    .map((task) =>
      reassign(
        task,
        assigneesOf(task).filter((one) => one !== person),
      ),
    );
}

function reassign(task: Task, people: readonly string[]): Plan[number] {
  const [first = null] = people;
  const isMulti = people.length > 1;
  return {
    task,
    change: assignment(task, isMulti ? null : first, isMulti ? people : []),
    back: assignment(task, task.assigned_to, task.assigned_users, true),
  };
}

export function addCollaboratorPlan(tasks: readonly Task[], person: string): Plan {
  return tasks
    .filter(({ collaborators }) => !collaborators.includes(person))
    .map((task) => collaboration(task, [...task.collaborators, person]));
}

export function removeCollaboratorPlan(tasks: readonly Task[], person: string): Plan {
  return tasks
    .filter(({ collaborators }) => collaborators.includes(person))
    .map((task) =>
      collaboration(
        task,
        task.collaborators.filter((one) => one !== person),
      ),
    );
}

function collaboration(task: Task, collaborators: readonly string[]): Plan[number] {
  const { id, project } = task;
  return {
    task,
    change: taskCollaborate.prepare({ id, project, collaborators: [...collaborators] }),
    back: taskCollaborate.prepare({
      id,
      project,
      collaborators: [...task.collaborators],
      taken_back: true,
    }),
  };
}

export function labelPlan(tasks: readonly Task[], label: string | null): Plan {
  return tasks
    .filter((task) => task.label !== label)
    .map((task) => ({
      task,
      change: taskSetLabel.prepare({ id: task.id, label }),
      back: taskSetLabel.prepare({ id: task.id, label: task.label }),
    }));
}

export function duePlan(tasks: readonly Task[], date: string | null): Plan {
  return editPlan(tasks, 'end_date', date);
}

export function startPlan(tasks: readonly Task[], date: string | null): Plan {
  return editPlan(tasks, 'start_date', date);
}

export function renamePlan(tasks: readonly Task[], name: string): Plan {
  return editPlan(tasks, 'name', name);
}

function editPlan<Field extends 'name' | 'start_date' | 'end_date'>(
  tasks: readonly Task[],
  field: Field,
  value: Task[Field],
): Plan {
  return tasks
    .filter((task) => task[field] !== value)
    .map((task) => ({
      task,
      change: taskEdit.prepare({ id: task.id, [field]: value }),
      back: taskEdit.prepare({ id: task.id, [field]: task[field] }),
    }));
}

interface Stamping {
  readonly actor: Actor | undefined;
  /** UTC ISO. */
  readonly at: string;
  /** Ids of the steps. */
  readonly newId: () => string;
}

/** Tasks without a checkbox for this person, and ticked ones, are left as they are. */
export function completePlan(tasks: readonly Task[], { actor, at, newId }: Stamping): Plan {
  if (actor === undefined) return [];
  return tasks.flatMap((task) => {
    const { completer, ticked } = completionOf(task, actor);
    if (completer === 'none' || ticked) return [];
    const tick = completer === 'creator' ? taskComplete : taskCompleteEmployee;
    const people = completer === 'creator' ? assigneesOf(task) : [actor.orgUserId];
    const step = () => ({ id: newId(), project: task.project, people: [...people] });
    // Refused where the task asks for more: the dialog of the single task asks for that.
    const answer = completer === 'creator' ? {} : { answer: {} };
    return {
      task,
      change: tick.prepare({ id: task.id, done: true, at, step: step(), ...answer }),
      back: tick.prepare({ id: task.id, done: false, at: null, step: step() }),
    };
  });
}

export function flagPlan(tasks: readonly Task[], flag: string): Plan {
  return tasks
    .filter((task) => task.flag !== flag)
    .map((task) => ({
      task,
      change: taskSetFlag.prepare({ id: task.id, flag }),
      back: task.flag === null ? undefined : taskSetFlag.prepare({ id: task.id, flag: task.flag }),
    }));
}

export function archivePlan(tasks: readonly Task[]): Plan {
  return tasks.map((task) => ({
    task,
    change: taskArchive.prepare({ id: task.id, status: false }),
    back: taskArchive.prepare({ id: task.id, status: true }),
    returns: true,
  }));
}

/** Deletions, each taken back until the erasure (decision 0083). */
export function deletePlan(tasks: readonly Task[]): Plan {
  return tasks.map((task) => ({
    task,
    change: taskDelete.prepare({ id: task.id, deleted: true, status: task.status }),
    back: taskDelete.prepare({ id: task.id, deleted: false, status: task.status }),
    returns: task.status,
  }));
}

/** To the end of a card; `returning`: tasks of it that become active in the same transaction. */
export async function movePlan(
  db: AccountDb,
  tasks: readonly Task[],
  cardId: string,
  returning: readonly Task[] = [],
): Promise<Plan> {
  const card = await findCard(db, cardId);
  if (card === undefined) return [];
  const elsewhere = tasks.filter((task) => task.card !== cardId);
  const { last } = await columnEnds(db, cardId);
  const highest = returning.reduce(
    (rank, task) => (rank === undefined || task.rank > rank ? task.rank : rank),
    last?.rank,
  );
  const ranks = ranksAfter(highest, elsewhere.length);
  return elsewhere.map((task, index) => ({
    task,
    change: place({ ...task, project: card.project, card: cardId, rank: ranks[index] ?? 'V' }),
    back: place(task),
  }));
}

export async function placePlan(
  db: AccountDb,
  tasks: readonly Task[],
  cardId: string,
  { before, after }: Between,
): Promise<Plan> {
  const card = await findCard(db, cardId);
  if (card === undefined) return [];
  const ends = [before, after].filter((id) => id !== undefined);
  const rankOf = new Map((await tasksByIds(db, ends)).map(({ id, rank }) => [id, rank]));
  const last = after === undefined ? undefined : rankOf.get(after);
  let rank = before === undefined ? undefined : rankOf.get(before);
  return tasks.map((task) => {
    rank = rankBetween(rank, last);
    return {
      task,
      change: place({ ...task, project: card.project, card: cardId, rank }),
      back: place(task),
    };
  });
}

function place({ id, project, card, rank }: Task): Prepared {
  return taskMove.prepare({ id, project, card, rank });
}

function assignment(
  { id, project }: Task,
  assigned_to: string | null,
  assigned_users: readonly string[],
  isUndone = false,
): Prepared {
  const assigned = { id, project, assigned_to, assigned_users: [...assigned_users] };
  return taskAssign.prepare({ ...assigned, ...(isUndone && { taken_back: true }) });
}
