import * as v from 'valibot';
import { invitations } from '../../../model/entities/invitation.ts';
import { tasks } from '../../../model/entities/task.ts';
import { teams } from '../../../model/entities/team.ts';
import { mayReadActivity } from '../../../model/permissions/activity.ts';
import { CairnError } from '../../../model/shared/errors.ts';
import { readActivity } from '../../present/activity.ts';
import { presentInvitation, presentTeam } from '../../present/administration.ts';
import type { Route } from '../pipeline.ts';
import { defineResource } from './define-resource.ts';
import type { Reads } from '../../present/reads.ts';
import { loadPeopleContext, sameOrganization, visibleProject } from '../../present/loaders.ts';
import { idFilter, instantFilter } from './filters.ts';
import { rowOf, rowsOf } from '../../present/read-rows.ts';

const teamList = defineResource({
  path: 'team/list/',
  summary: 'The teams of the organisation with their people',
  filters: { organization: idFilter },
  read: async (reads, { organization }) => {
    sameOrganization(reads, organization);
    const directory = await loadPeopleContext(reads);
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
    const directory = await loadPeopleContext(reads);
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

const activityList = defineResource({
  path: 'activity/list/',
  summary:
    'Who changed what, newest first, a page at a time. For levels 1 to 3; of one task (kind=tasks, row) for whoever sees it',
  filters: {
    /** The `next` of the previous page. */
    before: v.optional(versionFilter),
    kind: v.optional(v.picklist(['people', 'roles', 'levels', 'projects', 'tasks', 'other'])),
    organization_user: idFilter,
    row: idFilter,
    from: v.optional(instantFilter),
    to: v.optional(instantFilter),
  },
  read: async (reads, filters) => {
    await requireReader(reads, filters);
    const { entries, next } = await readActivity(reads, filters);
    return { data: entries, fields: { next } };
  },
});

/** The activity log of a task requires the right to read the task; everything else requires levels 1 to 3. */
async function requireReader(
  reads: Reads,
  { kind, row }: { readonly kind?: string | undefined; readonly row?: string | undefined },
): Promise<void> {
  if (mayReadActivity(reads.actor) === undefined) return;
  const task = kind === 'tasks' && row !== undefined ? await rowOf(reads, tasks, row) : undefined;
  if (task === undefined) requireAdministrator(reads);
  else await visibleProject(reads, task.project);
}

function requireAdministrator({ actor }: Reads): void {
  const refusal = mayReadActivity(actor);
  if (refusal !== undefined) throw new CairnError(refusal);
}

export const ADMINISTRATION_RESOURCES: readonly Route[] = [teamList, invitationList, activityList];
