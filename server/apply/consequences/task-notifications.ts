import * as v from 'valibot';
import { comments } from '../../../model/entities/comment.ts';
import { notifications } from '../../../model/entities/notification.ts';
import { inboxScope } from '../../../model/entities/scopes.ts';
import { type Subtask, subtasks } from '../../../model/entities/subtask.ts';
import { type Task, tasks } from '../../../model/entities/task.ts';
import { memberOrgUser } from '../../../model/shared/ids.ts';
import { mentionsOf } from '../../../model/shared/mentions.ts';
import { textOf } from '../../store/sql.ts';
import type { Consequence, ConsequenceContext } from '../consequence.ts';
import { assigneesOf, notify } from '../notify.ts';

const aboutRow = v.object({ id: v.string() });
const aboutComment = v.object({ id: v.string(), comment: v.string() });
const ticked = v.object({ id: v.string(), done: v.boolean() });

/** Notifies the assignees of a new task. */
const taskCreated = onMutation('task-create', async (context) => {
  const task = await taskOf(context);
  if (task !== undefined)
    await notify(context, { kind: 'assigned', task, people: assigneesOf(task) });
});

/** Notifies new assignees only. */
const taskAssigned: Consequence = {
  mutation: 'task-assign',
  replacesEffects: false,
  before: async (context) => {
    const task = await taskOf(context);
    return task === undefined ? [] : assigneesOf(task);
  },
  apply: async (context, before) => {
    const task = await taskOf(context);
    if (task === undefined) return undefined;
    const had = v.parse(v.fallback(v.array(v.string()), []), before);
    const people = assigneesOf(task).filter((person) => !had.includes(person));
    await notify(context, { kind: 'assigned', task, people });
    return undefined;
  },
};

/** Notifies the new assignee of a subtask. */
const subtaskAssigned: Consequence = {
  mutation: 'subtask-assign',
  replacesEffects: false,
  before: async (context) => (await subtaskOf(context))?.assigned_to ?? null,
  apply: async (context, before) => {
    const subtask = await subtaskOf(context);
    if (subtask === undefined || subtask.assigned_to === before) return undefined;
    const task = await context.tx.get(tasks, { orgId: context.actor.orgId }, subtask.task);
    if (task === undefined) return undefined;
    const people = [subtask.assigned_to];
    await notify(context, { kind: 'assigned', task, people, subtask: subtask.id });
    return undefined;
  },
};

/** Notifies the author of the task when all assignees have ticked it or one of them unticks it. */
const taskTicked = completion('task-complete-employee', {
  isDone: (task) => task.is_completed_employee,
  people: (task) => [task.created_by],
});

/** Notifies the assignees when the author completes or reopens the task. */
const taskCompleted = completion('task-complete', {
  isDone: (task) => task.is_completed,
  people: (task) => [...assigneesOf(task), task.created_by],
});

const commentCreated = onMutation('comment-create', async (context) => {
  const { id, comment } = v.parse(aboutComment, context.args);
  const task = await taskOfComment(context, id);
  if (task === undefined) return;
  const people = mentionsOf(comment);
  const notified = await notify(context, { kind: 'mentioned', task, people, comment: id });
  const others = [task.created_by, ...assigneesOf(task), ...task.collaborators];
  const rest = others.filter((person) => !notified.includes(person));
  await notify(context, { kind: 'commented', task, people: rest, comment: id });
});

/** Notifies people whom an edit mentions as a new comment would; people mentioned before are not notified again. */
const commentEdited: Consequence = {
  mutation: 'comment-edit',
  replacesEffects: false,
  before: async ({ args, actor, tx }) => {
    const { id } = v.parse(aboutComment, args);
    return mentionsOf((await tx.get(comments, { orgId: actor.orgId }, id))?.comment ?? '');
  },
  apply: async (context, before) => {
    const { id, comment } = v.parse(aboutComment, context.args);
    const had = v.parse(v.fallback(v.array(v.string()), []), before);
    const people = mentionsOf(comment).filter((person) => !had.includes(person));
    const task = people.length === 0 ? undefined : await taskOfComment(context, id);
    if (task === undefined) return undefined;
    await notify(context, { kind: 'mentioned', task, people, comment: id });
    return undefined;
  },
};

/** Deletes the project's notifications of a person who leaves it. */
const memberRemoved = onMutation('member-remove', async ({ args, actor, tx }) => {
  const { id } = v.parse(aboutRow, args);
  const [project = ''] = id.split('.');
  const person = memberOrgUser(project, id);
  if (person === undefined) return;
  const rows = await (
    await tx.sql()
  ).all('select id from notifications where org_id = ? and scope = ? and project = ?', [
    actor.orgId,
    inboxScope(person),
    project,
  ]);
  for (const row of rows) await tx.remove(notifications, { orgId: actor.orgId }, textOf(row, 'id'));
});

export const TASK_NOTIFICATIONS: readonly Consequence[] = [
  taskCreated,
  taskAssigned,
  subtaskAssigned,
  taskTicked,
  taskCompleted,
  commentCreated,
  commentEdited,
  memberRemoved,
];

function onMutation(
  mutation: string,
  notify: (context: ConsequenceContext) => Promise<void>,
): Consequence {
  return {
    mutation,
    replacesEffects: false,
    apply: async (context) => {
      await notify(context);
      return undefined;
    },
  };
}

interface Completion {
  readonly isDone: (task: Task) => boolean;
  readonly people: (task: Task) => readonly (string | null)[];
}

function completion(mutation: string, { isDone, people }: Completion): Consequence {
  return {
    mutation,
    replacesEffects: false,
    before: async (context) => {
      const task = await taskOf(context);
      return task !== undefined && isDone(task);
    },
    apply: async (context, before) => {
      v.parse(ticked, context.args);
      const task = await taskOf(context);
      // A tick that does not complete the task yet notifies nobody.
      if (task === undefined || isDone(task) === before) return undefined;
      const kind = isDone(task) ? 'completed' : 'reopened';
      await notify(context, { kind, task, people: people(task) });
      return undefined;
    },
  };
}

function taskOf({ args, actor, tx }: ConsequenceContext): Promise<Task | undefined> {
  return tx.get(tasks, { orgId: actor.orgId }, v.parse(aboutRow, args).id);
}

function subtaskOf({ args, actor, tx }: ConsequenceContext): Promise<Subtask | undefined> {
  return tx.get(subtasks, { orgId: actor.orgId }, v.parse(aboutRow, args).id);
}

async function taskOfComment(
  { actor, tx }: ConsequenceContext,
  id: string,
): Promise<Task | undefined> {
  const place = { orgId: actor.orgId };
  const comment = await tx.get(comments, place, id);
  return comment === undefined ? undefined : tx.get(tasks, place, comment.task);
}
