import * as v from 'valibot';
import { notifications } from '../../entities/notification.ts';
import { inboxScope } from '../../entities/scopes.ts';
import { notFound } from '../../permissions/project.ts';
import { instantSchema } from '../../shared/dates.ts';
import { idSchema } from '../../shared/ids.ts';
import { message } from '../../shared/message.ts';
import { defineMutation, effect } from '../define-mutation.ts';

/**
 * Removes notifications that their reader has opened, up to the time they were displayed; later
 * ones stay.
 */
export const notificationClear = defineMutation({
  name: 'notification-clear',
  schema: v.strictObject({ id: v.pipe(idSchema, v.maxLength(80)), upto: instantSchema }),
  refs: ({ id }) => [{ table: 'notifications', id }],
  parents: () => [],
  gather: ({ id }, read) => read.get(notifications, id),
  authorise: (_args, row, actor) =>
    row === undefined || row.scope === inboxScope(actor.orgUserId) ? undefined : notFound(),
  effects: ({ id, upto }) => [
    effect(notifications, id, (row) => (row !== undefined && row.at > upto ? row : undefined)),
  ],
  rest: {
    method: 'PATCH',
    path: 'notification/clear/:id/',
    bodyFields: ['upto'],
    toBody: ({ upto }) => ({ upto }),
    fromRest: async ({ params, body }) => ({ id: params['id'], upto: body['upto'] }),
  },
  describe: () => message('Clear a notification'),
  merge: (_earlier, later) => later,
});
