import { defineEntity } from './define-entity.ts';
import { added, integer, text } from './fields.ts';

/**
 * How far one person has come in one conversation: numbers of messages. `delivered`: up to there one of their devices has
 * it; `seen`: up to there they have looked at it; both only grow. `back`: of what was written before they came, they have
 * looked at everything from this number on; 0 for nothing. Rows of older builds have none.
 */
export const messageMarks = defineEntity({
  table: 'message_marks',
  stream: 'org',
  fields: {
    organization_user: text(),
    seen: integer(),
    delivered: integer(),
    back: added(integer(), 0),
  },
});
export type MessageMark = ReturnType<typeof messageMarks.parse>;

export function messageMarkId(conversation: string, orgUserId: string): string {
  return `${conversation}.${orgUserId}`;
}

/** The further back of two `back`s. */
export function furtherBack(one: number, other: number): number {
  return one === 0 || other === 0 ? Math.max(one, other) : Math.min(one, other);
}
