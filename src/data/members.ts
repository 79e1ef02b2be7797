import { listMembers, listTeams, type Member } from '../../sync/client/index.ts';
import { useLive, useLiveOf } from './client.tsx';

/** Members of a project, by name; undefined while they are read. */
export function useMembers(projectId: string | undefined): readonly Member[] | undefined {
  return useLiveOf(projectId, listMembers);
}

/** Members of every project, by project id; read only when wanted. */
export function useTeams(isWanted = true): ReadonlyMap<string, readonly Member[]> | undefined {
  return useLive(async (db) => (isWanted ? await listTeams(db) : NO_TEAMS), [isWanted]);
}

const NO_TEAMS: ReadonlyMap<string, readonly Member[]> = new Map();

export type { Member };
