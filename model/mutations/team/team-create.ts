import * as v from 'valibot';
import { ORGANIZATION_SCOPE } from '../../entities/scopes.ts';
import { teams } from '../../entities/team.ts';
import { mayCreateTeam } from '../../permissions/team.ts';
import { distinctIdsSchema, uuidSchema } from '../../shared/ids.ts';
import { message } from '../../shared/message.ts';
import { nameSchema } from '../../shared/text.ts';
import { defineMutation, effect } from '../define-mutation.ts';
import { listField } from '../rest-fields.ts';
import { areKnown, refuseStrangers } from './team-context.ts';

/** Maximum number of people in a team. */
export const TEAM_LIMIT = 1000;

/**
 * A team with its initial members (sessions spec, 2 "Teams"). It also restores a deleted team under
 * its own id, whose activity log continues.
 */
export const teamCreate = defineMutation({
  name: 'team-create',
  schema: v.strictObject({
    id: uuidSchema,
    name: nameSchema,
    members: distinctIdsSchema(TEAM_LIMIT),
  }),
  refs: ({ id }) => [{ table: 'teams', id }],
  parents: () => [],
  gather: ({ members }, read) => areKnown(read, members),
  authorise: (_args, known, actor) => mayCreateTeam(actor) ?? refuseStrangers(known),
  effects: ({ id, name, members }, { actor, at }) => [
    effect(teams, id, (row) => ({
      ...row,
      id,
      scope: ORGANIZATION_SCOPE,
      v: row?.v ?? 0,
      name,
      members: [...new Set(members)],
      created_by: actor.orgUserId,
      created_at: new Date(at).toISOString(),
    })),
  ],
  rest: {
    method: 'POST',
    path: 'team/create/',
    bodyFields: ['id', 'name', 'members', 'organization'],
    toBody: (args) => args,
    fromRest: async ({ body }, { newId }) => ({
      id: body['id'] ?? newId(),
      name: body['name'],
      members: listField(body, 'members'),
    }),
  },
  describe: ({ name }) => message('Create team "{name}"', { name }),
  ownText: ({ name }) => name,
  success: message('Team created'),
});
