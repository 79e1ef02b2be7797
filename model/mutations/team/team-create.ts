import * as v from 'valibot';
import { ORGANIZATION_SCOPE } from '../../entities/scopes.ts';
import { teams } from '../../entities/team.ts';
import { mayCreateTeam } from '../../permissions/team.ts';
import { distinctIdsSchema, uuidSchema } from '../../shared/ids.ts';
import { nameSchema } from '../../shared/text.ts';
import { defineMutation, effect } from '../define-mutation.ts';
import { listField } from '../rest-fields.ts';
import { areKnown, refuseStrangers } from './team-context.ts';

/** The most people one team holds. */
export const TEAM_LIMIT = 1000;

/**
 * A team and who is in it from the start (sessions spec, 2 "Teams"). One that was deleted comes back by it under its own
 * id: its history goes on.
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
    fields: ['id', 'name', 'members', 'organization'],
    toBody: (args) => args,
    fromRest: async ({ body }, { newId }) => ({
      id: body['id'] ?? newId(),
      name: body['name'],
      members: listField(body, 'members'),
    }),
  },
  describe: ({ name }) => `Create team "${name}"`,
  ownText: ({ name }) => name,
});
