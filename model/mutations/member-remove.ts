import * as v from 'valibot';
import { teamMembers } from '../entities/team-member.ts';
import { mayRemoveMember } from '../permissions/project.ts';
import { idSchema } from '../shared/ids.ts';
import { defineMutation, effect } from './define-mutation.ts';

/** Takes a person out of a project. Their work stays; removing somebody who is gone is success (WRITE-4). */
export const memberRemove = defineMutation({
  name: 'member-remove',
  schema: v.strictObject({ id: idSchema }),
  refs: ({ id }) => [{ table: 'team_members', id }],
  parents: () => [],
  gather: () => Promise.resolve(undefined),
  authorise: (_args, _facts, actor) => mayRemoveMember(actor),
  effects: ({ id }) => [effect(teamMembers, id, () => undefined)],
  rest: {
    method: 'DELETE',
    path: 'team-member/update-destroy/:id/',
    fields: [],
    toBody: () => ({}),
    fromRest: async ({ params }) => ({ id: params['id'] }),
  },
  describe: () => 'Remove a team member',
});
