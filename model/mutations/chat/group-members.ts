import * as v from 'valibot';
import { groupMembers, NOT_KNOWN_YET } from '../../entities/group-member.ts';
import { groups } from '../../entities/group.ts';
import { mayChangeGroup } from '../../permissions/chat.ts';
import { notFound } from '../../permissions/project.ts';
import { refuse } from '../../shared/errors.ts';
import { idSchema, memberId } from '../../shared/ids.ts';
import { message, type Message } from '../../shared/message.ts';
import { areColleagues, isInGroup } from '../context/chat-context.ts';
import { defineMutation, effect } from '../define-mutation.ts';
import { seqSchema } from './chat-seen.ts';
import { membership, peopleSchema } from './group-create.ts';

/**
 * Add Member, remove one, or leave (remove oneself): sessions spec, 2. People are added and removed
 * one by one, so that two simultaneous changes both take effect. A plain client's `members` is the
 * whole list without or with the caller, who stays in any case. `since` reverts a removal: the field of that name in
 * the former memberships, by person, so that what was unread for them still is. The server limits it to the newest
 * message.
 */
export const groupMembersChange = defineMutation({
  name: 'group-members',
  schema: v.strictObject({
    id: idSchema,
    add: peopleSchema,
    remove: peopleSchema,
    since: v.optional(v.record(idSchema, seqSchema)),
  }),
  refs: ({ id, add, remove }) => [
    { table: 'groups', id },
    ...[...add, ...remove].map((person) => ({ table: 'group_members', id: memberId(id, person) })),
  ],
  parents: () => [],
  gather: async ({ id, add }, read, actor) => ({
    group: await read.get(groups, id),
    isMember: await isInGroup(read, actor, id),
    known: await areColleagues(read, add),
  }),
  authorise: ({ remove }, { group, isMember, known }, actor) => {
    if (group === undefined) return notFound();
    const removesOthers = remove.some((person) => person !== actor.orgUserId);
    return (
      mayChangeGroup(actor, group, { isMember, removesOthers }) ??
      (known ? undefined : refuse('invalid', /*i18n*/ 'Choose people of the organisation'))
    );
  },
  effects: ({ id, add, remove, since = {} }, { at }) => [
    ...add.map((person) => membership(id, person, { at, since: since[person] ?? NOT_KNOWN_YET })),
    ...remove.map((person) => effect(groupMembers, memberId(id, person), () => undefined)),
  ],
  rest: {
    method: 'PATCH',
    path: 'groups/:id/update/',
    bodyFields: ['members', 'add', 'remove', 'since'],
    toBody: ({ add, remove, since }) => ({ add, remove, ...(since !== undefined && { since }) }),
    fromRest: async ({ params, body }, { chat }) => {
      const id = await chat.groupOf(params['id']);
      const { add = [], remove = [], since } = body;
      const change =
        'members' in body ? await chat.membersTo(id, body['members']) : { add, remove };
      return { id, ...change, ...(since !== undefined && { since }) };
    },
  },
  describe: ({ add, remove }) => changeOf(add.length, remove.length),
  success: (_args, person) => message('{person} removed from the channel', { person }),
});

function changeOf(added: number, removed: number): Message {
  if (removed === 0) {
    return added === 1
      ? message('Add a channel member')
      : message('Add {count} channel members', { count: added });
  }
  return added === 0
    ? message('Remove a channel member')
    : message('Change the members of a channel');
}
