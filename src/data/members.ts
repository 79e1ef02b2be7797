import { listMembers, listTeams, type Member } from '../../sync/client/index.ts';
import { useLive } from './client.tsx';

/** The people of a project, by name; undefined while they are read. */
export function useMembers(projectId: string | undefined): readonly Member[] | undefined {
  return useLive(
    async (db) => (projectId === undefined ? [] : await listMembers(db, projectId)),
    [projectId],
  );
}

/** The people of every project, by project id. */
export function useTeams(): ReadonlyMap<string, readonly Member[]> | undefined {
  return useLive(listTeams, []);
}

export type { Member };
