import * as v from 'valibot';
import { notifications } from '../../entities/notification.ts';
import { inboxScope } from '../../entities/scopes.ts';
import { notFound } from '../../permissions/project.ts';
import { instantSchema } from '../../shared/dates.ts';
import { distinctIdsSchema } from '../../shared/ids.ts';
import { message } from '../../shared/message.ts';
import { change, defineMutation } from '../define-mutation.ts';
import { flagField, listField } from '../rest-fields.ts';

/**
 * Marks the reader's own notifications as read, up to the time at which they were displayed, or as
 * unread. A later event on the same task makes its notification unread again.
 */
export const notificationRead = defineMutation({
  name: 'notification-read',
  schema: v.strictObject({
    ids: v.pipe(distinctIdsSchema(200), v.minLength(1, 'is required')),
    upto: instantSchema,
    read: v.boolean(),
  }),
  refs: ({ ids }) => ids.map((id) => ({ table: 'notifications', id })),
  parents: () => [],
  gather: async ({ ids }, read) => {
    const rows = [];
    for (const id of ids) rows.push(await read.get(notifications, id));
    return rows;
  },
  authorise: (_args, rows, actor) =>
    rows.every((row) => row === undefined || row.scope === inboxScope(actor.orgUserId))
      ? undefined
      : notFound(),
  effects: ({ ids, upto, read }, { at }) =>
    ids.map((id) =>
      change(notifications, id, (row) => {
        if (!read) return { ...row, read_at: null };
        return row.at > upto ? row : { ...row, read_at: row.read_at ?? new Date(at).toISOString() };
      }),
    ),
  rest: {
    method: 'POST',
    path: 'notification/read/',
    bodyFields: ['ids', 'upto', 'read'],
    toBody: ({ ids, upto, read }) => ({ ids, upto, read }),
    fromRest: async ({ body }) => ({
      ids: listField(body, 'ids'),
      upto: body['upto'],
      read: flagField(body, 'read'),
    }),
  },
  describe: ({ read }) =>
    read ? message('Mark notifications as read') : message('Mark notifications as unread'),
});
