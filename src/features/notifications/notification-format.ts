import type { Notification } from '../../../model/entities/notification.ts';

/** Text of a notification. `task` is the task's name, undefined when the row is not on this device. */
export function textOf(
  { kind, count }: Pick<Notification, 'kind' | 'count'>,
  name: string,
  task: string | undefined,
): string {
  const what = task === undefined ? 'a task' : `“${task}”`;
  switch (kind) {
    case 'assigned':
      return `${name} assigned ${what} to you`;
    case 'mentioned':
      return count > 1
        ? `${name} and others mentioned you ${count} times on ${what}`
        : `${name} mentioned you on ${what}`;
    case 'completed':
      return `${name} completed ${what}`;
    case 'reopened':
      return `${name} reopened ${what}`;
    case 'commented':
      return count > 1 ? `${count} new comments on ${what}` : `${name} commented on ${what}`;
  }
}
