import * as v from 'valibot';
import { invitations } from '../../../model/entities/invitation.ts';
import { teams } from '../../../model/entities/team.ts';
import { mayReadActivity } from '../../../model/permissions/activity.ts';
import { CairnError } from '../../../model/shared/errors.ts';
import { readActivity } from '../../admin/activity.ts';
import { presentInvitation, presentTeam } from '../present/administration.ts';
import type { Route } from '../pipeline.ts';
import { defineResource, type Reads } from './define-resource.ts';
import { readDirectory, sameOrganization } from './facts.ts';
import { idFilter } from './filters.ts';
import { rowsOf } from './rows.ts';

const teamList = defineResource({
  path: 'team/list/',
  summary: 'The teams of the organisation with their people',
  filters: { organization: idFilter },
  read: async (reads, { organization }) => {
    sameOrganization(reads, organization);
    const directory = await readDirectory(reads);
    const rows = await rowsOf(reads, teams, { order: ['created_at'] });
    return { data: rows.map((team) => presentTeam(team, directory)) };
  },
});

const invitationList = defineResource({
  path: 'api/org-user-invite/list/',
  summary: 'Who has been invited, newest first. For levels 1 to 3',
  filters: { organization: idFilter },
  read: async (reads, { organization }) => {
    sameOrganization(reads, organization);
    requireAdministrator(reads);
    const directory = await readDirectory(reads);
    const rows = await rowsOf(reads, invitations, { order: ['created_at'] });
    return {
      data: rows.toReversed().map((invitation) => presentInvitation(invitation, directory)),
      fields: { count: rows.length },
    };
  },
});

const versionFilter = v.pipe(
  v.string(),
  v.regex(/^[1-9][0-9]{0,14}$/, 'is not a cursor of this list'),
  v.transform(Number),
);
const instantFilter = v.pipe(v.string(), v.isoTimestamp('is not an instant'));

const activityList = defineResource({
  path: 'activity/list/',
  summary: 'Who changed what, newest first, a page at a time. For levels 1 to 3',
  filters: {
    /** The `next` of the page before. */
    before: v.optional(versionFilter),
    kind: v.optional(v.picklist(['people', 'roles', 'levels', 'projects', 'tasks', 'other'])),
    organization_user: idFilter,
    row: idFilter,
    from: v.optional(instantFilter),
    to: v.optional(instantFilter),
  },
  read: async (reads, filters) => {
    requireAdministrator(reads);
    const { entries, next } = await readActivity(reads, filters);
    return { data: entries, fields: { next } };
  },
});

function requireAdministrator({ actor }: Reads): void {
  const refusal = mayReadActivity(actor);
  if (refusal !== undefined) throw new CairnError(refusal);
}

export const ADMINISTRATION_RESOURCES: readonly Route[] = [teamList, invitationList, activityList];
