import * as v from 'valibot';
import { teamMembers } from '../../entities/team-member.ts';
import { mayRemoveMember } from '../../permissions/project.ts';
import { idSchema } from '../../shared/ids.ts';
import { message } from '../../shared/message.ts';
import { defineMutation, effect } from '../define-mutation.ts';

/**
 * Removes a person from a project. Their work stays; removing a missing membership succeeds
 * (WRITE-4).
 */
export const memberRemove = defineMutation({
  name: 'member-remove',
  schema: v.strictObject({ id: idSchema }),
  refs: ({ id }) => [{ table: 'team_members', id }],
  parents: () => [],
  gather: () => Promise.resolve(undefined),
  authorise: (_args, _context, actor) => mayRemoveMember(actor),
  effects: ({ id }) => [effect(teamMembers, id, () => undefined)],
  rest: {
    method: 'DELETE',
    path: 'team-member/update-destroy/:id/',
    bodyFields: [],
    toBody: () => ({}),
    fromRest: async ({ params }) => ({ id: params['id'] }),
  },
  describe: ({ id }, nameOf) => {
    const { project, person } = partsOf(id);
    const [who, where] = [nameOf('org_users', person), nameOf('projects', project)];
    if (who === undefined || where === undefined) return message('Remove a team member');
    return message('Remove {who} from project "{where}"', { who, where });
  },
  named: ({ id }) => {
    const { project, person } = partsOf(id);
    return [
      { table: 'org_users', id: person },
      { table: 'projects', id: project },
    ];
  },
  success: (_args, person) => message('{person} removed from the team', { person }),
});

/** The project and the person of a membership id (`memberId`). */
function partsOf(id: string): { readonly project: string; readonly person: string } {
  const dot = id.lastIndexOf('.');
  return { project: id.slice(0, Math.max(0, dot)), person: id.slice(dot + 1) };
}
