import * as v from 'valibot';
import { defineEntity } from './define-entity.ts';

/**
 * How far one person has come in one conversation: numbers of messages, which only grow. `delivered`: up to there one of
 * their devices has it; `seen`: up to there they have looked at it.
 */
export const messageMarks = defineEntity({
  table: 'message_marks',
  stream: 'org',
  fields: { organization_user: v.string(), seen: v.number(), delivered: v.number() },
  columns: { organization_user: 'text', seen: 'integer', delivered: 'integer' },
});
export type MessageMark = ReturnType<typeof messageMarks.parse>;

export function messageMarkId(conversation: string, orgUserId: string): string {
  return `${conversation}.${orgUserId}`;
}
