import type { Flag } from '../../model/entities/flag.ts';
import type { OrgUser } from '../../model/entities/org-user.ts';
import type { Project } from '../../model/entities/project.ts';
import type { Workspace } from '../../model/entities/workspace.ts';
import type { AccountDb } from './database.ts';
import { cachedQuery } from './reactive/cached-query.ts';
import type { Observed } from './reactive/observed.ts';
import { listFlags } from './queries/flags.ts';
import { labelNames } from './queries/labels.ts';
import { listPeople } from './queries/people.ts';
import { listProjects } from './queries/projects.ts';
import { listWorkspaces } from './queries/workspaces.ts';

/** Rows that nearly every screen names: read once for all screens, so that a new screen needs no read for them. */
export interface ReferenceData {
  readonly people: Observed<readonly OrgUser[]>;
  readonly projects: Observed<readonly Project[]>;
  readonly workspaces: Observed<readonly Workspace[]>;
  readonly flags: Observed<readonly Flag[]>;
  /** Names of labels by id. */
  readonly labels: Observed<ReadonlyMap<string, string>>;
}

/** All values of the reference data. */
export function allOf({
  people,
  projects,
  workspaces,
  flags,
  labels,
}: ReferenceData): readonly Observed<unknown>[] {
  return [people, projects, workspaces, flags, labels];
}

export function referenceData(db: AccountDb): ReferenceData {
  return {
    people: cachedQuery(db, listPeople, { tables: ['org_users'], wait: 0 }),
    projects: cachedQuery(db, listProjects, { tables: ['projects', 'workspaces'], wait: 0 }),
    workspaces: cachedQuery(db, listWorkspaces, { tables: ['workspaces'], wait: 0 }),
    flags: cachedQuery(db, listFlags, { tables: ['flags'], wait: 0 }),
    labels: cachedQuery(db, labelNames, { tables: ['labels'], wait: 0 }),
  };
}
