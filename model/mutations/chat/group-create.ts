import * as v from 'valibot';
import { groupMembers } from '../../entities/group-member.ts';
import { groups } from '../../entities/group.ts';
import { groupScope } from '../../entities/scopes.ts';
import { refuse } from '../../shared/errors.ts';
import { distinctIdsSchema, memberId, uuidSchema } from '../../shared/ids.ts';
import { message } from '../../shared/message.ts';
import { nameSchema } from '../../shared/text.ts';
import { areColleagues } from '../context/chat-context.ts';
import { defineMutation, effect } from '../define-mutation.ts';

/** Maximum number of people in one call; an organisation's whole staff fits. */
export const peopleSchema = distinctIdsSchema(1_000);

/**
 * Create New Group (sessions spec, 2). The creator is a member; `members` are the others,
 * organisation users.
 */
export const groupCreate = defineMutation({
  name: 'group-create',
  schema: v.strictObject({ id: uuidSchema, name: nameSchema, members: peopleSchema }),
  refs: ({ id }) => [{ table: 'groups', id }],
  parents: () => [],
  gather: ({ members }, read) => areColleagues(read, members),
  authorise: (_args, known) =>
    known ? undefined : refuse('invalid', /*i18n*/ 'Choose people of the organisation'),
  effects: ({ id, name, members }, { actor, at }) => [
    effect(groups, id, (row) => ({
      ...row,
      id,
      scope: groupScope(id),
      v: row?.v ?? 0,
      number: row?.number ?? null,
      name,
      created_by: actor.orgUserId,
      created_at: new Date(at).toISOString(),
    })),
    ...[...new Set([actor.orgUserId, ...members])].map((person) =>
      membership(id, person, { at, since: 0 }),
    ),
  ],
  rest: {
    method: 'POST',
    path: 'groups/create/',
    bodyFields: ['id', 'name', 'members', 'organization_users'],
    toBody: ({ id, name, members }) => ({ id, name, organization_users: members }),
    fromRest: async ({ body }, { newId, chat }) => ({
      id: body['id'] ?? newId(),
      name: body['name'],
      members: body['organization_users'] ?? (await chat.peopleOf(body['members'])),
    }),
  },
  describe: ({ name }) => message('Create channel "{name}"', { name }),
  ownText: ({ name }) => name,
});

interface Joining {
  readonly at: number;
  /** Number of the newest message at that time. */
  readonly since: number;
}

/** The row of a person's membership; an existing member keeps theirs. */
export function membership(group: string, person: string, { at, since }: Joining) {
  const id = memberId(group, person);
  return effect(groupMembers, id, (row) => ({
    ...row,
    id,
    scope: groupScope(group),
    v: row?.v ?? 0,
    group,
    organization_user: person,
    created_at: row?.created_at ?? new Date(at).toISOString(),
    since: row?.since ?? since,
  }));
}
