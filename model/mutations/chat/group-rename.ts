import * as v from 'valibot';
import { groups } from '../../entities/group.ts';
import { mayChangeGroup } from '../../permissions/chat.ts';
import { notFound } from '../../permissions/project.ts';
import { idSchema } from '../../shared/ids.ts';
import { message } from '../../shared/message.ts';
import { nameSchema } from '../../shared/text.ts';
import { isInGroup } from '../context/chat-context.ts';
import { change, defineMutation } from '../define-mutation.ts';

/** Renames a channel; every member may. */
export const groupRename = defineMutation({
  name: 'group-rename',
  schema: v.strictObject({ id: idSchema, name: nameSchema }),
  refs: ({ id }) => [{ table: 'groups', id }],
  parents: () => [],
  gather: async ({ id }, read, actor) => ({
    group: await read.get(groups, id),
    isMember: await isInGroup(read, actor, id),
  }),
  authorise: (_args, { group, isMember }, actor) =>
    group === undefined
      ? notFound()
      : mayChangeGroup(actor, group, { isMember, removesOthers: false }),
  effects: ({ id, name }) => [change(groups, id, (row) => ({ ...row, name }))],
  rest: {
    method: 'PATCH',
    path: 'groups/:id/update/',
    bodyFields: ['name'],
    toBody: ({ name }) => ({ name }),
    fromRest: async ({ params, body }, { chat }) => ({
      id: await chat.groupOf(params['id']),
      name: body['name'],
    }),
  },
  describe: ({ name }) => message('Rename channel to "{name}"', { name }),
  ownText: ({ name }) => name,
  merge: (_earlier, later) => later,
});
