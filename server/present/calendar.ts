import { organizations } from '../../model/entities/organization.ts';
import type { Project } from '../../model/entities/project.ts';
import { type Subtask, subtasks } from '../../model/entities/subtask.ts';
import { type Task, tasks } from '../../model/entities/task.ts';
import { type Todo, todos } from '../../model/entities/todo.ts';
import { isAssignee } from '../../model/permissions/task.ts';
import { plainText } from '../../model/shared/plain-text.ts';
import type { Calendar, CalendarEvent } from './icalendar.ts';
import { byId, visibleProjects } from './loaders.ts';
import { rowsById, rowOf, rowsOf } from './read-rows.ts';
import type { Reads } from './reads.ts';
import { findTasks } from './task-search.ts';

/** Tasks of one calendar: more than anybody reads, and few enough to send. */
const MOST_TASKS = 5_000;
/** UTF-16 units of a description: programs of calendars show a few lines. */
const LONGEST = 1_000;

/** What the links in a calendar need: the server's public address, without a slash at the end. */
interface Links {
  readonly publicUrl: string;
}

/**
 * Due dates of the person: tasks and subtasks assigned to them in active projects that they may see, unless they have
 * completed their part, and their own todos. Completed, archived and deleted ones have no event.
 */
export async function ownCalendar(reads: Reads, links: Links): Promise<Calendar> {
  const organization = await rowOf(reads, organizations, reads.actor.orgId);
  return { name: `Cairn: ${organization?.name ?? ''}`, events: await ownEvents(reads, links) };
}

/** An event and its task, or its todo: that of a subtask is about the task above it. */
interface OwnEvent extends CalendarEvent {
  readonly about: string;
}

/** The events of a person's calendar. */
export async function ownEvents(reads: Reads, { publicUrl }: Links): Promise<readonly OwnEvent[]> {
  const { orgUserId } = reads.actor;
  const seen = byId((await visibleProjects(reads)).filter(({ status }) => status));
  const search = { assignee: orgUserId, completed: false, due: true } as const;
  const found = await findTasks(reads, search, { limit: MOST_TASKS });
  const own = found.filter(
    (task) =>
      seen.has(task.project) && isAssignee(reads.actor, task) && !hasDone(reads.actor, task),
  );
  const parts = await ownSubtasks(reads, seen);
  const listed = await rowsOf(reads, todos, { where: { status: 0 } });
  return [
    ...own.flatMap((task) => taskEvent(task, seen.get(task.project), publicUrl)),
    ...parts.flatMap(({ subtask, task }) =>
      subtaskEvent({ subtask, task, project: seen.get(subtask.project) }, publicUrl),
    ),
    ...listed.flatMap((todo) => todoEvent(todo, publicUrl)),
  ];
}

/**
 * Due dates of a project's active tasks that are not completed. No events for a project that the person may not see
 * any more, or that is archived: a program that has subscribed then removes those that it has.
 */
export async function projectCalendar(
  reads: Reads,
  id: string,
  { publicUrl }: Links,
): Promise<Calendar> {
  const project = (await visibleProjects(reads)).find((one) => one.id === id && one.status);
  if (project === undefined) return { name: 'Cairn', events: [] };
  const search = { project: id, completed: false, due: true } as const;
  const found = await findTasks(reads, search, { limit: MOST_TASKS });
  return {
    name: `Cairn: ${project.name}`,
    events: found.flatMap((task) => taskEvent(task, project, publicUrl)),
  };
}

async function ownSubtasks(
  reads: Reads,
  seen: ReadonlyMap<string, Project>,
): Promise<readonly { readonly subtask: Subtask; readonly task: Task }[]> {
  const where = { assigned_to: reads.actor.orgUserId, status: 1, is_completed: 0 };
  const found = (await rowsOf(reads, subtasks, { where })).filter(
    ({ end_date, project }) => end_date !== null && seen.has(project),
  );
  const above = byId(
    await rowsById(
      reads,
      tasks,
      found.map(({ task }) => task),
    ),
  );
  return found.flatMap((subtask) => {
    const task = above.get(subtask.task);
    return task?.status === true ? [{ subtask, task }] : [];
  });
}

function taskEvent(
  task: Task,
  project: Project | undefined,
  publicUrl: string,
): readonly OwnEvent[] {
  if (task.end_date === null || project === undefined) return [];
  return [
    {
      ...eventOf(task, task.end_date, publicUrl),
      about: task.id,
      summary: task.name,
      description: descriptionOf(task),
      category: project.name,
      url: linkOf(project, task.id, publicUrl),
    },
  ];
}

function subtaskEvent(
  {
    subtask,
    task,
    project,
  }: { readonly subtask: Subtask; readonly task: Task; readonly project: Project | undefined },
  publicUrl: string,
): readonly OwnEvent[] {
  if (subtask.end_date === null || project === undefined) return [];
  return [
    {
      ...eventOf(subtask, subtask.end_date, publicUrl),
      about: task.id,
      summary: subtask.name,
      description: task.name,
      category: project.name,
      url: linkOf(project, task.id, publicUrl),
    },
  ];
}

function todoEvent(todo: Todo, publicUrl: string): readonly OwnEvent[] {
  if (todo.due_date === null) return [];
  return [
    {
      ...eventOf(todo, todo.due_date, publicUrl),
      about: todo.id,
      summary: todo.name,
      description: '',
      category: '',
      url: `${publicUrl}/home-view`,
    },
  ];
}

/** One of several assignees has ticked, or the only one has completed their part. */
function hasDone({ orgUserId }: Reads['actor'], task: Task): boolean {
  return task.assigned_users.length > 0
    ? Object.hasOwn(task.ticks, orgUserId)
    : task.is_completed_employee;
}

function descriptionOf({ description }: Task): string {
  const text = plainText(description);
  if (text.length <= LONGEST) return text;
  const cut = text.slice(0, LONGEST - 1);
  // Never within a character.
  return `${(cut.isWellFormed() ? cut : cut.slice(0, -1)).trimEnd()}…`;
}

function eventOf(
  { id, v, created_at }: Pick<Task, 'id' | 'v' | 'created_at'>,
  date: string,
  publicUrl: string,
): Pick<CalendarEvent, 'uid' | 'sequence' | 'createdAt' | 'date'> {
  return { uid: `${id}@${new URL(publicUrl).hostname}`, sequence: v, createdAt: created_at, date };
}

function linkOf({ slug }: Project, task: string, publicUrl: string): string {
  return `${publicUrl}/workspace/${encodeURIComponent(slug)}?task=${task}`;
}
