import { useMemo } from 'react';
import { type AccountDb, listMembers, listTeams, type Member } from '../../sync/client/index.ts';
import { useLive, useLiveOf } from './client.tsx';
import { shownPerson } from './person-name.ts';

/** Members of a project, by name; undefined while they are read. */
export function useMembers(projectId: string | undefined): readonly Member[] | undefined {
  const members = useLiveOf(projectId, listMembers);
  return useMemo(() => members?.map(shownMember), [members]);
}

/** Members of every project, by project id; read only when wanted. */
export function useTeams(isWanted = true): ReadonlyMap<string, readonly Member[]> | undefined {
  return useLive(async (db) => (isWanted ? await shownTeams(db) : NO_TEAMS), [isWanted]);
}

async function shownTeams(db: AccountDb): Promise<ReadonlyMap<string, readonly Member[]>> {
  const teams = await listTeams(db);
  return new Map([...teams].map(([id, members]) => [id, members.map(shownMember)]));
}

function shownMember(member: Member): Member {
  return { ...member, person: shownPerson(member.person) };
}

const NO_TEAMS: ReadonlyMap<string, readonly Member[]> = new Map();

export type { Member };
