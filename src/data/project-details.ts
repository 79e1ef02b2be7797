import { useCallback, useEffect } from 'react';
import {
  findOutlines,
  findProjectDetails,
  type Outlines,
  type ProjectDetails,
} from '../../sync/client/index.ts';
import { useAccount, useLive } from './client.tsx';

export type { ProjectDetails };

/**
 * Whether the comments, sub-tasks and files of a project are on this device; undefined while that is read. A project
 * of which only the outline is here is downloaded from now on, because a person is looking at it.
 */
export function useProjectDetails(projectId: string | undefined): ProjectDetails | undefined {
  const account = useAccount();
  const orgId = account?.orgId;
  const details = useLive(
    async (db) =>
      projectId === undefined || orgId === undefined
        ? 'here'
        : await findProjectDetails(db, { orgId, projectId }),
    [projectId, orgId],
  );
  useEffect(() => {
    if (details === 'outline' && projectId !== undefined) account?.holdProjects([projectId]);
  }, [details, projectId, account]);
  return details;
}

/** True when comments, sub-tasks and files may be missing: an empty list of them then says nothing. */
export function areMissing(details: ProjectDetails | undefined): boolean {
  return details === 'outline' || details === 'arriving';
}

/** Projects that are here as outlines only, and a function that downloads their details. */
export function useOutlines(): Outlines & { readonly hold: () => void } {
  const account = useAccount();
  const orgId = account?.orgId;
  const found = useLive(
    async (db) => (orgId === undefined ? NONE : await findOutlines(db, orgId)),
    [orgId],
  );
  const { outlined, arriving } = found ?? NONE;
  const hold = useCallback(() => account?.holdProjects(outlined), [account, outlined]);
  return { outlined, arriving, hold };
}

const NONE: Outlines = { outlined: [], arriving: 0 };
