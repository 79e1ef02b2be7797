import type { Flag } from '../../model/entities/flag.ts';
import type { OrgUser } from '../../model/entities/org-user.ts';
import type { Project } from '../../model/entities/project.ts';
import type { Workspace } from '../../model/entities/workspace.ts';
import type { AccountDb } from './database.ts';
import { observe, type Observed } from './observe.ts';
import { listFlags } from './queries/flags.ts';
import { labelNames } from './queries/labels.ts';
import { listPeople } from './queries/people.ts';
import { listProjects } from './queries/projects.ts';
import { listWorkspaces } from './queries/workspaces.ts';

/** What nearly every screen names: read once for all of them, so that one that opens need not ask the store first. */
export interface ReferenceData {
  readonly people: Observed<readonly OrgUser[]>;
  readonly projects: Observed<readonly Project[]>;
  readonly workspaces: Observed<readonly Workspace[]>;
  readonly flags: Observed<readonly Flag[]>;
  /** Names of labels by id. */
  readonly labels: Observed<ReadonlyMap<string, string>>;
}

export function referenceData(db: AccountDb): ReferenceData {
  return {
    people: observe(db, listPeople, { tables: ['org_users'], wait: 0 }),
    projects: observe(db, listProjects, { tables: ['projects', 'workspaces'], wait: 0 }),
    workspaces: observe(db, listWorkspaces, { tables: ['workspaces'], wait: 0 }),
    flags: observe(db, listFlags, { tables: ['flags'], wait: 0 }),
    labels: observe(db, labelNames, { tables: ['labels'], wait: 0 }),
  };
}
