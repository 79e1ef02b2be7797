import { useMemo } from 'react';
import type { Mentionable } from '../../../model/shared/mentions.ts';
import { nameOfPerson } from '../../data/person-name.ts';
import { useMembers } from '../../data/members.ts';
import { usePeople } from '../../data/people.ts';

/** People who can be mentioned in a project: its members. `nameOf` knows all people; `isRead` is false until both are read. */
export function useMentionable(project: string): {
  readonly people: readonly Mentionable[];
  readonly isRead: boolean;
  readonly nameOf: (id: string) => string;
} {
  const members = useMembers(project);
  const everybody = usePeople();
  return useMemo(() => {
    const names = everybody && new Map(everybody.map(({ id, display_name }) => [id, display_name]));
    return {
      isRead: members !== undefined && everybody !== undefined,
      people: (members ?? []).map(({ person }) => ({ id: person.id, name: person.display_name })),
      nameOf: (id: string) => (names === undefined ? '' : (names.get(id) ?? nameOfPerson(null))),
    };
  }, [members, everybody]);
}
