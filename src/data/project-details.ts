import { useCallback, useEffect } from 'react';
import {
  detailsOf,
  hotDetailsOf,
  isHot,
  outlinedIn,
  type OutlineState,
  type ProjectDetails,
  type ProjectTasks,
  summarizedIn,
  type TaskDetails,
  tasksOf,
  wantedIn,
} from '../../sync/client/index.ts';
import { useAccount } from './client.tsx';
import { itself, useObserved } from './observed.ts';

export type { ProjectDetails, ProjectTasks };

/**
 * Whether the comments, sub-tasks and files of a project are on this device; undefined while that is read. A project
 * of which only the outline is here is downloaded from now on, because a person is looking at it. `hot`: a screen that
 * needs those of its hot tasks only has them (OUT-7); nothing is downloaded.
 */
export function useProjectDetails(
  projectId: string | undefined,
  needed: 'all' | 'hot' = 'all',
): ProjectDetails | 'hot' | undefined {
  const account = useAccount();
  const pick = useCallback(
    (state: OutlineState) => {
      if (projectId === undefined) return 'here';
      return needed === 'hot' ? hotDetailsOf(state, projectId) : detailsOf(state, projectId);
    },
    [projectId, needed],
  );
  const details = useObserved(account?.loaders.outlines, pick);
  const mayBeReleased = useObserved(account?.loaders.outlines, hasOutlines) === true;
  useEffect(() => {
    // Also a project whose details are here: one that is not opened for long becomes an outline again (OUT-5).
    const isUsed = details === 'outline' || (details === 'here' && mayBeReleased);
    if (isUsed && projectId !== undefined) account?.holdProjects([projectId]);
  }, [details, mayBeReleased, projectId, account]);
  return details;
}

/**
 * Whether the tasks of a project are on this device; undefined while that is read. Those of a project of which only the
 * summary is here are downloaded from now on, because a person is looking at it.
 */
export function useProjectTasks(projectId: string | undefined): ProjectTasks | undefined {
  const account = useAccount();
  const pick = useCallback(
    (state: OutlineState) => (projectId === undefined ? 'here' : tasksOf(state, projectId)),
    [projectId],
  );
  useProjectDetails(projectId, 'hot');
  return useObserved(account?.loaders.outlines, pick);
}

/** True when tasks may be missing: an empty list of them then says nothing. */
export function areTasksMissing(tasks: ProjectTasks | undefined): boolean {
  return tasks === 'missing' || tasks === 'arriving';
}

function hasOutlines(state: OutlineState): boolean {
  return state?.opened !== undefined || outlinedIn(state).length > 0;
}

/** True when comments, sub-tasks and files may be missing: an empty list of them then says nothing. */
export function areMissing(details: TaskDetails | 'hot' | undefined): boolean {
  return details === 'outline' || details === 'arriving' || details === 'cold';
}

interface Outlines {
  /** Projects that are here as outlines only. */
  readonly outlined: readonly string[];
  /** Those among them that are here as summaries only: their tasks are missing too. */
  readonly summarized: readonly string[];
  /** Those among the outlined ones of which only the details of cold tasks are missing (OUT-7). */
  readonly hot: readonly string[];
  /** Those among the outlined ones that are being downloaded. */
  readonly arriving: readonly string[];
  /** Downloads the details of all of them. */
  readonly hold: () => void;
}

export function useOutlines(): Outlines {
  const account = useAccount();
  const state = useObserved(account?.loaders.outlines, itself) ?? null;
  const outlined = outlinedIn(state);
  const hold = () => account?.holdProjects(outlined);
  const hot = outlined.filter((id) => isHot(state, id));
  return { outlined, hot, summarized: summarizedIn(state), arriving: wantedIn(state), hold };
}
