import * as v from 'valibot';
import { teams } from '../../entities/team.ts';
import { mayDeleteTeam } from '../../permissions/team.ts';
import { idSchema } from '../../shared/ids.ts';
import { message } from '../../shared/message.ts';
import { called } from '../called.ts';
import { defineMutation, effect } from '../define-mutation.ts';

/** Deletes a team; its people stay. Deleting a missing one succeeds (WRITE-4). */
export const teamDelete = defineMutation({
  name: 'team-delete',
  schema: v.strictObject({ id: idSchema }),
  refs: ({ id }) => [{ table: 'teams', id }],
  parents: () => [],
  gather: () => Promise.resolve(undefined),
  authorise: (_args, _context, actor) => mayDeleteTeam(actor),
  effects: ({ id }) => [effect(teams, id, () => undefined)],
  rest: {
    method: 'DELETE',
    path: 'team/update-destroy/:id/',
    bodyFields: [],
    toBody: () => ({}),
    fromRest: async ({ params }) => ({ id: params['id'] }),
  },
  describe: ({ id }, nameOf) =>
    called(nameOf('teams', id), message('Delete team "{name}"'), message('Delete a team')),
  named: ({ id }) => [{ table: 'teams', id }],
  success: (_args, name) => message('Team {name} deleted', { name }),
});
