import * as v from 'valibot';
import { defineEntity } from './define-entity.ts';
import { added, field, instant, integer, nullableInstant, nullableText, text } from './fields.ts';

/** Kinds of events that a person is notified of. */
export const NOTIFICATION_KINDS = [
  'assigned',
  'mentioned',
  'completed',
  'reopened',
  'commented',
] as const;
export type NotificationKind = (typeof NOTIFICATION_KINDS)[number];

/**
 * A notification for one person about a task; its scope is that person's inbox. One row for each
 * kind and task (the id contains both), so that ten comments are one line with a count; an assigned
 * subtask has a row of its own. Written by the server alone, marked as read or removed by its
 * reader.
 */
export const notifications = defineEntity({
  table: 'notifications',
  stream: 'org',
  fields: {
    kind: field(v.picklist(NOTIFICATION_KINDS), 'text'),
    /** The latest actor. */
    actor: text(),
    project: text(),
    task: text(),
    comment: nullableText(),
    /** Subtask that was assigned; null: the event is about the task itself. */
    subtask: added(nullableText(), null),
    /** Reason of a task that was sent back; null for every other event. */
    reason: added(nullableText(), null),
    count: integer(),
    at: instant(),
    /** Time at which its reader marked it as read; null: unread. */
    read_at: added(nullableInstant(), null),
  },
});
export type Notification = ReturnType<typeof notifications.parse>;

/** Rows of older builds have no `read_at`. */
export function isRead({ read_at }: { readonly read_at?: string | null }): boolean {
  return typeof read_at === 'string';
}

/** @param about id of the task, or of the assigned subtask */
export function notificationId(kind: NotificationKind, about: string, orgUserId: string): string {
  return `${kind}.${about}.${orgUserId}`;
}
