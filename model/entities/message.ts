import * as v from 'valibot';
import { defineEntity } from './define-entity.ts';
import { added, bool, field, file, instant, integer, nullableText, text } from './fields.ts';

/** Sort position of a message without a number: after all others. */
const AT_THE_END = Number.MAX_SAFE_INTEGER;

/** Most different reactions to one message. */
export const MOST_REACTIONS = 20;

/**
 * A chat message (sessions spec, 3). Its scope is its conversation. `seq` is its number there, 1,
 * 2, 3 ..., assigned by the server when it accepts the message; 0 until then. Deleting is soft, so
 * that no number is ever missing.
 */
export const messages = defineEntity(
  {
    table: 'messages',
    stream: 'org',
    fields: {
      seq: integer({ csv: 'Number' }),
      author: text({ refers: 'people', csv: 'Author' }),
      text: text({ csv: 'Message' }),
      reply_to: nullableText(),
      attachment: file({ csv: 'Attachment' }),
      edited: bool({ csv: 'Edited' }),
      deleted: bool({ csv: 'Deleted' }),
      /** Ids of the people by the emoji with which they reacted. */
      reactions: added(
        field(v.record(v.string(), v.array(v.string())), 'json', { isQuiet: true }),
        {},
      ),
      created_at: instant({ csv: 'Written at' }),
    },
    indexes: ['[scope+place+created_at+id]'],
    erase: { fields: ['text', 'attachment'], when: 'at-once' },
    ranged: { by: 'seq', size: 50 },
  },
  (row) => ({ place: row.seq === 0 ? AT_THE_END : row.seq }),
);
export type Message = ReturnType<typeof messages.parse>;

/** Ids of the people who reacted to a message, by emoji. Rows of older builds have none. */
export function reactionsOf({
  reactions = {},
}: {
  readonly reactions?: Message['reactions'];
}): Message['reactions'] {
  return reactions;
}
