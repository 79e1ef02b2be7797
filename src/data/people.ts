import { useMemo } from 'react';
import { ADMIN_LEVELS } from '../../model/permissions/actor.ts';
import type { OrgUser } from '../../model/entities/org-user.ts';
import { findPerson, listRoles, type RoleLists } from '../../sync/client/index.ts';
import { useAccount, useLive } from './client.tsx';
import { nameOfPerson, shownPerson } from './person-name.ts';
import { itself, useObserved } from './observed.ts';

/** Members of the organisation, by name; undefined while they are read. */
export function usePeople(): readonly OrgUser[] | undefined {
  const people = useObserved(useAccount()?.directory.people, itself);
  return useMemo(() => people?.map(shownPerson), [people]);
}

/** Names of people by id, as `nameOfPerson` gives them. */
export function usePersonName(): (id: string) => string {
  const people = usePeople();
  return (id) => nameOfPerson(people && (people.find((one) => one.id === id) ?? null));
}

/** Person by id; null when this device has no such row. */
export function usePerson(id: string | null | undefined): OrgUser | null | undefined {
  const person = useLive(
    async (db) => (id === null || id === undefined ? null : ((await findPerson(db, id)) ?? null)),
    [id],
  );
  return person && shownPerson(person);
}

/** Active people of levels 1 to 3, by name; undefined while they are read. */
export function useAdministrators(): readonly OrgUser[] | undefined {
  const people = usePeople();
  const lists = useRoles();
  return useMemo(() => {
    if (people === undefined || lists === undefined) return undefined;
    const levels = new Map(lists.levels.map(({ id, name }) => [id, name]));
    const levelOf = new Map(lists.roles.map(({ id, level }) => [id, levels.get(level)]));
    const isOne = (role: string) => ADMIN_LEVELS.some((level) => level === levelOf.get(role));
    return people.filter(({ active, user_role }) => active && isOne(user_role));
  }, [people, lists]);
}

/** Row of the signed-in person. */
export function useMe(): OrgUser | null | undefined {
  return usePerson(useAccount()?.orgUserId);
}

export type Roles = RoleLists;

/** Levels by order, categories and roles by name. */
export function useRoles(): Roles | undefined {
  return useLive(listRoles, []);
}
