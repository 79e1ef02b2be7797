import * as v from 'valibot';
import { teams } from '../../entities/team.ts';
import { notFound } from '../../permissions/project.ts';
import { mayChangeTeam } from '../../permissions/team.ts';
import { idSchema } from '../../shared/ids.ts';
import { message } from '../../shared/message.ts';
import { nameSchema } from '../../shared/text.ts';
import { change, defineMutation } from '../define-mutation.ts';
import { plainField } from '../rest-fields.ts';

/** Renames a team. */
export const teamEdit = defineMutation({
  name: 'team-edit',
  schema: v.strictObject({ id: idSchema, name: nameSchema }),
  refs: ({ id }) => [{ table: 'teams', id }],
  parents: () => [],
  gather: ({ id }, read) => read.get(teams, id),
  authorise: (_args, team, actor) =>
    mayChangeTeam(actor) ?? (team === undefined ? notFound() : undefined),
  effects: ({ id, name }) => [change(teams, id, (row) => ({ ...row, name }))],
  rest: {
    method: 'PATCH',
    path: 'team/update-destroy/:id/',
    bodyFields: ['name'],
    toBody: ({ name }) => ({ name }),
    fromRest: async ({ params, body }) => ({ id: params['id'], name: plainField(body, 'name') }),
  },
  describe: ({ name }) => message('Rename team to "{name}"', { name }),
  ownText: ({ name }) => name,
  merge: (_earlier, later) => later,
});
