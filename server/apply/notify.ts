import {
  isRead,
  type NotificationKind,
  notificationId,
  notifications,
} from '../../model/entities/notification.ts';
import { projectMutes } from '../../model/entities/project-mute.ts';
import { inboxScope } from '../../model/entities/scopes.ts';
import { taskMutes } from '../../model/entities/task-mute.ts';
import type { Task } from '../../model/entities/task.ts';
import { teamMembers } from '../../model/entities/team-member.ts';
import type { Actor } from '../../model/permissions/actor.ts';
import { memberId } from '../../model/shared/ids.ts';
import type { WriteTx } from '../writer/writer-types.ts';

export interface NewNotification {
  readonly kind: NotificationKind;
  readonly task: Task;
  /** Organisation users; the author, people outside the project and people who have muted it or the task are left out. */
  readonly people: readonly (string | null)[];
  readonly comment?: string;
  /** The assigned subtask of the task. */
  readonly subtask?: string;
  /** Why the task was sent back. */
  readonly reason?: string;
}

interface Notifications {
  readonly tx: WriteTx;
  readonly actor: Actor;
}

/** Kinds that replace each other: a task is completed or reopened, not both. */
const OPPOSITE: Partial<Readonly<Record<NotificationKind, NotificationKind>>> = {
  completed: 'reopened',
  reopened: 'completed',
};

/** Writes notifications for people, one row for each kind and task, in the transaction of the change. */
export async function notify(
  { tx, actor }: Notifications,
  notification: NewNotification,
): Promise<readonly string[]> {
  const { kind, task, people, comment, subtask } = notification;
  const place = { orgId: actor.orgId };
  const notified: string[] = [];
  const isMuted = async (id: string, person: string) =>
    (await tx.get(taskMutes, place, memberId(id, person))) !== undefined;
  for (const person of new Set(people)) {
    if (person === null || person === actor.orgUserId) continue;
    const inProject = memberId(task.project, person);
    if ((await tx.get(teamMembers, place, inProject)) === undefined) continue;
    if ((await tx.get(projectMutes, place, inProject)) !== undefined) continue;
    if (kind !== 'mentioned' && (await isMuted(task.id, person))) continue;
    const opposite = OPPOSITE[kind];
    if (opposite !== undefined) {
      await tx.remove(notifications, place, notificationId(opposite, task.id, person));
    }
    const id = notificationId(kind, subtask ?? task.id, person);
    const before = await tx.get(notifications, place, id);
    await tx.put(notifications, place, {
      id,
      scope: inboxScope(person),
      v: 0,
      kind,
      actor: actor.orgUserId,
      project: task.project,
      task: task.id,
      comment: comment ?? null,
      subtask: subtask ?? null,
      reason: notification.reason ?? null,
      count: (before === undefined || isRead(before) ? 0 : before.count) + 1,
      at: new Date(tx.at).toISOString(),
      read_at: null,
    });
    notified.push(person);
  }
  return notified;
}

/** All assignees of a task. */
export function assigneesOf(task: Pick<Task, 'assigned_to' | 'assigned_users'>): readonly string[] {
  return task.assigned_to === null ? task.assigned_users : [task.assigned_to];
}
