import { defineEntity } from './define-entity.ts';
import * as v from 'valibot';
import { added, field, integer, text } from './fields.ts';

/**
 * One person's position in one conversation, as numbers of messages. `delivered`: one of their
 * devices has the messages up to it; `seen`: they have seen the messages up to it; both only grow.
 * `back`: of the messages before they joined, they have seen all from this number on; 0 for none.
 * `own`: number of their own messages that are new to them by `seen`, or by the number with which they joined: a device
 * has the newest messages alone, and cannot count it. Written by the server; null: not counted. Rows of older builds
 * have neither.
 */
export const messageMarks = defineEntity({
  table: 'message_marks',
  stream: 'org',
  fields: {
    organization_user: text(),
    seen: integer(),
    delivered: integer(),
    back: added(integer(), 0),
    own: added(field(v.nullable(v.number()), 'integer'), null),
  },
});
export type MessageMark = ReturnType<typeof messageMarks.parse>;

export function messageMarkId(conversation: string, orgUserId: string): string {
  return `${conversation}.${orgUserId}`;
}

/** The smaller of two `back` values, of which 0 is none. */
export function furtherBack(one: number, other: number): number {
  return one === 0 || other === 0 ? Math.max(one, other) : Math.min(one, other);
}
