import * as v from 'valibot';
import { teams } from '../../entities/team.ts';
import { notFound } from '../../permissions/project.ts';
import { mayChangeTeam } from '../../permissions/team.ts';
import { distinctIdsSchema, idSchema } from '../../shared/ids.ts';
import { message } from '../../shared/message.ts';
import { called } from '../called.ts';
import { change, defineMutation } from '../define-mutation.ts';
import { listField } from '../rest-fields.ts';
import { TEAM_LIMIT } from './team-create.ts';
import { arePeople, refuseInactive } from './team-context.ts';

const peopleSchema = distinctIdsSchema(TEAM_LIMIT);

/**
 * Adds people to a team and removes others: simultaneous changes of two administrators both take
 * effect.
 */
export const teamMembersChange = defineMutation({
  name: 'team-members',
  schema: v.strictObject({ id: idSchema, add: peopleSchema, remove: peopleSchema }),
  refs: ({ id }) => [{ table: 'teams', id }],
  parents: () => [],
  gather: async ({ id, add }, read) => ({
    team: await read.get(teams, id),
    active: await arePeople(read, add),
  }),
  authorise: (_args, { team, active }, actor) =>
    mayChangeTeam(actor) ?? (team === undefined ? notFound() : refuseInactive(active)),
  effects: ({ id, add, remove }) => [
    change(teams, id, (row) => ({
      ...row,
      members: [...new Set([...row.members, ...add])].filter((one) => !remove.includes(one)),
    })),
  ],
  rest: {
    method: 'PATCH',
    path: 'team/update-destroy/:id/',
    bodyFields: ['add_members', 'remove_members'],
    toBody: ({ add, remove }) => ({ add_members: add, remove_members: remove }),
    fromRest: async ({ params, body }) => ({
      id: params['id'],
      add: listField(body, 'add_members'),
      remove: listField(body, 'remove_members'),
    }),
  },
  describe: ({ id }, nameOf) =>
    called(
      nameOf('teams', id),
      message('Change who is in team "{name}"'),
      message('Change who is in a team'),
    ),
  named: ({ id }) => [{ table: 'teams', id }],
});
