import * as v from 'valibot';
import { reminderReads } from '../../entities/reminder-read.ts';
import { PERSONAL_SCOPE } from '../../entities/scopes.ts';
import { instantSchema } from '../../shared/dates.ts';
import { distinctIdsSchema } from '../../shared/ids.ts';
import { message } from '../../shared/message.ts';
import { defineMutation, effect } from '../define-mutation.ts';
import { listField, nullableField } from '../rest-fields.ts';

/**
 * Marks the reminders of tasks and todos as read up to a time, or as unread (null). Two devices that mark at the same
 * time keep the later one.
 */
export const reminderRead = defineMutation({
  name: 'reminder-read',
  schema: v.strictObject({
    ids: v.pipe(distinctIdsSchema(200), v.minLength(1, 'is required')),
    upto: v.nullable(instantSchema),
  }),
  refs: ({ ids }) => ids.map((id) => ({ table: 'reminder_reads', id })),
  parents: () => [],
  gather: () => Promise.resolve(undefined),
  authorise: () => undefined,
  effects: ({ ids, upto }) =>
    ids.map((id) =>
      effect(reminderReads, id, (row) => {
        if (upto === null) return undefined;
        if (row !== undefined && row.read_at >= upto) return row;
        return { ...row, id, scope: PERSONAL_SCOPE, v: row?.v ?? 0, read_at: upto };
      }),
    ),
  rest: {
    method: 'POST',
    path: 'reminder/read/',
    bodyFields: ['ids', 'upto'],
    toBody: ({ ids, upto }) => ({ ids, upto }),
    fromRest: async ({ body }) => ({
      ids: listField(body, 'ids'),
      upto: nullableField(body, 'upto'),
    }),
  },
  describe: ({ upto }) =>
    upto === null ? message('Mark reminders as unread') : message('Mark reminders as read'),
});
