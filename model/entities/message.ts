import * as v from 'valibot';
import { defineEntity } from './define-entity.ts';

/** Where a message stands that the server has not numbered yet: behind all others. */
const AT_THE_END = Number.MAX_SAFE_INTEGER;

/**
 * A chat message (sessions spec, 3). Its scope is its conversation. `seq` is its number there, 1, 2, 3 ..., given by
 * the server when it takes the message in; 0 until then. Deleting is soft, so that no number is ever missing.
 */
export const messages = defineEntity(
  {
    table: 'messages',
    stream: 'org',
    fields: {
      seq: v.number(),
      author: v.string(),
      text: v.string(),
      reply_to: v.nullable(v.string()),
      attachment: v.nullable(v.string()),
      edited: v.boolean(),
      deleted: v.boolean(),
      created_at: v.string(),
    },
    columns: {
      seq: 'integer',
      author: 'text',
      text: 'text',
      reply_to: 'text',
      attachment: 'text',
      edited: 'boolean',
      deleted: 'boolean',
      created_at: 'text',
    },
    indexes: ['[scope+place+created_at+id]'],
    files: ['attachment'],
    erase: { fields: ['text', 'attachment'], when: 'at-once' },
    window: { by: 'seq', size: 50 },
  },
  (row) => ({ place: row.seq === 0 ? AT_THE_END : row.seq }),
);
export type Message = ReturnType<typeof messages.parse>;
