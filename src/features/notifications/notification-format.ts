import type { Notification } from '../../../model/entities/notification.ts';
import { i18n } from '../../i18n/i18n.ts';

/** What the text depends on; rows of older builds have no `subtask` and no `reason`. */
type NotifiedEvent = Pick<Notification, 'kind' | 'count'> &
  Partial<Pick<Notification, 'subtask' | 'reason'>>;

/** Text of a notification. `task` is the task's name, undefined when the row is not on this device. */
export function textOf(
  { kind, count, subtask = null, reason = null }: NotifiedEvent,
  name: string,
  task: string | undefined,
): string {
  if (task === undefined) return textOfUnknown({ kind, count, subtask, reason }, name);
  switch (kind) {
    case 'assigned':
      return subtask === null
        ? i18n.t('{name} assigned “{task}” to you', { name, task })
        : i18n.t('{name} assigned a subtask of “{task}” to you', { name, task });
    case 'mentioned':
      return count > 1
        ? i18n.t('{name} and others mentioned you {count} times on “{task}”', { name, count, task })
        : i18n.t('{name} mentioned you on “{task}”', { name, task });
    case 'completed':
      return i18n.t('{name} completed “{task}”', { name, task });
    case 'reopened':
      return reason === null
        ? i18n.t('{name} reopened “{task}”', { name, task })
        : i18n.t('{name} sent “{task}” back: {reason}', { name, task, reason });
    case 'commented':
      return count > 1
        ? i18n.t('{count} new comments on “{task}”', { count, task })
        : i18n.t('{name} commented on “{task}”', { name, task });
  }
}

function textOfUnknown(
  { kind, count, subtask, reason = null }: NotifiedEvent,
  name: string,
): string {
  switch (kind) {
    case 'assigned':
      return subtask === null
        ? i18n.t('{name} assigned a task to you', { name })
        : i18n.t('{name} assigned a subtask to you', { name });
    case 'mentioned':
      return count > 1
        ? i18n.t('{name} and others mentioned you {count} times on a task', { name, count })
        : i18n.t('{name} mentioned you on a task', { name });
    case 'completed':
      return i18n.t('{name} completed a task', { name });
    case 'reopened':
      return reason === null
        ? i18n.t('{name} reopened a task', { name })
        : i18n.t('{name} sent a task back: {reason}', { name, reason });
    case 'commented':
      return count > 1
        ? i18n.t('{count} new comments on a task', { count })
        : i18n.t('{name} commented on a task', { name });
  }
}
