import { isoSeconds } from '../../../model/shared/dates.ts';
import { memberId } from '../../../model/shared/ids.ts';
import type { ActivityDeps, ProjectCast } from '../example-activity.ts';
import type { DemoProject } from '../projects/demo-project.ts';
import { type Ago, dayAfter, type DemoEvent, HOUR_MS, timeOf } from '../timeline.ts';
import type { FeaturedTask } from './featured-task.ts';

export interface FeaturedDeps extends ActivityDeps {
  /** The organisation user of an address. */
  readonly idOf: (email: string) => string;
  /** A text with its mentions as they are stored. */
  readonly withMentions: (text: string) => string;
}

/** Events of the tasks that the project describes one by one, in no order. */
export function featuredActivity(
  deps: FeaturedDeps,
  project: DemoProject,
  cast: ProjectCast,
): readonly DemoEvent[] {
  return project.featured.flatMap((task) => {
    const sameCard = project.featured.filter(({ card }) => card === task.card);
    const last = cast.cards.length - 1;
    return taskActivity(deps, cast, {
      ...task,
      id: deps.newIdAt(createdAt(deps, task)),
      order: task.card === last ? 0 : sameCard.indexOf(task),
    });
  });
}

interface PlacedTask extends FeaturedTask {
  readonly id: string;
  /** Position on its card, from 0. */
  readonly order: number;
}

function taskActivity(
  deps: FeaturedDeps,
  cast: ProjectCast,
  task: PlacedTask,
): readonly DemoEvent[] {
  const { now, idOf } = deps;
  const comments = (task.comments ?? []).map(({ who, at, text, file }): DemoEvent => ({
    at: timeOf(now, at),
    who: idOf(who),
    method: 'POST',
    path: 'comment/create/',
    body: { id: deps.newId(), task: task.id, comment: deps.withMentions(text) },
    ...(file !== undefined && { files: { attachment: file } }),
  }));
  return [
    creation(deps, cast, task),
    ...subtaskEvents(deps, task),
    ...fileEvents(deps, task),
    ...comments,
    ...progress(deps, cast, task),
  ];
}

/** Milliseconds since 1970, UTC. */
function createdAt({ now }: FeaturedDeps, { age }: FeaturedTask): number {
  return timeOf(now, `${age}d 9:20`);
}

function creation(deps: FeaturedDeps, cast: ProjectCast, task: PlacedTask): DemoEvent {
  const { now, idOf } = deps;
  const member = (email: string) => memberId(cast.projectId, idOf(email));
  const people = task.assignees.map(member);
  const isShared = people.length > 1;
  const start = task.start ?? Math.min(2 - task.age, task.due ?? 0);
  return {
    at: createdAt(deps, task),
    who: idOf(task.creator),
    method: 'POST',
    path: isShared ? 'multiple-user/task/create/' : 'task/create/',
    body: {
      id: task.id,
      name: task.name,
      description: task.description,
      project_card: cast.cards[0],
      order: task.card === 0 ? task.order : 0,
      flag: deps.flags[task.priority],
      label: cast.labels.get(task.label) ?? null,
      start_date: task.due === null ? null : dayAfter(now, start),
      end_date: task.due === null ? null : dayAfter(now, task.due),
      collaborators: (task.collaborators ?? []).map(member),
      status: true,
      ...(isShared ? { assigned_users: people } : { assigned_to: people[0] }),
    },
    ...(task.picture !== undefined && {
      files: { document: { photo: task.picture, name: `${task.picture}.jpg` } },
    }),
  };
}

/** Subtasks are added with the task; the completed ones were ticked one after the other until yesterday afternoon. */
function subtaskEvents(deps: FeaturedDeps, task: PlacedTask): readonly DemoEvent[] {
  const { now, idOf } = deps;
  const subtasks = task.subtasks ?? [];
  const from = timeOf(now, `${task.age - 1}d 11:00`);
  const to = timeOf(now, '1d 15:00');
  const [assignee = task.creator] = task.assignees;
  return subtasks.flatMap(([name, isDone], index) => {
    const id = deps.newId();
    const created: DemoEvent = {
      at: timeOf(now, `${task.age}d 9:40`),
      who: idOf(task.creator),
      method: 'POST',
      path: 'sub-task/create/',
      body: { id, task: task.id, name, is_completed: false },
    };
    const done: DemoEvent = {
      at: from + ((to - from) * (index + 1)) / subtasks.length,
      who: idOf(assignee),
      method: 'PATCH',
      path: `sub-task/update-destroy/${id}/`,
      body: { is_completed: true, task: task.id },
    };
    return isDone ? [created, done] : [created];
  });
}

/** The creator adds the files on the day after, a minute apart. */
function fileEvents({ now, idOf, newId }: FeaturedDeps, task: PlacedTask): readonly DemoEvent[] {
  return (task.files ?? []).map(({ caption = '', ...file }, index): DemoEvent => ({
    at: timeOf(now, `${task.age - 1}d 13:${10 + index}`),
    who: idOf(task.creator),
    method: 'POST',
    path: 'task-file/create/',
    body: { id: newId(), task: task.id, caption },
    files: { file },
  }));
}

/** Its way over the board, the ticks of its people, and its acceptance. */
function progress(deps: FeaturedDeps, cast: ProjectCast, task: PlacedTask): readonly DemoEvent[] {
  const { now, idOf } = deps;
  const update = (at: number, who: string, body: DemoEvent['body']): DemoEvent => ({
    at,
    who: idOf(who),
    method: 'PATCH',
    path: `task/update-destroy/${task.id}/`,
    body,
  });
  const [assignee = task.creator] = task.assignees;
  const arrival: Ago = task.ticked ?? `${Math.max(1, task.age - 2)}d 10:15`;
  const events: DemoEvent[] = [];
  if (task.card > 0) {
    const place = { project_card: cast.cards[task.card], order: task.order };
    events.push(update(timeOf(now, arrival), assignee, place));
  }
  if (task.ticked === undefined) return events;
  const at = timeOf(now, task.ticked);
  for (const person of task.assignees) {
    events.push(
      update(at, person, { is_completed_employee: true, is_completed_emp_at: isoSeconds(at) }),
    );
  }
  if (task.isWaiting === true) return events;
  const accepted = at + 2 * HOUR_MS;
  events.push(
    update(accepted, task.creator, { is_completed: true, is_completed_at: isoSeconds(accepted) }),
  );
  return events;
}
